import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../api/answer.ts'
import { inProcess } from '../in-process/service.ts'
import type { Claims, OpenIdProvider } from './openid-provider.ts'

type Send = (key: string) => Promise<Answer>
export const path = '/api/v1/auth/oauth'

/** Begins a sign-in at a provider, such as `google` or `custom/local`. */
export async function begin(send: Send, provider: string, query = '') {
  const { status, body, text } = await send(`GET ${path}/${provider}${query}`)
  expect(status, text).toBe(200)
  const url = new URL(body.authorization_url)
  return { url, state: body.state as string, nonce: url.searchParams.get('nonce')! }
}

/** Follows redirects with cookies, as a browser does, until one leads to the redirect URI. Returns its path and query. */
export async function follow(authorization: URL): Promise<string> {
  const home = authorization.searchParams.get('redirect_uri')!
  const jar = new Map<string, string>()
  let url = authorization
  for (let hops = 0; !url.href.startsWith(home); hops++) {
    expect(hops).toBeLessThan(10)
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const [, name = '', value = ''] of response.headers
      .getSetCookie()
      .map((c) => /^(.+?)=([^;]*)/.exec(c)!))
      jar.set(name, value)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    url = new URL(location, url)
  }
  return url.pathname + url.search
}

/** Signs a user in at the identity provider of the local cloud. */
export async function signIn(send: Send, email: string): Promise<Answer> {
  const { url } = await begin(send, 'custom/local', `?${new URLSearchParams({ login_hint: email }).toString()}`)
  return send(`GET ${await follow(url)}`)
}

export const newIdentity = () => {
  const id = randomUUID()
  return { sub: `subject-${id}`, email: `person-${id}@example.com` }
}

/** The service in this process, with the provider configured as `one`, `two` and `google`. */
export function serviceWith(
  { entry, code }: OpenIdProvider,
  options: Parameters<typeof inProcess>[0] = {},
  others: object = {},
) {
  const oauth = { one: entry, two: entry, google: entry, ...others }
  const service = inProcess({ ...options, secrets: { ...options.secrets, oauth } })
  const alerts: string[] = []
  Object.assign(service.runtime, { alert: (...alert: unknown[]) => void alerts.push(JSON.stringify(alert)) })
  const finish = (parameters: Record<string, string>, at = 'custom/one') =>
    service.call(`GET ${path}/${at}/callback?${new URLSearchParams(parameters).toString()}`)
  return {
    ...service,
    alerts,
    begin: (at = 'custom/one') => begin(service.call, at),
    finish,
    /** Signs in the user with these claims. */
    async signIn(claims: Claims, at = 'custom/one', query = '') {
      const { state, nonce } = await begin(service.call, at, query)
      return finish({ state, code: code({ nonce, ...claims }) }, at)
    },
  }
}
