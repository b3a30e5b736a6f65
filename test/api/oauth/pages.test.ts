import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInPages } from '../../../shared/auth/oauth/page-sign-in.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { begin, follow, newIdentity, path, serviceWith } from '../../support/oauth/sign-in.ts'
import { openIdProvider, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'
import { always, asPage, cookieOf } from '../auth/session-cookie.fixture.ts'

let provider: OpenIdProvider
beforeAll(async () => void (provider = await openIdProvider()))
afterAll(() => provider.stop())

/** What a browser sends when it follows the redirect of a provider. */
const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
const locationOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const [page, answer] = String(headers.location).split('#/sign-in?')
  return { page, answer: Object.fromEntries(new URLSearchParams(answer)) }
}

describe.each(signInPages)('a sign-in that the page %s began', (name) => {
  const beginInPage = async () => {
    const query = `?${new URLSearchParams({ return_to: name, login_hint: newIdentity().email }).toString()}`
    const call = caller()
    const { url, state } = await begin(call, 'custom/local', query)
    expect(state).toMatch(new RegExp(`^${name}\\.[\\w-]{43}$`))
    return { call, state, back: `GET ${await follow(url)}` }
  }

  test('sends the browser on to the page, and is finished there, once, with the session in a cookie', async () => {
    const { call, state, back } = await beginInPage()
    for (const headers of [{}, navigation]) {
      const sent = await call(back, { headers })
      expect([sent.status, cookieOf(sent)]).toEqual([303, undefined])
      const { page, answer } = locationOf(sent)
      expect(page).toBe(`/${name}`)
      expect(answer).toEqual({
        provider: 'custom/local',
        state,
        code: expect.stringMatching(/./),
        iss: expect.stringMatching(/^http/),
      })
    }
    const finished = await call(back, { headers: asPage() })
    expect(finished.status, finished.text).toBe(200)
    expect(Object.keys(finished.body).sort()).toEqual(['access_token', 'token_type', 'user'])
    expect(cookieOf(finished)!.attributes).toEqual(always)
    expect((await call(back, { headers: asPage() })).status).toBe(400)
  })

  test('is not finished by a page of another origin, which also does not end it', async () => {
    const { call, back } = await beginInPage()
    const headers = { ...asPage(), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const refused = await call(back, { headers })
    expect([refused.status, cookieOf(refused)]).toEqual([403, undefined])
    expect((await call(back, { headers: asPage() })).status).toBe(200)
  })

  test('has the provider’s error passed on to the page, without its text', async () => {
    const query = `state=${name}.s&error=access_denied&error_description=Call+us&error_uri=https://evil.example`
    const sent = await caller()(`GET ${path}/google/callback?${query}`)
    expect([sent.status, locationOf(sent)]).toEqual([
      303,
      { page: `/${name}`, answer: { provider: 'google', state: `${name}.s`, error: 'access_denied' } },
    ])
  })
})

describe('no address of a request is redirected to', () => {
  test.each(['https://evil.example', '//evil.example', 'Console', 'console.', ''])(
    'a sign-in for the page %j is refused',
    async (page) => {
      const query = new URLSearchParams({ return_to: page }).toString()
      const { status, body } = await caller()(`GET ${path}/google?${query}`)
      expect([status, body.detail?.[0].loc]).toEqual([422, ['query', 'return_to']])
    },
  )

  test.each([
    'console',
    'console/',
    '//evil.example.',
    'https://evil.example',
    'Console.s',
    '.s',
    'toString.s',
  ])('a state %j leads to no page', async (state) => {
    const query = new URLSearchParams({ state, code: 'c' }).toString()
    const { status, headers } = await caller()(`GET ${path}/google/callback?${query}`, { headers: navigation })
    expect([status, headers.location]).toEqual([400, undefined])
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '\r\nSet-Cookie: a=b',
    '#/bags',
    '&provider=custom/one',
  ])('a parameter %j stays one', async (value) => {
    const state = `console.${value}`
    const query = new URLSearchParams({ state, code: value, iss: value, return_to: value, provider: value })
    const sent = await caller()(`GET ${path}/custom/one/callback?${query.toString()}`)
    expect(sent.status).toBe(303)
    expect(String(sent.headers.location)).toMatch(/^\/console#\/sign-in\?[\w.*%&=+-]+$/)
    expect(locationOf(sent).answer).toEqual({ provider: 'custom/one', state, code: value, iss: value })
    expect(cookieOf(sent)).toBeUndefined()
  })
})

test('a sign-in of another client is finished at the callback as ever, also in a browser', async () => {
  const service = serviceWith(provider)
  const { state, nonce } = await service.begin()
  expect(state).toMatch(/^[\w-]{43}$/)
  const query = new URLSearchParams({ state, code: provider.code({ nonce, ...newIdentity() }) }).toString()
  const answer = await service.call(`GET ${path}/custom/one/callback?${query}`, { headers: navigation })
  expect([answer.status, cookieOf(answer), answer.headers.location]).toEqual([200, undefined, undefined])
  expect(Object.keys(answer.body)).toEqual(['access_token', 'refresh_token', 'token_type', 'user'])
})

describe('the list of providers', () => {
  const list = `GET ${path}/providers`

  test('has the local one in the local cloud, and may be cached', async () => {
    const { body, headers } = await caller()(list)
    expect(body).toEqual({ providers: [{ name: 'local', title: 'local', is_custom: true }] })
    expect(headers['cache-control']).toBe('public, max-age=60')
  })

  test('has those that a client is configured at, with their titles, and nothing of the client', async () => {
    const client = { client_id: 'courier', client_secret: 'not shown' }
    const issuer = 'https://identity.example'
    const oauth = {
      company: { ...client, issuer, title: 'Swift Couriers' },
      plain: { ...client, issuer },
      microsoft: client,
      google: { ...client, scopes: 'openid email' },
      incomplete: client,
      invalid: { ...client, issuer, title: ' ' },
      'not a name': { ...client, issuer },
    }
    const { body, text } = await inProcess({ secrets: { oauth } }).call(list)
    expect(body.providers).toEqual([
      { name: 'google', title: 'Google', is_custom: false },
      { name: 'microsoft', title: 'Microsoft', is_custom: false },
      { name: 'company', title: 'Swift Couriers', is_custom: true },
      { name: 'plain', title: 'plain', is_custom: true },
    ])
    expect(text).not.toMatch(/courier"|not shown|identity\.example/)
  })

  test.each([{}, { unused: 'generated' }, [], 'text'])('is empty for the secret %j', async (oauth) => {
    expect((await inProcess({ secrets: { oauth } }).call(list)).body).toEqual({ providers: [] })
  })
})
