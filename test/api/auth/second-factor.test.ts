import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { addSecondFactor, codeAt } from '../../support/auth/second-factor.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { openIdProvider } from '../../support/oauth/openid-provider.ts'
import { newIdentity, serviceWith } from '../../support/oauth/sign-in.ts'

let service: ReturnType<typeof inProcess>
let provider: Awaited<ReturnType<typeof openIdProvider>>
beforeAll(async () => void (provider = await openIdProvider()))
afterAll(() => provider.stop())
beforeEach(() => void (service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })))

const own = '/api/v1/users/me/second-factor'
const send = (key: string, token: string, body?: object) => service.call(key, { token, ...(body && { body }) })
async function registered(email = `factor-${randomUUID()}@example.com`) {
  const body = { email, password, tenant_name: 'Swift Couriers' }
  const account = { email, ...(await service.call('POST /api/v1/auth/register', { body })).body }
  await verifyAddress(service, account)
  return account as { email: string; access_token: string; refresh_token: string; user: any }
}
async function protectedAccount() {
  const account = await registered()
  return { ...account, ...(await addSecondFactor(service, account.access_token)) }
}
const login = (email: string) => service.call('POST /api/v1/auth/login', { body: { email, password } })
/** The ticket of a sign-in with the right password. */
const ticketOf = async (email: string) => {
  const { status, body } = await login(email)
  expect([status, body.code, body.reason]).toEqual([401, 'second_factor_required', 'second_factor_required'])
  return body.params.ticket as string
}
const prove = (ticket: string, code: string) =>
  service.call('POST /api/v1/auth/second-factor', { body: { ticket, code } })
const now = (secret: string, steps = 0) =>
  codeAt(secret, new Date(service.clock.now.getTime() + steps * 30_000))
const letters = (occasion: string) =>
  service.outboxMessages.filter((one) => one.occasion === occasion).map(({ to }) => to)

describe('a sign-in', () => {
  test('of a user without a second factor needs no code, and its token names no methods', async () => {
    const { email } = await registered()
    const { status, body } = await login(email)
    expect(status).toBe(200)
    expect(decodeJwt(body.access_token)).not.toHaveProperty('amr')
  })

  test('of a user with one needs a code of the app, and its tokens say so, also after a refresh', async () => {
    const { email, secret, user } = await protectedAccount()
    const signedIn = await prove(await ticketOf(email), now(secret))
    expect([signedIn.status, signedIn.body.user.id]).toEqual([200, user.id])
    expect(decodeJwt(signedIn.body.access_token)['amr']).toEqual(['pwd', 'otp', 'mfa'])
    service.pass(60)
    const { refresh_token } = signedIn.body
    const refreshed = await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
    expect(decodeJwt(refreshed.body.access_token)['amr']).toEqual(['pwd', 'otp', 'mfa'])
    const me = await send('GET /api/v1/users/me', refreshed.body.access_token)
    expect(me.body.second_factor_since).toEqual(expect.any(String))
  })

  test('uses a code once, also if two send it at once', async () => {
    const { email, secret } = await protectedAccount()
    const tickets = [await ticketOf(email), await ticketOf(email)]
    const code = now(secret)
    const answers = await Promise.all(tickets.map((ticket) => prove(ticket, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(answers.find(({ status }) => status === 401)?.body.reason).toBe('second_factor_wrong')
    // An earlier one is used up too.
    expect((await prove(tickets[0]!, now(secret, -1))).status).toBe(401)
  })

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('with a code of the time step %i is a %i', async (steps, status) => {
    const { email, secret } = await protectedAccount()
    service.pass(300)
    expect((await prove(await ticketOf(email), now(secret, steps))).status).toBe(status)
  })

  test('checks five of 200 codes that are tried at once, and the right one only a quarter of an hour later', async () => {
    const { email, secret } = await protectedAccount()
    const ticket = await ticketOf(email)
    const right = now(secret)
    const wrong = Array.from({ length: 200 }, (_, n) => String(n).padStart(6, '0')).filter(
      (code) => ![-1, 0, 1].some((steps) => code === now(secret, steps)),
    )
    const answers = await Promise.all(wrong.map((code) => prove(ticket, code)))
    const count = (status: number) => answers.filter((one) => one.status === status).length
    expect([count(401), count(429)]).toEqual([5, wrong.length - 5])
    const refused = await prove(ticket, right)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    service.pass(900)
    expect((await prove(await ticketOf(email), now(secret))).status).toBe(200)
  })

  test('has to follow the password within five minutes, before the sessions end, and with an unchanged ticket', async () => {
    const { email, secret, access_token } = await protectedAccount()
    const [late, ended] = [await ticketOf(email), await ticketOf(email)]
    service.pass(299)
    expect((await prove(`${late}x`, now(secret))).body.reason).toBe('sign_in_expired')
    service.pass(1)
    expect((await prove(late, now(secret))).body.reason).toBe('sign_in_expired')
    service.pass(-200)
    await send('DELETE /api/v1/users/me/sessions', access_token)
    expect((await prove(ended, now(secret))).body.reason).toBe('sign_in_expired')
    // The ticket is no token.
    expect((await service.call('GET /api/v1/users/me', { token: ended })).status).toBe(401)
  })

  test('through an identity provider needs the code too', async () => {
    const signIns = serviceWith(provider, { variables: { AUTH_PER_MINUTE: '3000' } })
    service = signIns
    const claims = { ...newIdentity(), email_verified: true }
    const { body: first } = await signIns.signIn(claims)
    const { secret } = await addSecondFactor(signIns, first.access_token)
    const { status, body } = await signIns.signIn(claims)
    expect([status, body.code]).toEqual([401, 'second_factor_required'])
    const signedIn = await prove(body.params.ticket, codeAt(secret, signIns.clock.now))
    expect([signedIn.status, signedIn.body.user.id]).toEqual([200, first.user.id])
    expect(decodeJwt(signedIn.body.access_token)['amr']).toEqual(['otp', 'mfa'])
  })

  test('is in the audit log: the right password, the wrong code, and the right one', async () => {
    const { email, secret, user } = await protectedAccount()
    const ticket = await ticketOf(email)
    await prove(ticket, 'not a code')
    const { access_token } = (await prove(ticket, now(secret))).body
    const { body } = await send(`GET /api/v1/audit?actor=${user.id}&limit=3`, access_token)
    expect(body.map(({ action, outcome }: any) => [action, outcome])).toEqual([
      ['signInWithSecondFactor', 'done'],
      ['signInWithSecondFactor', 'refused'],
      ['login', 'refused'],
    ])
    expect(JSON.stringify(body)).not.toContain(ticket)
  })
})

describe('recovery codes', () => {
  test('are ten that work once each, however they are typed, until they are replaced', async () => {
    const { email, secret, recovery_codes } = await protectedAccount()
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-?){4}$/)
    const [first = '', second = ''] = recovery_codes
    const signedIn = await prove(await ticketOf(email), ` ${first.toLowerCase().replaceAll('-', ' ')} `)
    expect(decodeJwt(signedIn.body.access_token)['amr']).toEqual(['pwd', 'mfa'])
    expect((await prove(await ticketOf(email), first)).status).toBe(401)
    const { access_token } = signedIn.body
    const renewed = await send(`POST ${own}/recovery-codes`, access_token, { code: now(secret) })
    expect(renewed.status, renewed.text).toBe(200)
    expect((await prove(await ticketOf(email), second)).status).toBe(401)
    expect((await prove(await ticketOf(email), renewed.body.recovery_codes[9])).status).toBe(200)
  })

  test('and secrets are stored nowhere as they are', async () => {
    const { secret, recovery_codes, user } = await protectedAccount()
    const all: unknown[] = []
    for await (const item of allItems()) all.push(item)
    const items = JSON.stringify(all).toUpperCase()
    expect(items).toContain(user.id.toUpperCase())
    for (const text of [secret, ...recovery_codes]) {
      expect(items).not.toContain(text.toUpperCase())
      expect(items).not.toContain(text.replaceAll('-', '').toUpperCase())
    }
  })
})

describe('an enrolment', () => {
  test('counts once it is confirmed by a code, ends the other sessions, and is written about', async () => {
    const account = await registered()
    const other = (await login(account.email)).body
    const { body } = await send(`POST ${own}`, account.access_token)
    expect(body.uri).toBe(
      `otpauth://totp/Courier%20Logistics:${encodeURIComponent(account.email)}?secret=${body.secret}&issuer=Courier%20Logistics`,
    )
    expect((await login(account.email)).status).toBe(200)
    const wrong = await send(`POST ${own}/recovery-codes`, account.access_token, { code: '12345' })
    expect([wrong.status, wrong.body.reason]).toEqual([400, 'factor_code_wrong'])
    expect((await login(account.email)).status).toBe(200)
    expect(
      (await send(`POST ${own}/recovery-codes`, account.access_token, { code: now(body.secret) })).status,
    ).toBe(200)
    const refresh = (refresh_token: string) =>
      service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
    expect((await refresh(other.refresh_token)).status).toBe(401)
    expect((await refresh(account.refresh_token)).status).toBe(200)
    expect(letters('second_factor_added')).toEqual([account.email])
    await ticketOf(account.email)
  })

  test('needs a verified address, and one that was begun', async () => {
    const body = { email: `factor-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
    const { access_token } = (await service.call('POST /api/v1/auth/register', { body })).body
    expect((await send(`POST ${own}`, access_token)).body.code).toBe('email_not_verified')
    const other = await registered()
    const refused = await send(`POST ${own}/recovery-codes`, other.access_token, { code: '123456' })
    expect([refused.status, refused.body.reason]).toEqual([409, 'second_factor_not_begun'])
  })

  test('is one, however many are confirmed at once, and only another time after the end of it', async () => {
    const { access_token } = await registered()
    const { secret } = (await send(`POST ${own}`, access_token)).body
    const code = now(secret)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => send(`POST ${own}/recovery-codes`, access_token, { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(letters('second_factor_added')).toHaveLength(1)
    const again = await send(`POST ${own}`, access_token)
    expect([again.status, again.body.reason]).toEqual([409, 'second_factor_exists'])
    service.pass(120)
    expect((await send(`POST ${own}/end`, access_token, { code: now(secret) })).status).toBe(200)
    expect((await send(`POST ${own}`, access_token)).status).toBe(200)
  })

  test('is guessed five times, also under one Idempotency-Key', async () => {
    const { access_token: token } = await registered()
    await send(`POST ${own}`, token)
    const headers = { 'idempotency-key': randomUUID() }
    const statuses: number[] = []
    for (let n = 0; n < 7; n++)
      statuses.push(
        (await service.call(`POST ${own}/recovery-codes`, { token, headers, body: { code: `x${n}` } })).status,
      )
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})

describe('what needs a recent code', () => {
  const newKey = () => ({ name: 'Shop', scopes: ['shipments:read'] })
  const insufficient = [401, 'insufficient_user_authentication', 'factor_not_recent']
  const refusalOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code, body.reason]

  test('is refused five minutes after a sign-in, with the header of RFC 9470, until a code is proven', async () => {
    const { email, secret } = await protectedAccount()
    const { access_token } = (await prove(await ticketOf(email), now(secret))).body
    service.pass(299)
    expect((await send('POST /api/v1/api-keys', access_token, newKey())).status).toBe(201)
    service.pass(1)
    const late = await send('POST /api/v1/api-keys', access_token, newKey())
    expect(refusalOf(late)).toEqual(insufficient)
    expect(late.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", max_age="300"',
    )
    const wrong = await send(`POST ${own}/prove`, access_token, { code: '000000' })
    expect([wrong.status, wrong.body.reason]).toEqual([400, 'factor_code_wrong'])
    const proven = await send(`POST ${own}/prove`, access_token, { code: now(secret) })
    const until = new Date(service.clock.now.getTime() + 300_000).toISOString()
    expect([proven.status, proven.body]).toEqual([200, { proven_until: until }])
    expect((await send('POST /api/v1/api-keys', access_token, newKey())).status).toBe(201)
    service.pass(300)
    expect(refusalOf(await send('POST /api/v1/api-keys', access_token, newKey()))).toEqual(insufficient)
  })

  test('is keys, people, ownership, exports, passports and proofs; not what ends access', async () => {
    const owner = await protectedAccount()
    const hired = await hire(owner.access_token)
    const { access_token: token } = owner
    const key = (await send('POST /api/v1/api-keys', token, newKey())).body
    const courier = (await send('POST /api/v1/couriers', token, exampleOf(NewCourier))).body
    service.pass(300)
    const { id } = hired.user
    const needing: [string, object?][] = [
      ['POST /api/v1/api-keys', newKey()],
      [`POST /api/v1/api-keys/${key.id}/rotate`],
      ['POST /api/v1/users', { email: 'new@example.com', role: 'viewer' }],
      [`PUT /api/v1/users/${id}`, { role: 'operator' }],
      [`DELETE /api/v1/users/${id}`],
      [`DELETE /api/v1/users/${id}/second-factor`],
      [`POST /api/v1/users/${id}/ownership`, {}],
      ['POST /api/v1/exports', { kind: 'shipments', format: 'csv' }],
      [`POST /api/v1/couriers/${courier.id}/passport/reveal`, { reason: 'Check-in' }],
      ['PUT /api/v1/settings', { handover: { require: ['code'] } }],
    ]
    for (const [route, body] of needing)
      expect([route, ...refusalOf(await send(route, token, body))]).toEqual([route, ...insufficient])
    const free: [string, object?][] = [
      ['PUT /api/v1/settings', { time_zone: 'Asia/Tbilisi' }],
      [`DELETE /api/v1/users/${id}/sessions`],
      [`DELETE /api/v1/api-keys/${key.id}`],
    ]
    for (const [route, body] of free) {
      const { status, text } = await send(route, token, body)
      expect([route, status], text).toEqual([route, 200])
    }
  })

  test('is asked of nobody without a second factor, and of no key', async () => {
    const { access_token } = await registered()
    service.pass(600)
    const { status, body } = await send('POST /api/v1/api-keys', access_token, {
      name: 'Exports',
      scopes: ['exports:write', 'shipments:read'],
    })
    expect(status).toBe(201)
    const given = { grant_type: 'client_credentials', client_id: body.client_id, client_secret: body.secret }
    const { access_token: token } = (await service.call('POST /api/v1/auth/token', { body: given })).body
    const exported = await send('POST /api/v1/exports', token, { kind: 'shipments', format: 'csv' })
    expect(exported.status, exported.text).toBe(202)
  })

  test('is proven for one session, and not for the others of the user', async () => {
    const { email, secret } = await protectedAccount()
    const one = (await prove(await ticketOf(email), now(secret))).body.access_token
    service.pass(400)
    const other = (await prove(await ticketOf(email), now(secret))).body.access_token
    expect((await send('POST /api/v1/api-keys', other, newKey())).status).toBe(201)
    expect(refusalOf(await send('POST /api/v1/api-keys', one, newKey()))).toEqual(insufficient)
  })
})

describe('the end of a second factor', () => {
  test('by its user takes a code, and is written about', async () => {
    const { email, access_token, recovery_codes } = await protectedAccount()
    expect((await send(`POST ${own}/end`, access_token, { code: '000000' })).status).toBe(400)
    expect((await send(`POST ${own}/end`, access_token, { code: recovery_codes[0]! })).status).toBe(200)
    expect((await login(email)).status).toBe(200)
    expect(letters('second_factor_ended')).toEqual([email])
    const none = await send(`POST ${own}/end`, access_token, { code: recovery_codes[1]! })
    expect([none.status, none.body.reason]).toEqual([409, 'no_second_factor'])
  })

  test('by a manager ends that of a colleague and their sessions, not the own one or the owner’s, and both get a letter', async () => {
    const owner = await protectedAccount()
    const hired = await hire(owner.access_token)
    const { secret } = await addSecondFactor(service, hired.access_token)
    const reset = (id: string, token: string) => send(`DELETE /api/v1/users/${id}/second-factor`, token)
    expect((await reset(hired.user.id, hired.access_token)).body.reason).toBe('own_second_factor')
    expect((await reset(owner.user.id, hired.access_token)).body.reason).toBe('owners_second_factor')
    const ticket = await ticketOf(hired.user.email)
    const { status, text } = await reset(hired.user.id, owner.access_token)
    expect(status, text).toBe(200)
    expect(letters('second_factor_reset').sort()).toEqual([hired.user.email, owner.email].sort())
    expect((await prove(ticket, now(secret))).body.reason).toBe('sign_in_expired')
    const { refresh_token } = hired
    expect((await service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })).status).toBe(401)
    expect((await login(hired.user.email)).status).toBe(200)
    expect((await reset(hired.user.id, owner.access_token)).body.reason).toBe('no_second_factor')
  })

  test('is not that of a password reset by e-mail', async () => {
    const { email } = await protectedAccount()
    await service.call('POST /auth/email/send-reset-password', { body: { email } })
    const body = { email, code: await codeFor(service, 'reset', email), new_password: password }
    expect((await service.call('POST /auth/email/reset-password', { body })).status).toBe(200)
    await ticketOf(email)
  })
})

/** Invites a manager, who accepts. */
async function hire(token: string) {
  const email = `hired-${randomUUID()}@example.com`
  expect((await send('POST /api/v1/users', token, { email, role: 'manager' })).status).toBe(201)
  const code = await codeFor(service, 'invitation', email)
  const { body } = await service.call('POST /auth/email/accept-invitation', { body: { code, password } })
  return body as { access_token: string; refresh_token: string; user: any }
}
