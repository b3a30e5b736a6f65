import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { begin, follow, path, serviceWith, signIn, newIdentity } from '../../support/oauth/sign-in.ts'
import { openIdProvider, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => void (provider = await openIdProvider()))
afterAll(() => provider.stop())

describe('a whole sign-in with the identity provider of the local cloud', () => {
  test('creates a user, and signs in to the same user the next time', async () => {
    const call = caller()
    const { email } = newIdentity()
    const first = await signIn(call, email)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({
      token_type: 'bearer',
      user: { email, is_active: true, role: 'manager', email_verified: true },
    })
    expect((await call('GET /api/v1/shipments', { token: first.body.access_token })).status).toBe(200)
    const { refresh_token } = first.body
    expect((await call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(200)
    expect((await signIn(caller(), email.toUpperCase())).body.user).toEqual(first.body.user)
  })

  test('can use its state only once', async () => {
    const call = caller()
    const { url } = await begin(call, 'custom/local', '?login_hint=again@example.com')
    const back = `GET ${await follow(url)}`
    expect([(await call(back)).status, (await call(back)).status]).toEqual([200, 400])
  })
})

describe('the start of a sign-in', () => {
  test.each(['google', 'microsoft', 'custom/local'])(
    'with %s returns an authorization URL with fresh random values',
    async (name) => {
      const { url, state } = await begin(caller(), name, '?login_hint=anna@example.com')
      const sent = Object.fromEntries(url.searchParams)
      expect(sent).toMatchObject({
        response_type: 'code',
        scope: 'openid email profile',
        state,
        code_challenge_method: 'S256',
        login_hint: 'anna@example.com',
      })
      expect(sent.redirect_uri).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}/${name}/callback$`))
      for (const random of [state, sent.nonce, sent.code_challenge]) expect(random).toMatch(/^[\w-]{43}$/)
      expect(new Set([state, sent.nonce, sent.code_challenge]).size).toBe(3)
    },
  )

  test('leads to Google and Microsoft even if they are not configured; then their callback says so', async () => {
    const call = caller()
    const addresses = {
      google: 'https://accounts.google.com/o/oauth2/v2/auth',
      microsoft: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    }
    for (const [name, address] of Object.entries(addresses)) {
      const { url, state } = await begin(call, name)
      expect(url.origin + url.pathname).toBe(address)
      expect(url.searchParams.get('client_id')).toBe('not-configured')
      const { status, body } = await call(`GET ${path}/${name}/callback?code=c&state=${state}`)
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`${name} is not configured`)])
    }
  })

  test.each([
    'unknown',
    'custom',
    'custom/unknown',
    'custom/google',
    'constructor',
    'custom/__proto__',
    'Google',
  ])('with the unknown provider %s gets 404, as does its callback', async (name) => {
    for (const end of ['', '/callback']) {
      const { status, body } = await caller()(`GET ${path}/${name}${end}`)
      if (name + end === 'custom/callback') continue
      expect([status, body.detail]).toEqual([404, 'Identity provider not found'])
    }
  })

  test('ignores the client’s Host header in the redirect URI', async () => {
    const { call } = serviceWith(provider)
    const { body } = await call(`GET ${path}/google`, { headers: { host: 'evil.example' } })
    expect(body.authorization_url).toContain('redirect_uri=http')
    expect(body.authorization_url).not.toContain('evil')
  })

  test('uses the setting PUBLIC_URL for the redirect URI', async () => {
    const { begin } = serviceWith(provider, { variables: { PUBLIC_URL: 'https://api.example/' } })
    expect((await begin()).url.searchParams.get('redirect_uri')).toBe(
      `https://api.example${path}/custom/one/callback`,
    )
  })
})

test('the exchange sends the code verifier, the original redirect URI, and the client’s credentials', async () => {
  const service = serviceWith(provider)
  const { url, state, nonce } = await service.begin()
  expect((await service.finish({ state, code: provider.code({ nonce, ...newIdentity() }) })).status).toBe(200)
  const { form, authorization } = provider.asked.findLast((one) => one.path === '/token')!
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: 'authorization_code',
    redirect_uri: url.searchParams.get('redirect_uri'),
  })
  const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url')
  expect(challenge).toBe(url.searchParams.get('code_challenge'))
  const [, basic = ''] = /^Basic (.*)$/.exec(authorization ?? '') ?? []
  const credentials = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  expect(credentials).toEqual(Object.values(provider.client))
})

test('50 simultaneous callbacks of one sign-in create one session', async () => {
  const service = serviceWith(provider)
  const { state, nonce } = await service.begin()
  const parameters = { state, code: provider.code({ nonce, ...newIdentity() }) }
  const before = provider.asked.filter(({ path }) => path === '/token').length
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.finish(parameters)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(400)])
  expect(provider.asked.filter(({ path }) => path === '/token').length - before).toBe(1)
})

test('simultaneous first sign-ins of one identity create one tenant with one user', async () => {
  const service = serviceWith(provider)
  for (let round = 0; round < 5; round++) {
    const identity = newIdentity()
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.signIn(identity)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => `${body.user.id} ${body.user.tenant_id}`)).size).toBe(1)
  }
})
