import { beforeAll, expect, test } from 'vitest'
import { passports } from '../../../shared/domain/couriers/passports.ts'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { functionLog } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'

import { testStore } from '../../support/in-process/store.ts'
import { addCourier, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
let tokens: Record<Role, string>
beforeAll(async () => {
  tenant = await newTenant()
  tokens = await tokensOf(tenant.user.tenant_id)
})
const at = (id: string) => `/api/v1/couriers/${id}`
const read = async (id: string, role: Role) =>
  (await tenant.send(`GET ${at(id)}`, { token: tokens[role] })).body
const put = (id: string, body: object) => tenant.send(`PUT ${at(id)}`, { body })
const itemOf = async (id: string) => {
  const item = await testStore().get({ pk: `T#${tenant.user.tenant_id}#COURIER#${id}`, sk: 'COURIER' })
  return item!
}

test('every role and key reads the last four characters of a passport number', async () => {
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  const key = await tokenOfKey(await createKey(tenant))
  const { courier: _courier, ...staff } = tokens
  for (const token of [...Object.values(staff), key]) {
    expect((await tenant.send(`GET ${at(id)}`, { token })).body.passport_number).toBe('•••••4567')
    await waitFor(async () => {
      const listed = await tenant.send('GET /api/v1/couriers', { token })
      expect(listed.body.find((one: { id: string }) => one.id === id)?.passport_number).toBe('•••••4567')
    })
  }
  expect((await put(id, { phone: '+1' })).body.passport_number).toBe('•••••4567')
  expect((await tenant.send(`DELETE ${at(id)}`)).body.passport_number).toBe('•••••4567')
})

test('managers see a passport number for a reason', async () => {
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  const reveal = (body: object, token = tenant.token) =>
    tenant.send(`POST ${at(id)}/passport/reveal`, { body, token })
  const reason = 'The airline asks for it'
  const shown = await reveal({ reason })
  expect([shown.status, shown.body]).toEqual([200, { courier_id: id, passport_number: '12AB34567' }])
  expect(shown.headers['cache-control']).toBe('no-store')
  for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'a'.repeat(1001) }])
    expect((await reveal(body)).status, JSON.stringify(body)).toBe(422)
  const { admin, manager, ...others } = tokens
  for (const token of [admin, manager]) expect((await reveal({ reason }, token)).status).toBe(200)
  for (const token of Object.values(others)) expect((await reveal({ reason }, token)).status).toBe(403)
  const { body: log } = await tenant.send(`GET /api/v1/audit?entity=courier:${id}&action=revealPassport`)
  expect(log.map((entry: any) => entry.reason)).toEqual([reason, reason, reason])
  const unknown = `POST ${at(tenant.user.id)}/passport/reveal`
  expect((await tenant.send(unknown, { body: { reason } })).body.reason).toBe('courier_not_found')
})

test('an API key sees passport numbers with a scope of its own', async () => {
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  const keyWith = async (...scopes: string[]) => tokenOfKey(await createKey(tenant, { scopes }))
  const reveal = (token: string) =>
    tenant.send(`POST ${at(id)}/passport/reveal`, { body: { reason: 'Booking' }, token })
  const refused = await reveal(await keyWith('couriers:read', 'couriers:write'))
  expect([refused.status, refused.body.params]).toEqual([403, { scope: 'passports:reveal' }])
  expect((await reveal(await keyWith('passports:reveal'))).body.passport_number).toBe('12AB34567')
})

test.each([
  ['12345678', '•••••5678'],
  ['AB12345', '•••••'],
  ['7', '•••••'],
  ['№ 1234🛫567', '•••••🛫567'],
])('passport number %s is shown as %s', async (passport_number, masked) => {
  const { id } = await addCourier(tenant, { passport_number })
  expect((await read(id, 'manager')).passport_number).toBe(masked)
})

test('a masked number that a client sends back changes nothing; another number replaces the old one', async () => {
  const { id } = await addCourier(tenant, { passport_number: '12AB34567' })
  const seen = await read(id, 'viewer')
  const back = await put(id, seen)
  expect([back.body.passport_number, back.headers.etag]).toEqual(['•••••4567', '"1"'])
  const renewed = await put(id, { passport_number: '99XY98765' })
  expect([renewed.body.passport_number, renewed.headers.etag]).toEqual(['99XY98765', '"2"'])
  const late = await put(id, { ...seen, phone: '+1' })
  expect([late.body.passport_number, late.body.phone]).toEqual(['•••••8765', '+1'])
})

test('the table holds the number encrypted, and the ciphertext is bound to the courier', async () => {
  const [one, other] = [
    await addCourier(tenant, { passport_number: 'canary-7f3a-0001' }),
    await addCourier(tenant),
  ]
  const item = await itemOf(one.id)
  expect(item).toMatchObject({ passport_sealed: expect.stringMatching(/^1\.[\w-]+$/), passport_end: '0001' })
  expect(JSON.stringify(item)).not.toContain('canary')
  await put(one.id, { passport_number: 'canary-7f3a-0002' })
  const changed = await itemOf(one.id)
  expect(JSON.stringify(changed)).not.toContain('canary')
  const { open } = await passports(inProcess().runtime)
  const passport_sealed = String(changed.passport_sealed)
  expect(open({ id: one.id, passport_sealed })).toBe('canary-7f3a-0002')
  expect(() => open({ id: other.id, passport_sealed })).toThrow('does not open')
})

test('neither logs nor errors nor stored idempotent responses reveal the number', async () => {
  const canary = 'Canary-passport-7f3a'
  const headers = { 'idempotency-key': 'passport' }
  const body = { ...(await addCourier(tenant)), passport_number: canary }
  const added = await tenant.send('POST /api/v1/couriers', { body, headers })
  expect([added.status, added.body.passport_number]).toEqual([201, canary])
  const errors = [
    await tenant.send('POST /api/v1/couriers', { body: { ...body, email: 'none' } }),
    await tenant.send('POST /api/v1/couriers', { body: { ...body, phone: '+1' }, headers }),
    await tenant.send('POST /api/v1/couriers', { body, token: tokens.viewer }),
    await put(added.body.id, { passport_number: [canary] }),
    await put(added.body.id, { passport_number: canary.repeat(20) }),
  ]
  for (const { status, text } of errors) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain(canary)
  }
  const last = errors.at(-1)!.headers['x-request-id']!
  const log = await waitFor(() => {
    const text = functionLog()
    expect(text, 'the last request is logged').toContain(last)
    return text
  })
  expect(log).not.toContain(canary)
})
