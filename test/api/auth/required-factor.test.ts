import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { users } from '../../../shared/domain/users/record.ts'
import { password } from '../../support/api/tenant.ts'
import { addSecondFactor, codeAt, requireFactor } from '../../support/auth/second-factor.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { openIdProvider } from '../../support/oauth/openid-provider.ts'
import { newIdentity, serviceWith } from '../../support/oauth/sign-in.ts'

let service: ReturnType<typeof inProcess>
let provider: Awaited<ReturnType<typeof openIdProvider>>
beforeAll(async () => void (provider = await openIdProvider()))
afterAll(() => provider.stop())
beforeEach(() => void (service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })))

interface Account {
  access_token: string
  refresh_token: string
  user: { id: string; email: string; tenant_id: string }
}
const day = 24 * 3600
const inDays = (days: number) => new Date(service.clock.now.getTime() + days * day * 1000).toISOString()
const send = (key: string, token: string, body?: object) => service.call(key, { token, ...(body && { body }) })
const anyone = (path: string, body: object) => service.call(`POST ${path}`, { body })
const login = (email: string) => anyone('/api/v1/auth/login', { email, password })
const refresh = ({ refresh_token }: Account) => anyone('/api/v1/auth/refresh', { refresh_token })
const at = '/api/v1/auth/second-factor/enrolment'
const begin = (ticket: string) => anyone(at, { ticket })
const confirm = (ticket: string, code: string) => anyone(`${at}/confirm`, { ticket, code })
const now = (secret: string) => codeAt(secret, service.clock.now)
const me = async ({ access_token }: Account) => (await send('GET /api/v1/users/me', access_token)).body

async function registered() {
  const email = `owner-${randomUUID()}@example.com`
  const { body } = await anyone('/api/v1/auth/register', { email, password, tenant_name: 'Swift Couriers' })
  await verifyAddress(service, { email, ...body })
  return body as Account
}
/** Invites a user, who accepts. */
async function hire({ access_token }: Account, role = 'operator') {
  const email = `hired-${randomUUID()}@example.com`
  const invited = await send('POST /api/v1/users', access_token, { email, role })
  expect(invited.status, invited.text).toBe(201)
  const code = await codeFor(service, 'invitation', email)
  return anyone('/auth/email/accept-invitation', { code, password })
}
/** An owner with an authenticator app, and a colleague of a role without. */
async function company(role?: string) {
  const owner = await registered()
  const hired = (await hire(owner, role)).body as Account
  const { secret } = await addSecondFactor(service, owner.access_token)
  const requires = (second_factor?: object) => requireFactor(service, owner.access_token, second_factor)
  return { owner, hired, secret, requires }
}
/** The ticket of a sign-in that may not end without a second factor. */
function ticketOf({ status, body }: { status: number; body: any }) {
  expect([status, body.code, body.reason]).toEqual([401, 'second_factor_missing', 'second_factor_missing'])
  return body.params.ticket as string
}

describe('a company that requires a second factor', () => {
  test('says from when, lets users in until then, and from then on lets them add one when they sign in', async () => {
    const { hired, requires } = await company()
    expect((await me(hired)).second_factor_required_from).toBeNull()
    const from = inDays(2)
    await requires({ required_of: 'all', from })
    expect((await me(hired)).second_factor_required_from).toBe(from)
    service.pass(2 * day - 1)
    const before = (await login(hired.user.email)).body as Account
    expect((await refresh(before)).status).toBe(200)
    service.pass(1)
    const ticket = ticketOf(await login(hired.user.email))
    const { secret, uri } = (await begin(ticket)).body
    expect(uri).toContain(`secret=${secret}`)
    // It counts once it is confirmed.
    ticketOf(await login(hired.user.email))
    const { status, body } = await confirm(ticket, now(secret))
    expect([status, body.user.id, body.recovery_codes.length]).toEqual([200, hired.user.id, 10])
    expect(decodeJwt(body.access_token)['amr']).toEqual(['pwd', 'otp', 'mfa'])
    expect((await me(body)).second_factor_since).toEqual(expect.any(String))
    expect((await refresh(body)).status).toBe(200)
    const again = await login(hired.user.email)
    expect(again.body.code).toBe('second_factor_required')
    const code = body.recovery_codes[0]
    const { ticket: other } = again.body.params
    expect((await anyone('/api/v1/auth/second-factor', { ticket: other, code })).status).toBe(200)
    const letters = service.outboxMessages.filter(({ occasion }) => occasion === 'second_factor_added')
    expect(letters.map(({ to }) => to)).toContain(hired.user.email)
  })

  test('ends sessions without one at their next refresh, and not those with one', async () => {
    const { owner, hired, requires } = await company()
    await requires()
    const refused = await refresh(hired)
    expect([refused.status, refused.body.reason]).toEqual([401, 'session_without_factor'])
    expect(refused.body.params).toEqual({})
    const sessions = await send(`GET /api/v1/users/${hired.user.id}/sessions`, owner.access_token)
    expect(sessions.body).toEqual([])
    expect((await refresh(owner)).status).toBe(200)
    // It has ended, whatever the company requires later.
    await requires({ required_of: 'none' })
    expect((await refresh(hired)).status).toBe(401)
    expect((await login(hired.user.email)).status).toBe(200)
  })

  test.each([
    ['operator', 'managers', 200],
    ['manager', 'managers', 401],
    ['admin', 'managers', 401],
    ['viewer', 'all', 401],
    ['manager', 'none', 200],
  ])(
    'with a user who is %s, and requires it of %s, answers a sign-in with %i',
    async (role, required_of, status) => {
      const { hired, requires } = await company(role)
      await requires({ required_of })
      expect((await login(hired.user.email)).status).toBe(status)
      expect((await me(hired)).second_factor_required_from !== null).toBe(status === 401)
    },
  )

  test('has it added by who accepts an invitation, with the password that they choose', async () => {
    const { owner, requires } = await company()
    await requires()
    const ticket = ticketOf(await hire(owner))
    const { secret } = (await begin(ticket)).body
    const { status, body } = await confirm(ticket, now(secret))
    expect([status, body.user.is_active]).toEqual([200, true])
  })

  test('has it added in a sign-in through an identity provider too', async () => {
    const signIns = serviceWith(provider, { variables: { AUTH_PER_MINUTE: '3000' } })
    service = signIns
    const { owner, requires } = await company()
    await requires()
    const email = `linked-${randomUUID()}@example.com`
    await send('POST /api/v1/users', owner.access_token, { email, role: 'operator' })
    const code = await codeFor(service, 'invitation', email)
    await anyone('/auth/email/accept-invitation', { code, password })
    const claims = { ...newIdentity(), email, email_verified: true }
    for (const _ of ['linked', 'known']) ticketOf(await signIns.signIn(claims))
    const ticket = ticketOf(await signIns.signIn(claims))
    const { secret } = (await begin(ticket)).body
    const { body } = await confirm(ticket, now(secret))
    expect(decodeJwt(body.access_token)['amr']).toEqual(['otp', 'mfa'])
  })

  test('asks no API key for one', async () => {
    const { owner, requires } = await company()
    const key = { name: 'Shop', scopes: ['shipments:read', 'settings:write'] }
    const { client_id, secret: client_secret } = (await send('POST /api/v1/api-keys', owner.access_token, key))
      .body
    await requires()
    const given = { grant_type: 'client_credentials', client_id, client_secret }
    const { status, body } = await anyone('/api/v1/auth/token', given)
    expect(status).toBe(200)
    expect((await send('GET /api/v1/shipments', body.access_token)).status).toBe(200)
    // Nor lets one decide who needs it.
    const second_factor = { required_of: 'none' }
    const changed = await send('PUT /api/v1/settings', body.access_token, { second_factor })
    expect([changed.status, changed.body.reason]).toEqual([409, 'own_factor_first'])
  })
})

describe('an enrolment in a sign-in', () => {
  test('takes its ticket for 15 minutes, once, and no other ticket', async () => {
    const { hired, owner, requires } = await company()
    await requires()
    const [ticket, late] = [ticketOf(await login(hired.user.email)), ticketOf(await login(hired.user.email))]
    const other = (await login(owner.user.email)).body.params.ticket as string
    expect((await begin(other)).body.reason).toBe('sign_in_expired')
    expect((await begin(`${ticket}x`)).body.reason).toBe('sign_in_expired')
    expect((await confirm(ticket, '123456')).body.reason).toBe('second_factor_not_begun')
    const { secret } = (await begin(ticket)).body
    const code = now(secret)
    expect((await anyone('/api/v1/auth/second-factor', { ticket, code })).body.reason).toBe('sign_in_expired')
    const answers = await Promise.all([confirm(ticket, code), confirm(ticket, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await begin(late)).body.reason).toBe('sign_in_expired')

    const another = await company()
    await another.requires()
    const old = ticketOf(await login(another.hired.user.email))
    service.pass(899)
    expect((await begin(old)).status).toBe(200)
    service.pass(1)
    expect((await begin(old)).body.reason).toBe('sign_in_expired')
  })

  test('is guessed five times', async () => {
    const { hired, requires } = await company()
    await requires()
    const ticket = ticketOf(await login(hired.user.email))
    const { secret } = (await begin(ticket)).body
    const wrong = Array.from({ length: 20 }, (_, n) => confirm(ticket, `x${n}`))
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([5, 15])
    expect((await confirm(ticket, now(secret))).status).toBe(429)
  })

  test('needs a verified address, since anyone can register another’s', async () => {
    const { hired, requires } = await company()
    await requires()
    const { id, tenant_id } = hired.user
    const table = tableOn(testStore(), mintGrant(tenant_id))
    await testStore().commit([table.patchUnread(users, { id }, { set: { email_verified: false } })])
    const { status, body } = await begin(ticketOf(await login(hired.user.email)))
    expect([status, body.code]).toEqual([403, 'email_not_verified'])
  })

  test('is in the audit log', async () => {
    const { owner, hired, requires } = await company()
    await requires()
    const ticket = ticketOf(await login(hired.user.email))
    const { secret } = (await begin(ticket)).body
    await confirm(ticket, 'wrong')
    await confirm(ticket, now(secret))
    const { body } = await send(`GET /api/v1/audit?actor=${hired.user.id}&limit=4`, owner.access_token)
    expect(body.map(({ action, outcome }: any) => [action, outcome])).toEqual([
      ['signInWithNewSecondFactor', 'done'],
      ['signInWithNewSecondFactor', 'refused'],
      ['beginRequiredSecondFactor', 'done'],
      ['login', 'refused'],
    ])
    for (const text of [ticket, secret]) expect(JSON.stringify(body)).not.toContain(text)
  })
})

describe('the requirement', () => {
  test('is set by a manager who has a second factor, and proved it a short time ago', async () => {
    const owner = await registered()
    const second_factor = { required_of: 'all' }
    const put = () => send('PUT /api/v1/settings', owner.access_token, { second_factor })
    const without = await put()
    expect([without.status, without.body.reason]).toEqual([409, 'own_factor_first'])
    await addSecondFactor(service, owner.access_token)
    const { status, body } = await put()
    expect([status, body.second_factor]).toEqual([200, { required_of: 'all', from: inDays(0) }])
    service.pass(300)
    const late = await send('PUT /api/v1/settings', owner.access_token, {
      second_factor: { required_of: 'none' },
    })
    expect([late.status, late.body.reason]).toEqual([401, 'factor_not_recent'])
    // Others need none.
    expect((await send('PUT /api/v1/settings', owner.access_token, { time_zone: 'Asia/Tbilisi' })).status).toBe(
      200,
    )
  })

  test('has the date that a change names, without one its own, and none once nothing is required', async () => {
    const { owner, requires } = await company()
    const shown = async () => (await send('GET /api/v1/settings', owner.access_token)).body.second_factor
    const from = inDays(7)
    await requires({ required_of: 'managers', from })
    await requires({ required_of: 'all' })
    expect(await shown()).toEqual({ required_of: 'all', from })
    await requires({ from: null })
    expect(await shown()).toEqual({ required_of: 'all', from: inDays(0) })
    await requires({ required_of: 'none' })
    expect(await shown()).toEqual({ required_of: 'none', from: null })
  })

  test('keeps the factor of those whom it concerns, from its date', async () => {
    const { owner, secret, requires } = await company()
    await requires({ required_of: 'managers', from: inDays(1 / 24) })
    const end = () => send('POST /api/v1/users/me/second-factor/end', owner.access_token, { code: now(secret) })
    service.pass(600)
    expect((await end()).status).toBe(200)
    const { secret: next } = await addSecondFactor(service, owner.access_token)
    service.pass(3000)
    const signedIn = (await login(owner.user.email)).body.params.ticket as string
    const { body } = await anyone('/api/v1/auth/second-factor', { ticket: signedIn, code: now(next) })
    service.pass(60)
    const kept = await send('POST /api/v1/users/me/second-factor/end', body.access_token, { code: now(next) })
    expect([kept.status, kept.body.reason]).toEqual([409, 'second_factor_stays'])
  })

  test('has one that a manager has reset added again at the next sign-in', async () => {
    const { owner, hired, requires } = await company()
    await addSecondFactor(service, hired.access_token)
    await requires()
    const reset = await send(`DELETE /api/v1/users/${hired.user.id}/second-factor`, owner.access_token)
    expect(reset.status, reset.text).toBe(200)
    ticketOf(await login(hired.user.email))
  })
})
