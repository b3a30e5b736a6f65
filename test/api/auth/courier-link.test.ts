import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { addCourier, invite, newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'

// A courier of the company is at most one user who is invited or active.
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
  await verifyManager(tenant)
})
const send = (key: string, body?: object) => tenant.send(key, body && { body })
const asCourier = (courier_id: string) => ({
  role: 'courier',
  courier_id,
  email: `courier-${randomUUID()}@example.com`,
})
const linked = [
  422,
  [{ loc: ['body', 'courier_id'], msg: expect.stringContaining('another user'), type: 'value_error' }],
]

test('a courier who is a user cannot be invited as another one', async () => {
  const { id } = await addCourier(tenant)
  const { courier_id } = await invite(tenant, asCourier(id))
  expect(courier_id).toBe(id)
  const { status, body } = await send('POST /api/v1/users', asCourier(id))
  expect([status, body.detail]).toEqual(linked)
  const viewer = await invite(tenant, { role: 'viewer' })
  const change = await send(`PUT /api/v1/users/${viewer.id}`, { role: 'courier', courier_id: id })
  expect([change.status, change.body.detail]).toEqual(linked)
})

test('a courier becomes another user once the former one is deactivated, who then cannot return', async () => {
  const { id } = await addCourier(tenant)
  const former = await invite(tenant, asCourier(id))
  await send(`DELETE /api/v1/users/${former.id}`)
  const next = await invite(tenant, asCourier(id))
  const again = await send(`POST /api/v1/users/${former.id}/invitation`)
  expect([again.status, again.body.detail]).toEqual(linked)
  expect((await send(`DELETE /api/v1/users/${former.id}`)).status).toBe(200)
  await send(`PUT /api/v1/users/${next.id}`, { role: 'viewer' })
  expect((await send(`POST /api/v1/users/${former.id}/invitation`)).status).toBe(200)
})

test('of two simultaneous invitations of a courier, one is sent', async () => {
  const { id } = await addCourier(tenant)
  const answers = await Promise.all([1, 2].map(() => send('POST /api/v1/users', asCourier(id))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('a courier is removed from a user with null, unless the role needs one', async () => {
  const { id } = await addCourier(tenant)
  const user = await invite(tenant, asCourier(id))
  const change = (body: object) => send(`PUT /api/v1/users/${user.id}`, body)
  const refused = await change({ courier_id: null })
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    [{ loc: ['body', 'courier_id'], msg: 'Field required', type: 'missing' }],
  ])
  expect((await change({ role: 'viewer' })).body.courier_id).toBe(id)
  expect((await change({ courier_id: null })).body.courier_id).toBeNull()
  expect((await send(`GET /api/v1/users/${user.id}`)).body.courier_id).toBeNull()
  expect((await change({ role: 'courier', courier_id: id })).body).toMatchObject({
    role: 'courier',
    courier_id: id,
  })
  expect((await change({ role: 'viewer', courier_id: null })).body).toMatchObject({ courier_id: null })
})
