import { RacedRefresh } from '../../auth/sessions.ts'
import { type FunctionSettings, publicUrlOf } from '../../config/function-settings.ts'
import { Refusal, ValidationError } from '../../core/errors.ts'
import { refused } from '../refusals.ts'
import { sessionCookieHeader, sessionCookieName } from '../headers.ts'
import type { HttpRequest } from '../routing/request.ts'
import type { Reply } from '../routing/reply.ts'
import type { SessionCookie } from '../routing/route.ts'

/** How long a browser keeps the cookie: as long as the refresh token is valid, or until the browser is closed. */
export const cookieLifetimes = ['persistent', 'session'] as const
type Lifetime = (typeof cookieLifetimes)[number]

/** The prefix makes browsers refuse the cookie from another host, for other paths, or without TLS (RFC 6265bis). */
const cookieOf = (token: string, maxAge?: number) =>
  `${sessionCookieName}=${token}; Path=/; Secure; HttpOnly; SameSite=Strict` +
  (maxAge === undefined ? '' : `; Max-Age=${maxAge}`)
const clearedCookie = cookieOf('', 0)

/**
 * For a route that opens a session. The refresh token of the response is moved to a cookie if the request asks for it.
 * Throws forbidden for a page of another origin, and ValidationError for an unknown lifetime.
 */
export const opensSession: SessionCookie = async (settings, call, next) => {
  const lifetime = requestedLifetime(settings, call)
  const reply = await next(call)
  return lifetime ? withCookie(reply, lifetime) : reply
}

/**
 * For a route that continues or ends a session: as above, and the token of the request is that of the cookie, unless the
 * body has one. The cookie is cleared when the session has ended.
 */
export const usesSession: SessionCookie = async (settings, call, next) => {
  const lifetime = requestedLifetime(settings, call)
  if (!lifetime) return next(call)
  try {
    return withCookie(await next({ ...call, body: withToken(call) }), lifetime)
  } catch (error) {
    // After a race the browser may have the next token already.
    if (!(error instanceof Refusal) || error.code !== 'unauthenticated' || error instanceof RacedRefresh)
      throw error
    throw error.with({ 'Set-Cookie': clearedCookie })
  }
}

/** Undefined without the header, which forms and links cannot send: then cookies are ignored. */
function requestedLifetime(settings: FunctionSettings, call: HttpRequest): Lifetime | undefined {
  const value = call.headers[sessionCookieHeader.toLowerCase()]
  if (value === undefined) return undefined
  const lifetime = cookieLifetimes.find((one) => one === value)
  if (!lifetime)
    throw new ValidationError({
      loc: ['header', sessionCookieHeader],
      msg: `It is ${cookieLifetimes.join(' or ')}`,
      type: 'enum',
    })
  expectSameOrigin(call, settings)
  return lifetime
}

function withToken({ body = {}, cookies }: HttpRequest): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject || 'refresh_token' in body) return body
  const start = `${sessionCookieName}=`
  const refresh_token = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? ''
  return { ...body, refresh_token }
}

/** A reply without a refresh token is that of a session that has ended. */
function withCookie(reply: Reply, lifetime: Lifetime): Reply {
  const { refresh_token, ...body } = reply.body as { refresh_token?: string }
  const cookie =
    refresh_token === undefined
      ? clearedCookie
      : cookieOf(refresh_token, lifetime === 'persistent' ? secondsOf(refresh_token) : undefined)
  return { ...reply, body, headers: { ...reply.headers, 'Set-Cookie': cookie } }
}

/** How long a refresh token that was just signed is valid. */
function secondsOf(token: string): number {
  const [, payload = ''] = token.split('.')
  const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number }
  return exp - iat
}

/**
 * Throws forbidden for the request of a page of another origin. Browsers say so in Sec-Fetch-Site, which no page can set
 * (Fetch Metadata Request Headers); those before 2023 only name the page's Origin. A client that sends neither is not
 * a browser.
 */
function expectSameOrigin(
  { headers }: Pick<HttpRequest, 'headers'>,
  settings: Pick<FunctionSettings, 'publicUrl'>,
): void {
  const { 'sec-fetch-site': site, origin, host = '' } = headers
  const isSame =
    site === undefined
      ? origin === undefined || [URL.parse(publicUrlOf(settings))?.origin, `https://${host}`].includes(origin)
      : site === 'same-origin'
  if (!isSame) throw refused.cookie_of_other_page()
}
