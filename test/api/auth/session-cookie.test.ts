import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routes } from '../../../functions/index.ts'
import { sessionCookieHeader } from '../../../shared/http/headers.ts'
import { caller } from '../../support/api/client.ts'
import { newTenant, password } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { fresh } from './auth.fixture.ts'
import { always, asPage, cleared, cookieOf, paths, signedIn, withCookie } from './session-cookie.fixture.ts'

const week = 'Max-Age=604800'

describe('a page that asks for a cookie', () => {
  test('gets the refresh token only there, out of reach of scripts and of other sites', async () => {
    const call = caller()
    const { account, answer, token } = await signedIn(call)
    expect(cookieOf(answer)!.attributes).toEqual(always)
    expect(token.split('.')).toHaveLength(3)
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'token_type', 'user'])
    expect(answer.text).not.toContain(token)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { email } = account
    const login = await call(paths.login, { body: { email, password }, headers: asPage() })
    expect([login.status, 'refresh_token' in login.body]).toEqual([200, false])
    expect(cookieOf(login)!.attributes).toEqual(always)
  })

  test('may have it kept for as long as the refresh token is valid', async () => {
    const call = caller()
    const { answer, token } = await signedIn(call, 'persistent')
    const attributes = [...always, week].sort()
    expect(cookieOf(answer)!.attributes).toEqual(attributes)
    const renewed = await call(paths.refresh, { headers: asPage(token, 'persistent') })
    expect(cookieOf(renewed)!.attributes).toEqual(attributes)
  })

  test('renews the session by it, with or without a body', async () => {
    const call = caller()
    let { token } = await signedIn(call)
    for (const options of [{}, { body: {} }, { raw: '' }]) {
      const { status, body, headers } = await call(paths.refresh, { ...options, headers: asPage(token) })
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'token_type']])
      const renewed = cookieOf({ headers })!.token
      expect(renewed).not.toBe(token)
      expect((await call('GET /api/v1/users/me', { token: body.access_token })).status).toBe(200)
      token = renewed
    }
  })

  test('may move a session to it, whose token it has', async () => {
    const { call, refresh_token } = await newTenant()
    const { token } = await signedIn(call)
    const moved = await call(paths.refresh, { body: { refresh_token }, headers: asPage(token) })
    expect([moved.status, 'refresh_token' in moved.body]).toEqual([200, false])
    expect((await call(paths.refresh, { headers: asPage(token) })).status).toBe(200)
  })

  test('has its session ended, and the cookie cleared, at sign-out', async () => {
    const call = caller()
    const { token } = await signedIn(call)
    for (const sent of [token, token, undefined, 'nonsense']) {
      const answer = await call(paths.logout, { headers: asPage(sent) })
      expect([answer.status, answer.body]).toEqual([200, { message: 'Logged out' }])
      expect(cookieOf(answer)).toEqual(cleared)
    }
    expect((await call(paths.refresh, { headers: asPage(token) })).status).toBe(401)
  })

  test('has a cookie cleared that renews nothing', async () => {
    for (const token of [undefined, '', 'nonsense']) {
      const answer = await caller()(paths.refresh, { headers: asPage(token) })
      expect([answer.status, cookieOf(answer)]).toEqual([401, cleared])
    }
  })

  test('keeps its cookie when a sign-in is refused', async () => {
    const body = { email: fresh().email, password }
    const answer = await caller()(paths.login, { body, headers: asPage('nonsense') })
    expect([answer.status, cookieOf(answer)]).toEqual([401, undefined])
  })

  test('has to say how long it is kept', async () => {
    for (const lifetime of ['', 'forever', 'session, persistent']) {
      const answer = await caller()(paths.refresh, { headers: asPage('nonsense', lifetime) })
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', sessionCookieHeader]])
      expect(cookieOf(answer)).toBeUndefined()
    }
  })

  test('can accept an invitation with it', async () => {
    const service = inProcess()
    const account = fresh()
    const { body: owner } = await service.call(paths.register, { body: account })
    await verifyAddress(service, { ...account, access_token: owner.access_token })
    const email = fresh().email
    await service.call('POST /api/v1/users', { body: { email, role: 'viewer' }, token: owner.access_token })
    const code = await codeFor(service, 'invitation', email)
    const accepted = await service.call('POST /auth/email/accept-invitation', {
      body: { code, password },
      headers: asPage(),
    })
    expect([accepted.status, 'refresh_token' in accepted.body]).toEqual([200, false])
    expect(cookieOf(accepted)!.attributes).toEqual(always)
  })
})

describe('two tabs that renew the session at once', () => {
  test('under one Idempotency-Key both go on', async () => {
    const call = caller()
    const { token } = await signedIn(call)
    const headers = { ...asPage(token), 'idempotency-key': randomUUID() }
    const [one, other] = await Promise.all([call(paths.refresh, { headers }), call(paths.refresh, { headers })])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(cookieOf(one)).toEqual(cookieOf(other))
    expect(one.body).toEqual(other.body)
    const next = await call(paths.refresh, { headers: asPage(cookieOf(one)!.token) })
    expect(next.status).toBe(200)
  })

  test('without one, the slower is refused, and the cookie of the faster stays', async () => {
    const { call } = inProcess()
    const { token } = await signedIn(call)
    const fast = await call(paths.refresh, { headers: asPage(token) })
    const slow = await call(paths.refresh, { headers: asPage(token) })
    expect([fast.status, slow.status]).toEqual([200, 401])
    expect(cookieOf(slow)).toBeUndefined()
    expect((await call(paths.refresh, { headers: asPage(cookieOf(fast)!.token) })).status).toBe(200)
  })
})

test('a token of a cookie that is used again later ends its session', async () => {
  const { call, pass } = inProcess()
  const { token } = await signedIn(call)
  const second = cookieOf(await call(paths.refresh, { headers: asPage(token) }))!.token
  pass(2)
  for (const used of [token, second]) {
    const answer = await call(paths.refresh, { headers: asPage(used) })
    expect([answer.status, cookieOf(answer)]).toEqual([401, cleared])
  }
})

describe('other clients', () => {
  test('get the refresh token in the body, and no cookie', async () => {
    const { call, refresh_token, email } = await newTenant()
    for (const { key, body } of [
      { key: paths.login, body: { email, password } },
      { key: paths.refresh, body: { refresh_token } },
    ]) {
      const answer = await call(key, { body })
      expect([answer.status, typeof answer.body.refresh_token, cookieOf(answer)]).toEqual([
        200,
        'string',
        undefined,
      ])
    }
    const out = await call(paths.logout, { body: { refresh_token } })
    expect([out.body, cookieOf(out)]).toEqual([{ message: 'Logged out' }, undefined])
  })

  test('have their cookies ignored', async () => {
    const call = caller()
    const { token } = await signedIn(call)
    for (const key of [paths.refresh, paths.logout]) {
      const answer = await call(key, { body: {}, headers: withCookie(token) })
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body.detail[0].loc).toEqual(['body', 'refresh_token'])
      expect(cookieOf(answer)).toBeUndefined()
    }
    expect((await call(paths.refresh, { headers: asPage(token) })).status).toBe(200)
  })
})

describe('a page of another origin', () => {
  const publicUrl = 'https://parcels.example'
  const send = (headers: Record<string, string>) =>
    inProcess({ variables: { PUBLIC_URL: publicUrl } }).call(paths.refresh, {
      headers: { [sessionCookieHeader.toLowerCase()]: 'session', host: 'api.example', ...headers },
    })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: publicUrl },
    { origin: 'https://evil.example' },
    { origin: 'http://parcels.example' },
    { origin: 'https://parcels.example.evil.example' },
    { origin: 'null' },
  ])('is refused: %o', async (headers) => {
    const answer = await send(headers)
    expect([answer.status, answer.body.code, cookieOf(answer)]).toEqual([403, 'forbidden', undefined])
  })

  test.each([
    // A distribution without an own domain: the functions do not know its name.
    { 'sec-fetch-site': 'same-origin', origin: 'https://d111.cloudfront.example' },
    { origin: publicUrl },
    { origin: 'https://api.example' },
    {},
  ])('is not: %o', async (headers) => {
    expect((await send(headers)).status).toBe(401)
  })

  test('is refused at the front door, before anything is done', async () => {
    const call = caller()
    const { token, account } = await signedIn(call)
    const headers = { ...asPage(token), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const { email } = account
    for (const [key, body] of [
      [paths.refresh, {}],
      [paths.logout, {}],
      [paths.login, { email, password }],
      [paths.register, fresh()],
    ] as const) {
      const { status, headers: given } = await call(key, { body, headers })
      expect([key, status, given['set-cookie']]).toEqual([key, 403, undefined])
    }
    expect((await call(paths.refresh, { headers: asPage(token) })).status).toBe(200)
  })

  test('cannot send the header: preflight requests do not allow it, nor credentials', async () => {
    for (const { path } of routes.filter(({ sessionCookie }) => sessionCookie)) {
      const { headers } = await caller()(`OPTIONS ${path}`, {
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': sessionCookieHeader.toLowerCase(),
        },
        contract: false,
      })
      expect(headers['access-control-allow-headers']).toContain('content-type')
      expect(headers['access-control-allow-headers']).not.toMatch(/\*|cookie/i)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
  })
})

test('every route with a refresh token can use the cookie', () => {
  const hasToken = (schema: z.ZodType | undefined) =>
    schema !== undefined &&
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('"refresh_token"')
  const withToken = routes.filter(({ body, reply }) => hasToken(body) || hasToken(reply))
  expect(withToken).toHaveLength(10)
  expect(withToken.filter(({ sessionCookie }) => !sessionCookie)).toEqual([])
})
