/** Answer headers that scripts in a browser may read ; the gateway announces them (CORS). */
export const exposedHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Next-Cursor',
  'X-Request-Id',
]

/** What every answer carries. An API answer is data: it is never framed, sniffed, or a page that loads things. */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
}
