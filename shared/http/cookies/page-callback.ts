import { pageOf } from '../../auth/oauth/page-sign-in.ts'
import { sessionCookieHeader } from '../headers.ts'
import type { SessionCookie } from '../routing/route.ts'
import { opensSession } from './session-cookie.ts'

/** The parameters of a provider's answer that a page gets (RFC 6749 §4.1.2, RFC 9207). */
const passedOn = ['state', 'code', 'error', 'iss'] as const

/**
 * For the callback of an identity provider. The browser is redirected to the page that began the sign-in, with the answer in
 * the fragment, which is sent to no server. Nothing is done before the page, which compares the state with that of its
 * tab, repeats the request with the header: the link of another person's sign-in signs no browser in (RFC 9700 §2.1). The
 * path's provider is passed on too, for the page to compare (RFC 9700 §4.4).
 */
export const opensSessionInPage: SessionCookie = async (settings, call, next) => {
  const page = pageOf(call.query.state)
  if (!page || call.headers[sessionCookieHeader.toLowerCase()] !== undefined)
    return opensSession(settings, call, next)
  const [, provider = ''] = /\/oauth\/(.+)\/callback$/.exec(call.path) ?? []
  const answer = new URLSearchParams({ provider })
  for (const name of passedOn) {
    const value = call.query[name]
    if (value !== undefined) answer.set(name, value)
  }
  return { status: 303, body: undefined, headers: { Location: `/${page}#/sign-in?${answer.toString()}` } }
}
