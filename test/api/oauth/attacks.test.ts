import { exportJWK, exportSPKI, generateKeyPair, UnsecuredJWT, type CryptoKey } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { oauthProviders } from '../../../shared/auth/oauth/providers.ts'
import { serviceWith, newIdentity } from '../../support/oauth/sign-in.ts'
import { json, openIdProvider, type Claims, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'

// A malicious identity provider that returns invalid tokens. None of the tokens may sign a user in.
let provider: OpenIdProvider
let service: ReturnType<typeof serviceWith>
beforeAll(async () => void (provider = await openIdProvider()))
beforeEach(() => void (service = serviceWith(provider)))
afterEach(() => provider.behaves({}))
afterAll(() => provider.stop())

/** Makes the provider answer every code with the given ID token. */
const answers = (idToken: (claims: Claims) => unknown) =>
  provider.behaves({
    exchange: async (response, claims) =>
      json(response, { access_token: 'a', token_type: 'Bearer', id_token: await idToken(claims) }),
  })

/** Expects a sign-in with changed claims to fail, and its state to be unusable afterwards. */
async function refused(change: Claims = {}, email = newIdentity().email) {
  const { state, nonce } = await service.begin()
  const honest = { ...newIdentity(), nonce, email }
  const answer = await service.finish({ state, code: provider.code({ ...honest, ...change }) })
  expect(Object.keys(answer.body)).toEqual(['detail', 'code', 'reason', 'params'])
  provider.behaves({})
  const later = await service.finish({ state, code: provider.code(honest) })
  expect([later.status, later.body.detail]).toEqual([400, expect.stringContaining('begin again')])
  expect(await service.runtime.directory.find('email', email), 'no user').toBeUndefined()
  const output = answer.text + service.alerts.join()
  for (const secret of [state, nonce, honest.sub, email, provider.client.client_secret])
    expect(output).not.toContain(secret)
  return answer.status
}

const now = () => Math.floor(Date.now() / 1000)
describe('claims', () => {
  const wrong: Record<string, () => Claims> = {
    'another nonce': () => ({ nonce: 'n'.repeat(43) }),
    'no nonce': () => ({ nonce: undefined }),
    'another audience': () => ({ aud: 'another service' }),
    'no audience': () => ({ aud: undefined }),
    'several audiences without azp': () => ({ aud: ['courier', 'another service'] }),
    'several audiences and another’s azp': () => ({
      aud: ['courier', 'another service'],
      azp: 'another service',
    }),
    'another issuer': () => ({ iss: 'https://accounts.google.com' }),
    'no issuer': () => ({ iss: undefined }),
    'an expiry in the past': () => ({ exp: now() - 60 }),
    'no expiry': () => ({ exp: undefined }),
    'a not-before time in the future': () => ({ nbf: now() + 120 }),
    'an issue time in the future': () => ({ iat: now() + 120 }),
    'an issue time an hour ago': () => ({ iat: now() - 3600 }),
    'no issue time': () => ({ iat: undefined }),
    'an expiry that is a string': () => ({ exp: `${now() + 300}` }),
    'no subject': () => ({ sub: undefined }),
    'an empty subject': () => ({ sub: '' }),
    'a subject that is a number': () => ({ sub: 7 }),
    'a subject that is too long': () => ({ sub: 's'.repeat(256) }),
    'no e-mail': () => ({ email: undefined }),
    'an invalid e-mail': () => ({ email: 'nobody' }),
    'several e-mails': () => ({ email: ['a@example.com', 'b@example.com'] }),
    'an e-mail that is too long': () => ({ email: `${'a'.repeat(250)}@example.com` }),
  }
  test.each(Object.entries(wrong))('with %s are refused', async (_what, change) => {
    expect(await refused(change())).toBe(400)
  })

  test('that are valid sign in, also with several audiences', async () => {
    const { status } = await service.signIn({ ...newIdentity(), aud: ['courier', 'another'], azp: 'courier' })
    expect(status).toBe(200)
  })
})

describe('signatures', () => {
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const theirs = generateKeyPair('ES256', { extractable: true })
  const bytes = (text: string) => new TextEncoder().encode(text)
  const wrong: Record<string, (claims: Claims) => unknown> = {
    'alg none': (claims) => new UnsecuredJWT(claims).encode(),
    'alg None': (claims) => `${encoded({ alg: 'None' })}.${encoded(claims)}.`,
    'HS256 with the client secret as key': (claims) =>
      provider.sign(claims, { alg: 'HS256' }, bytes(provider.client.client_secret)),
    'HS256 with the public key as key': async (claims) =>
      provider.sign(claims, { alg: 'HS256' }, bytes(await exportSPKI(provider.publicKey))),
    'HS256 with the published JWK as key': (claims) =>
      provider.sign(claims, { alg: 'HS256' }, bytes(JSON.stringify(provider.jwk))),
    'a key that is not published': (claims) => provider.sign(claims, { kid: 'k-2' }),
    'another key with the same kid': async (claims) => provider.sign(claims, {}, (await theirs).privateKey),
    'another key in the header': async (claims) =>
      provider.sign(claims, { jwk: await exportJWK((await theirs).publicKey) }, (await theirs).privateKey),
    'a changed payload': async (claims) => {
      const [header, , signature] = (await provider.sign(claims)).split('.')
      return [header, encoded({ ...claims, sub: 'another' }), signature].join('.')
    },
    'no signature': async (claims) => (await provider.sign(claims)).replace(/[^.]*$/, ''),
    'critical extensions': async (claims) => {
      const [, payload, signature] = (await provider.sign(claims)).split('.')
      return [encoded({ alg: 'ES256', kid: 'k-1', crit: ['x'], x: 1 }), payload, signature].join('.')
    },
  }
  test.each(Object.entries(wrong))('with %s are refused', async (_what, idToken) => {
    answers(idToken)
    expect(await refused()).toBe(400)
  })

  test.each([undefined, '', 'not a token', 'a.b.c', {}, null])(
    'are required: the ID token %j is refused',
    async (idToken) => {
      answers(() => idToken)
      expect([400, 502]).toContain(await refused())
    },
  )

  test('with an unknown key reload the keys, at most every ten seconds', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const published: object[] = [provider.jwk]
    provider.behaves({
      keys: (response) => json(response, { keys: published }),
      exchange: async (response, claims) =>
        json(response, {
          access_token: 'a',
          token_type: 'Bearer',
          id_token: await provider.sign(claims, header, key),
        }),
    })
    let [header, key]: [object, CryptoKey?] = [{}]
    // One provider for all requests, as in a Lambda container.
    const known = oauthProviders({ one: provider.entry }).custom('one')!
    const why: string[] = []
    const identify = () =>
      known.identify({
        answer: { code: provider.code({ nonce: 'n', ...newIdentity() }), state: 's' },
        begun: {
          provider: 'custom/one',
          nonce: 'n',
          verifier: 'v'.repeat(43),
          redirect_uri: 'https://a.example',
        },
        now: new Date(),
        report: (reason) => why.push(reason),
      })
    const lookups = () => provider.asked.filter(({ path }) => path === '/keys').length
    const before = lookups()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let n = 0; n < 3; n++) await identify()
    ;[header, key] = [{ kid: 'k-2' }, privateKey]
    published.push({ ...(await exportJWK(publicKey)), kid: 'k-2', alg: 'ES256' })
    for (let n = 0; n < 3; n++) await expect(identify()).rejects.toMatchObject({ code: 'bad_request' })
    expect([lookups() - before, why]).toEqual([1, Array(3).fill('ERR_JWKS_NO_MATCHING_KEY')])
    vi.setSystemTime(Date.now() + 10_000)
    for (let n = 0; n < 3; n++) expect(await identify()).toMatchObject({ email_verified: true })
    expect(lookups() - before).toBe(2)
  })
})
