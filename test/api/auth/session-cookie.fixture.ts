import { expect } from 'vitest'
import { sessionCookieHeader, sessionCookieName } from '../../../shared/http/headers.ts'
import type { Answer } from '../../support/api/answer.ts'
import type { Caller } from '../../support/api/client.ts'
import { fresh } from './auth.fixture.ts'

export const paths = {
  register: 'POST /api/v1/auth/register',
  login: 'POST /api/v1/auth/login',
  refresh: 'POST /api/v1/auth/refresh',
  logout: 'POST /api/v1/auth/logout',
} as const

/** The one cookie that a response sets: its token, and its attributes in the order of their names. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>) {
  const cookies = headers['set-cookie'] as string[] | undefined
  if (!cookies) return undefined
  expect(cookies).toHaveLength(1)
  const [pair = '', ...attributes] = cookies[0]!.split('; ')
  expect(pair.startsWith(`${sessionCookieName}=`)).toBe(true)
  return { token: pair.slice(sessionCookieName.length + 1), attributes: attributes.sort() }
}
export const always = ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']
export const cleared = { token: '', attributes: [...always, 'Max-Age=0'].sort() }

/** The headers of a request of a page of the service; `token` is that of the browser's cookie. */
export const asPage = (token?: string, lifetime = 'session') => ({
  [sessionCookieHeader.toLowerCase()]: lifetime,
  'sec-fetch-site': 'same-origin',
  ...(token !== undefined && withCookie(token)),
})
export const withCookie = (token: string) => ({ cookie: `theme=dark; ${sessionCookieName}=${token}` })

/** Signs a new user in, in a browser whose cookie has the token. */
export async function signedIn(call: Caller, lifetime?: string) {
  const account = fresh()
  const answer = await call(paths.register, { body: account, headers: asPage(undefined, lifetime) })
  expect(answer.status, answer.text).toBe(201)
  return { account, answer, token: cookieOf(answer)!.token }
}
