import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

let service: ReturnType<typeof inProcess>
beforeAll(() => void (service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })))
const anyone = (path: string, body: object) => service.call(`POST ${path}`, { body })
const mailbox = () => `people-${randomUUID()}@example.com`

async function company() {
  const account = { email: mailbox(), password, tenant_name: 'Swift Couriers' }
  const { body } = await anyone('/api/v1/auth/register', account)
  await verifyAddress(service, { ...account, ...body })
  const as = (token: string) => (key: string, body?: object) =>
    service.call(key, { token, ...(body && { body }) })
  const send = as(body.access_token)
  const invite = async (fields: object = {}) => {
    const email = mailbox()
    const { status, body: user } = await send('POST /api/v1/users', { email, role: 'operator', ...fields })
    expect(status).toBe(201)
    return { ...user, code: (await codeFor(service, 'invitation', email)) ?? '' }
  }
  const accept = (code: string, chosen = 'my very own password') =>
    anyone('/auth/email/accept-invitation', { code, password: chosen })
  const hire = async (fields: object = {}) => {
    const { status, body } = await accept((await invite(fields)).code)
    expect(status).toBe(200)
    return { ...body, send: as(body.access_token) }
  }
  return { ...account, user: body.user, refresh_token: body.refresh_token, as, send, invite, accept, hire }
}
const refusal = {
  detail:
    'The code of this invitation is wrong or expired, or the invitation was accepted or withdrawn; ask for a new one',
  code: 'bad_request',
  reason: 'invitation_invalid',
  params: {},
}

describe('an invitation', () => {
  test('makes its recipient a user of the company with the invited role', async () => {
    const { send, user, invite, accept } = await company()
    const invited = await invite({ role: 'warehouse' })
    expect(invited).toMatchObject({ status: 'INVITED', is_active: false, role: 'warehouse', courier_id: null })
    expect(invited.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    const { status, body } = await accept(invited.code.toLowerCase().replace(/(.{4})/g, '$1-'))
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      id: invited.id,
      email: invited.email,
      tenant_id: user.tenant_id,
      role: 'warehouse',
      is_active: true,
      email_verified: true,
    })
    const login = { email: invited.email.toUpperCase(), password: 'my very own password' }
    expect((await anyone('/api/v1/auth/login', login)).body.user.id).toBe(invited.id)
    expect((await send(`GET /api/v1/users/${invited.id}`)).body.status).toBe('ACTIVE')
  })

  test('can be accepted once, within a week, unless it was withdrawn', async () => {
    const { send, invite, accept } = await company()
    const [used, withdrawn, late] = [await invite(), await invite(), await invite()]
    await accept(used.code)
    expect((await send(`DELETE /api/v1/users/${withdrawn.id}`)).body.status).toBe('DEACTIVATED')
    for (const code of [used.code, withdrawn.code, 'nonsense', ''])
      expect([(await accept(code)).status, (await accept(code)).body]).toEqual([400, refusal])
    service.pass(7 * 24 * 3600)
    expect((await accept(late.code)).body).toEqual(refusal)
    service.pass(-7 * 24 * 3600)
    expect((await accept(late.code)).status).toBe(200)
  })

  test('that is sent again has a new code, and the old code is invalid', async () => {
    const { send, invite, accept } = await company()
    const invited = await invite()
    expect((await send(`POST /api/v1/users/${invited.id}/invitation`)).status).toBe(200)
    const code = (await codeFor(service, 'invitation', invited.email)) ?? ''
    expect((await accept(invited.code)).body).toEqual(refusal)
    expect((await accept(code)).status).toBe(200)
    expect((await send(`POST /api/v1/users/${invited.id}/invitation`)).status).toBe(409)
  })

  test('is accepted by exactly one of 20 simultaneous requests', async () => {
    const { invite, accept } = await company()
    const { code } = await invite()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(code)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })

  test('does not reserve its address: someone can register with the address before accepting', async () => {
    const { invite, accept } = await company()
    const { email, code } = await invite()
    const registered = await anyone('/api/v1/auth/register', { email, password, tenant_name: 'Own' })
    expect(registered.status).toBe(201)
    await verifyAddress(service, { email, ...registered.body })
    const { status, body } = await accept(code)
    expect([status, body.detail]).toEqual([400, expect.stringContaining('in another company')])
  })

  test('requires an unused address, and a courier’s id for the role courier', async () => {
    const { send, email } = await company()
    const invite = (body: object) => send('POST /api/v1/users', body)
    expect((await invite({ email: email.toUpperCase(), role: 'viewer' })).body.detail).toBe(
      'A user with this e-mail already exists',
    )
    const withoutCourier = await invite({ email: mailbox(), role: 'courier' })
    expect([withoutCourier.status, withoutCourier.body.detail[0].loc]).toEqual([422, ['body', 'courier_id']])
    expect((await invite({ email: mailbox(), role: 'courier', courier_id: randomUUID() })).status).toBe(404)
    const courier = (await send('POST /api/v1/couriers', exampleOf(NewCourier))).body
    const invited = await invite({ email: mailbox(), role: 'courier', courier_id: courier.id })
    expect(invited.body).toMatchObject({ role: 'courier', courier_id: courier.id })
  })
})

test('a company can invite a hundred people a day', async () => {
  const memory = inProcess({ store: memoryStore() })
  const { call, pass } = memory
  const body = { email: `many-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const { user } = (await call('POST /api/v1/auth/register', { body })).body
  const token = await tokenOf(user.tenant_id, { role: 'manager' }, 900, memory)
  const invited = async () => {
    const body = { email: `invited-${randomUUID()}@example.com`, role: 'operator' }
    return (await call('POST /api/v1/users', { token, body })).status
  }
  for (let n = 0; n < 100; n++) expect(await invited()).toBe(201)
  pass(600)
  expect(await invited()).toBe(429)
})

describe('a user of the company', () => {
  test('is listed with the others, newest first, and can be filtered by role', async () => {
    const { send, user, hire, invite } = await company()
    const [one, two] = [await hire({ role: 'viewer' }), await invite()]
    const listed = async (query = '') =>
      (await send(`GET /api/v1/users${query}`)).body.map(({ id }: { id: string }) => id)
    // Lists are eventually consistent.
    await waitFor(async () => expect(await listed()).toEqual([two.id, one.user.id, user.id]))
    await waitFor(async () => expect(await listed('?role=viewer')).toEqual([one.user.id]))
    const { body } = await send('GET /api/v1/users')
    expect(JSON.stringify(body)).not.toMatch(/password|hash|code|epoch/)
  })

  test('acts in a changed role from the next access token on', async () => {
    const { send, hire } = await company()
    const { user, refresh_token, send: asUser } = await hire({ role: 'viewer' })
    expect((await asUser('POST /api/v1/couriers', exampleOf(NewCourier))).status).toBe(403)
    expect((await send(`PUT /api/v1/users/${user.id}`, { role: 'operator' })).body.role).toBe('operator')
    const { body } = await anyone('/api/v1/auth/refresh', { refresh_token })
    const created = await service.call('POST /api/v1/couriers', {
      token: body.access_token,
      body: exampleOf(NewCourier),
    })
    expect(created.status).toBe(201)
  })

  test('who is deactivated is signed out and cannot sign in until reactivated', async () => {
    const { send, hire } = await company()
    const { user, refresh_token } = await hire()
    const login = () => anyone('/api/v1/auth/login', { email: user.email, password: 'my very own password' })
    expect((await send(`DELETE /api/v1/users/${user.id}`)).body).toMatchObject({ status: 'DEACTIVATED' })
    expect((await anyone('/api/v1/auth/refresh', { refresh_token })).status).toBe(401)
    expect((await login()).status).toBe(401)
    expect((await send(`PUT /api/v1/users/${user.id}`, { is_active: true })).body.status).toBe('ACTIVE')
    expect((await anyone('/api/v1/auth/refresh', { refresh_token })).status).toBe(401)
    expect((await login()).status).toBe(200)
  })

  test('who is no longer a manager cannot undo that with an older access token', async () => {
    const { send, user, hire } = await company()
    const removals: [string, (id: string) => Promise<unknown>][] = [
      ['deactivated', (id) => send(`DELETE /api/v1/users/${id}`)],
      ['demoted', (id) => send(`PUT /api/v1/users/${id}`, { role: 'viewer' })],
    ]
    for (const [how, remove] of removals) {
      const manager = await hire({ role: 'manager' })
      await remove(manager.user.id)
      for (const [key, body] of [
        [`PUT /api/v1/users/${manager.user.id}`, { role: 'manager', is_active: true }],
        [`PUT /api/v1/users/${user.id}`, { role: 'viewer' }],
        [`DELETE /api/v1/users/${user.id}`, undefined],
        ['POST /api/v1/users', { email: mailbox(), role: 'manager' }],
      ] as const)
        expect((await manager.send(key, body)).status, `${how}: ${key}`).toBe(403)
    }
    const signedOut = await hire({ role: 'manager' })
    await signedOut.send('DELETE /api/v1/users/me/sessions')
    expect((await signedOut.send(`DELETE /api/v1/users/${user.id}`)).status).toBe(403)
    expect((await send('GET /api/v1/users/me')).body).toMatchObject({ role: 'manager', status: 'ACTIVE' })
  })

  test('cannot be activated by a manager before they accept their invitation', async () => {
    const { send, invite } = await company()
    const { id } = await invite()
    expect((await send(`PUT /api/v1/users/${id}`, { is_active: true })).status).toBe(409)
    expect((await send(`PUT /api/v1/users/${id}`, { role: 'viewer' })).body).toMatchObject({ role: 'viewer' })
  })

  test('who owns the company cannot resign, even if another manager demotes them at the same time', async () => {
    const { send, user, hire } = await company()
    const alone = await send(`PUT /api/v1/users/${user.id}`, { role: 'viewer' })
    expect([alone.status, alone.body.detail]).toEqual([409, expect.stringContaining('You own the company')])
    expect((await send(`DELETE /api/v1/users/${user.id}`)).status).toBe(409)
    for (let round = 0; round < 5; round++) {
      const other = await hire({ role: 'admin' })
      const [one, two] = await Promise.all([
        send(`PUT /api/v1/users/${other.user.id}`, { role: 'viewer' }),
        other.send(`PUT /api/v1/users/${user.id}`, { role: 'viewer' }),
      ])
      // The other may be no manager any more.
      expect(['200,403', '200,409']).toContain([one.status, two.status].join())
    }
  })
})

describe('a user’s own sessions', () => {
  test('are listed, with the current one marked, and can be ended one by one', async () => {
    const { email, password, send } = await company()
    const other = (await anyone('/api/v1/auth/login', { email, password })).body
    const { body: listed } = await send('GET /api/v1/users/me/sessions')
    expect(listed.map(({ current }: { current: boolean }) => current)).toEqual([false, true])
    expect((await send(`DELETE /api/v1/users/me/sessions/${listed[0].id}`)).status).toBe(200)
    expect((await send(`DELETE /api/v1/users/me/sessions/${listed[0].id}`)).status).toBe(404)
    const { refresh_token } = other
    expect((await anyone('/api/v1/auth/refresh', { refresh_token })).status).toBe(401)
    expect((await send('GET /api/v1/users/me/sessions')).body).toHaveLength(1)
  })

  test('can all be ended at once', async () => {
    const { email, password, send, refresh_token } = await company()
    const other = (await anyone('/api/v1/auth/login', { email, password })).body
    expect((await send('DELETE /api/v1/users/me/sessions')).body.message).toBe('All sessions have ended')
    for (const token of [refresh_token, other.refresh_token])
      expect((await anyone('/api/v1/auth/refresh', { refresh_token: token })).status).toBe(401)
    expect((await send('GET /api/v1/users/me/sessions')).body).toEqual([])
    expect((await anyone('/api/v1/auth/login', { email, password })).status).toBe(200)
  })

  test('cannot be ended by other users', async () => {
    const { send, hire } = await company()
    const colleague = await hire({ role: 'manager' })
    const [theirs] = (await colleague.send('GET /api/v1/users/me/sessions')).body
    expect((await send(`DELETE /api/v1/users/me/sessions/${theirs.id}`)).status).toBe(404)
    expect((await send('GET /api/v1/users/me')).body).toMatchObject({ role: 'manager', status: 'ACTIVE' })
  })
})
