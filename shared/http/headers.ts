/** The cookie of a session, and the header by which a page asks for it (cookies/session-cookie.ts). */
export const sessionCookieName = '__Host-refresh-token'
export const sessionCookieHeader = 'Refresh-Token-Cookie'

/** Response headers that scripts in a browser may read; the gateway exposes them (CORS). */
export const exposedHeaders = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Label-Warnings',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Next-Cursor',
  'X-Request-Id',
]

/**
 * Headers of every response. A response of the API is data: it must not be framed, sniffed, or load anything.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}
