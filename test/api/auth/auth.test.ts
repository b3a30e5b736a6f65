import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { caller, freshAddress } from '../../support/api/client.ts'
import { newTenant, password } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { fresh } from './auth.fixture.ts'

describe('registration', () => {
  test('creates a tenant and its manager, and signs the manager in', async () => {
    const call = caller()
    const body = fresh()
    const { status, body: answer } = await call('POST /api/v1/auth/register', { body })
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      token_type: 'bearer',
      user: { email: body.email, is_active: true, role: 'manager', email_verified: false },
    })
    const claims = decodeJwt(answer.access_token)
    expect(claims).toMatchObject({ sub: answer.user.id, tenant_id: answer.user.tenant_id })
    expect(claims.exp! - claims.iat!).toBe(15 * 60)
    const refresh = decodeJwt(answer.refresh_token)
    expect(refresh.exp! - refresh.iat!).toBe(7 * 24 * 3600)
    expect(refresh).toMatchObject({ sub: answer.user.id, tenant_id: answer.user.tenant_id })
  })

  test('refuses an e-mail address that already has a user, in any letter case', async () => {
    const call = caller()
    const body = fresh()
    await call('POST /api/v1/auth/register', { body })
    const again = await call('POST /api/v1/auth/register', {
      body: { ...body, email: body.email.toUpperCase() },
    })
    expect(again.status).toBe(400)
    expect(again.body.detail).toBe('A user with this e-mail already exists')
  })

  test.each([
    ['no body at all', undefined, [{ loc: ['body'], type: 'missing' }]],
    ['no e-mail', { password, tenant_name: 'T' }, [{ loc: ['body', 'email'], type: 'missing' }]],
    [
      'an e-mail without a domain',
      { email: 'nobody', password, tenant_name: 'T' },
      [{ loc: ['body', 'email'], type: 'value_error' }],
    ],
    [
      'a short password',
      { ...fresh(), password: 'seven77' },
      [{ loc: ['body', 'password'], type: 'value_error' }],
    ],
    [
      'a password over 256 bytes',
      { ...fresh(), password: 'é'.repeat(129) },
      [{ loc: ['body', 'password'], type: 'value_error' }],
    ],
    [
      'a password that is the e-mail address',
      { email: 'a@example.com', password: 'A@Example.COM', tenant_name: 'T' },
      [{ loc: ['body', 'password'], type: 'value_error' }],
    ],
    [
      'a blank tenant name',
      { ...fresh(), tenant_name: ' ' },
      [{ loc: ['body', 'tenant_name'], type: 'string_too_short' }],
    ],
    [
      'an empty tenant name',
      { ...fresh(), tenant_name: '' },
      [{ loc: ['body', 'tenant_name'], type: 'string_too_short' }],
    ],
    [
      'a number as tenant name',
      { ...fresh(), tenant_name: 7 },
      [{ loc: ['body', 'tenant_name'], type: 'string_type' }],
    ],
  ])('refuses %s with 422 and names the field', async (_what, body, faults) => {
    const { status, body: answer } = await caller()('POST /api/v1/auth/register', { body })
    expect(status).toBe(422)
    expect(answer.detail).toMatchObject(faults)
  })

  test('accepts passwords of 256 bytes, with emoji and NUL, and distinguishes passwords that differ only after byte 72', async () => {
    const long = 'x'.repeat(100)
    for (const unusual of ['é'.repeat(128), '🛫🛬🛫🛬🛫🛬🛫🛬', 'nul\0nul\0nul', `${long}a`]) {
      const call = caller()
      const body = { ...fresh(), password: unusual }
      expect((await call('POST /api/v1/auth/register', { body })).status).toBe(201)
      expect((await call('POST /api/v1/auth/login', { body })).status).toBe(200)
      const other = { ...body, password: `${unusual.slice(0, -1)}b` }
      expect((await call('POST /api/v1/auth/login', { body: other })).status).toBe(401)
    }
  })

  test('refuses common passwords if the stage’s settings require it', async () => {
    const { call, runtime } = inProcess()
    Object.assign(runtime, { settings: { ...runtime.settings, refuseCommonPasswords: true } })
    const refused = await call('POST /api/v1/auth/register', { body: { ...fresh(), password: 'Password123' } })
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'password'], type: 'value_error' }])
    expect((await call('POST /api/v1/auth/register', { body: fresh() })).status).toBe(201)
  })

  test('lets a network register companies without delay up to the setting, and each further one after twice the time', async () => {
    const service = inProcess()
    const { runtime } = service
    Object.assign(runtime, { settings: { ...runtime.settings, registrationsPerNetwork: 3 } })
    const attempt = (from?: string) =>
      service.call('POST /api/v1/auth/register', { body: fresh(), ...(from !== undefined && { from }) })
    const statuses = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => attempt()))
      return answers.map(({ status }) => status)
    }
    expect(await statuses(3)).toEqual([201, 201, 201])
    for (const minutes of [1, 2, 4]) {
      const refused = await attempt()
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(minutes * 60)])
      expect((await attempt('127.99.1.2')).status, 'another network').toBe(201)
      service.pass(minutes * 60 - 1)
      expect((await attempt()).status, 'a second early').toBe(429)
      service.pass(1)
      expect((await attempt()).status).toBe(201)
    }
    service.pass(24 * 3600)
    expect(await statuses(3), 'the next day').toEqual([201, 201, 201])
  })
})

describe('login', () => {
  test('returns the same fields as registration', async () => {
    const { call, email, user } = await newTenant()
    const { status, body } = await call('POST /api/v1/auth/login', {
      body: { email: email.toUpperCase(), password },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', user })
  })

  test('does not distinguish an unknown user from a wrong password', async () => {
    const { call, email } = await newTenant()
    const wrong = await call('POST /api/v1/auth/login', { body: { email, password: 'something else' } })
    const unknown = await call('POST /api/v1/auth/login', { body: { ...fresh(), password: 'something else' } })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text).toBe(unknown.text)
  })

  test('locks an account for 15 minutes after ten failures from one IP address, and only for that address', async () => {
    const { call, pass } = inProcess()
    const body = fresh()
    await call('POST /api/v1/auth/register', { body })
    const guess = { body: { ...body, password: 'wrong password' } }
    for (let n = 0; n < 10; n++) expect((await call('POST /api/v1/auth/login', guess)).status).toBe(401)
    const locked = await call('POST /api/v1/auth/login', { body })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890)
    expect(locked.headers.ratelimit).toContain(`;r=0;t=${locked.headers['retry-after']}`)
    expect((await caller()('POST /api/v1/auth/login', { body })).status).toBe(200)
    pass(900)
    expect((await call('POST /api/v1/auth/login', { body })).status).toBe(200)
  })

  test('checks only ten of forty simultaneous wrong passwords, and every right one', async () => {
    const { email } = await newTenant()
    const guesser = caller()
    const guesses = Array.from({ length: 40 }, (_, n) => `wrong password ${n}`)
    const answers = await Promise.all(
      guesses.map((guess) => guesser('POST /api/v1/auth/login', { body: { email, password: guess } })),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    expect(answers.filter(({ status }) => status === 429).length).toBe(30)
    const owner = caller()
    const logins = await Promise.all(
      Array.from({ length: 16 }, () => owner('POST /api/v1/auth/login', { body: { email, password } })),
    )
    expect(logins.map(({ status }) => status)).toEqual(Array(16).fill(200))
  })
})

describe('login attempts that never finish', () => {
  const limit = { name: 'login', quota: 10, window: 900 }

  test('count towards the limit for 15 seconds; then the right password is accepted again', async () => {
    const { call, pass, runtime, clock, address } = inProcess()
    const body = fresh()
    await call('POST /api/v1/auth/register', { body })
    const pair = JSON.stringify([body.email, address])
    for (let n = 0; n < 12; n++) await runtime.limits.reserve(limit, pair, clock.now)
    const waiting = await call('POST /api/v1/auth/login', { body })
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([429, '15'])
    pass(15)
    expect((await call('POST /api/v1/auth/login', { body })).status).toBe(200)
  })
})

describe('the rate limit of an authentication endpoint', () => {
  test('is exact, appears in headers, and counts each IP address and endpoint separately', async () => {
    const address = freshAddress()
    const call = caller(address)
    const forged = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n % 250}`, 'x-real-ip': '10.1.1.1' })
    const answers = await Promise.all(
      Array.from({ length: 320 }, (_, n) =>
        call('POST /api/v1/auth/logout', { body: { refresh_token: 'x' }, headers: forged(n) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(300)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(20)
    expect(refused[0]!.headers).toMatchObject({ 'ratelimit-policy': '"address";q=300;w=60' })
    expect(refused[0]!.headers.ratelimit).toMatch(/^"address";r=0;t=\d+$/)
    expect((await caller()('POST /api/v1/auth/logout', { body: { refresh_token: 'x' } })).status).toBe(200)
    const other = await call('POST /api/v1/auth/refresh', { body: { refresh_token: 'x' } })
    expect([other.status, other.headers.ratelimit]).toEqual([401, '"address";r=299;t=60'])
  })
})
