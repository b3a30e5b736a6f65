import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { begin, follow, path, serviceWith, newIdentity } from '../../support/oauth/sign-in.ts'
import { json, openIdProvider, type Claims, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'
import { seconds } from '../../support/suite/time.ts'

let provider: OpenIdProvider
let service: ReturnType<typeof serviceWith>
beforeAll(async () => void (provider = await openIdProvider()))
beforeEach(() => void (service = serviceWith(provider)))
afterEach(() => provider.behaves({}))
afterAll(() => provider.stop())

describe('a callback', () => {
  /** Calls the callback with valid parameters that a test has changed. */
  const finishWith = async (change: (valid: { state: string; code: string }) => object, at = 'custom/one') => {
    const { state, nonce } = await service.begin()
    const valid = { state, code: provider.code({ nonce, ...newIdentity() }) }
    const before = provider.asked.length
    const { status, body, text } = await service.finish({ ...change(valid) }, at)
    expect(text).not.toContain(state)
    return { status, body, asked: provider.asked.slice(before).some(({ path }) => path === '/token'), valid }
  }

  test.each<[string, (valid: { state: string; code: string }) => object, string?]>([
    ['without a state', ({ code }) => ({ code })],
    ['with an empty state', ({ code }) => ({ code, state: '' })],
    ['with an unknown state', ({ code }) => ({ code, state: 's'.repeat(43) })],
    ['with a state in another letter case', ({ code, state }) => ({ code, state: state.toUpperCase() })],
    ['without a code', ({ state }) => ({ state })],
    ['with an empty code', ({ state }) => ({ state, code: '' })],
    ['with another provider’s state', (valid) => valid, 'custom/two'],
    ['with a state for a built-in provider', (valid) => valid, 'google'],
    ['from another issuer', (valid) => ({ ...valid, iss: 'https://accounts.google.com' })],
    ['that says the user declined', ({ state }) => ({ state, error: 'access_denied' })],
    ['with both a code and an error', (valid) => ({ ...valid, error: 'server_error' })],
  ])('%s is refused without a call to the provider', async (_what, change, at) => {
    const { status, asked } = await finishWith(change, at)
    expect([status, asked]).toEqual([400, false])
  })

  test('that says the user declined ends the sign-in', async () => {
    const { valid } = await finishWith(({ state }) => ({ state, error: 'access_denied' }))
    expect((await service.finish(valid)).status).toBe(400)
  })

  test('is good for ten minutes, to the millisecond', async () => {
    for (const [seconds, status] of [
      [599.999, 200],
      [600, 400],
    ] as const) {
      const { state, nonce } = await service.begin()
      service.pass(seconds)
      const time = Math.floor(service.clock.now.getTime() / 1000)
      const code = provider.code({ nonce, iat: time, exp: time + 300, ...newIdentity() })
      expect((await service.finish({ state, code })).status).toBe(status)
    }
  })

  test('with a repeated parameter is refused', async () => {
    const call = caller()
    for (const twice of ['code', 'state'] as const) {
      const { url } = await begin(call, 'custom/local', '?login_hint=twice@example.com')
      const back = new URL(await follow(url), 'http://a')
      back.searchParams.append(twice, back.searchParams.get(twice)!)
      expect((await call(`GET ${back.pathname}${back.search}`)).status).toBe(400)
    }
  })
})

describe('a failure of the provider is reported as such', () => {
  const validExchange = (response: Parameters<typeof json>[0], claims: Claims) =>
    provider
      .sign(claims)
      .then((id_token) => json(response, { access_token: 'a', token_type: 'Bearer', id_token }))
  const oversized = { access_token: 'a'.repeat(2_000_000), token_type: 'Bearer', id_token: 'x' }
  const exchanges: Record<string, [number, Parameters<OpenIdProvider['behaves']>[0]['exchange']]> = {
    'with 500': [502, (response) => response.writeHead(500).end('at line 7')],
    'with 200 and no JSON': [
      502,
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    'with JSON that is cut off': [
      502,
      (r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
    ],
    'with 2 MB': [502, (response) => json(response, oversized)],
    'with a redirect to a good answer': [
      502,
      (response) => response.writeHead(307, { location: '/token' }).end(),
    ],
    'by closing the connection': [502, (response) => response.socket?.destroy()],
    'by refusing the client secret': [502, (response) => json(response, { error: 'invalid_client' }, 401)],
    'by refusing the code': [400, (response) => json(response, { error: 'invalid_grant' }, 400)],
    'with an error and status 200': [400, (response) => json(response, { error: 'invalid_grant' })],
    'with no access token': [400, (response) => json(response, { token_type: 'Bearer' })],
    'by never answering': [504, () => undefined],
    'by never ending': [
      504,
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      },
    ],
  }
  test.each(Object.entries(exchanges))('when the exchange fails %s', async (_how, [expected, exchange]) => {
    provider.behaves({ exchange: exchange! })
    const start = performance.now()
    const { status, text } = await service.signIn(newIdentity())
    expect([status, performance.now() - start < seconds(5)]).toEqual([expected, true])
    expect(text).not.toMatch(/line 7|aaa|<p>/)
  })

  test.each<[string, number, Parameters<OpenIdProvider['behaves']>[0]]>([
    ['the keys endpoint answers 500', 502, { keys: (response) => response.writeHead(500).end() }],
    ['the keys are not a list', 502, { keys: (response) => json(response, { keys: 'many' }) }],
    [
      'the keys are unusable',
      400,
      { keys: (r) => json(r, { keys: [{ kty: 'EC', kid: 'k-1', crv: 'P-256' }] }) },
    ],
    ['the list of keys is empty', 400, { keys: (response) => json(response, { keys: [] }) }],
    ['the keys endpoint never answers', 504, { keys: () => undefined }],
  ])('when %s', async (_how, expected, behaviour) => {
    provider.behaves({ ...behaviour, exchange: validExchange })
    expect((await service.signIn(newIdentity())).status).toBe(expected)
  })

  test.each<[string, Claims]>([
    ['another issuer', { issuer: 'https://accounts.google.com' }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a keys URL with plain HTTP', { jwks_uri: 'http://example.com/keys' }],
    ['a script as authorization endpoint', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('when its metadata has %s', async (_how, metadata) => {
    provider.behaves({ metadata })
    const { status } = await service.call(`GET ${path}/custom/one`)
    expect(status).toBe(502)
  })

  test('when its URL is unreachable or not https', async () => {
    for (const issuer of ['http://127.0.0.1:9', 'http://identity.example']) {
      const broken = serviceWith({ ...provider, entry: { ...provider.entry, issuer } })
      expect((await broken.call(`GET ${path}/custom/one`)).status).toBe(502)
    }
  })
})
