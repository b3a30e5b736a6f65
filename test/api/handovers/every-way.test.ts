import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routes } from '../../../functions/index.ts'
import { roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { eventTypes } from '../../../shared/domain/timeline/timeline-events.ts'
import { findOf, scanOf } from '../../support/routes/records.ts'
import { newTenant, openBag, openUnloading, pack, type Tenant } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { companyThatRequires, waiting } from './handovers.fixture.ts'

// Where proof is required, nothing but a hand-over leads to DELIVERED. What could is generated from the tables of routes and
// events, so that a way which is added later is tried too.

let tenant: Tenant
let tokens: Record<Role, string>
beforeAll(async () => {
  tenant = await companyThatRequires('code', 'signature')
  tokens = await tokensOf(tenant.user.tenant_id)
})

/** The routes whose body may say DELIVERED. */
const setters = routes.filter(({ body }) =>
  JSON.stringify(z.toJSONSchema(body ?? z.object(), { io: 'input', unrepresentable: 'any' })).includes(
    '"DELIVERED"',
  ),
)

test('the routes whose body may say DELIVERED are those tried here, the settings of notices, and the filters of exports', () => {
  expect(setters.map(({ key }) => key).sort()).toEqual([
    'POST /api/v1/exports',
    'PUT /api/v1/bags/{id}',
    'PUT /api/v1/packages/{id}',
    'PUT /api/v1/settings',
    'PUT /api/v1/shipments/{id}',
  ])
})

describe.each(roles)('a %s', (role) => {
  test.each(['packages', 'shipments'])('gets no parcel DELIVERED by PUT /api/v1/%s/{id}', async (noun) => {
    const { id, all, statuses, status } = await waiting(tenant)
    const key = `PUT /api/v1/${noun}/${noun === 'packages' ? all[0] : id}`
    const answer = await tenant.send(key, { token: tokens[role], body: { status: 'DELIVERED' } })
    const allowed = ['admin', 'manager', 'operator', 'warehouse'].includes(role)
    expect(answer.status).toBe(allowed ? 409 : 403)
    if (allowed) expect(answer.body.detail).toContain('/handovers')
    expect([await status(), ...(await statuses())]).toEqual(['READY_FOR_PICKUP', 'READY_FOR_PICKUP'])
  })

  test('gets no parcel DELIVERED with a reason, unless they manage the company', async () => {
    const body = { status: 'DELIVERED', reason: 'Known to me' }
    const [one, other] = [await waiting(tenant), await waiting(tenant)]
    const answers = [
      await tenant.send(`PUT /api/v1/packages/${one.all[0]}`, { token: tokens[role], body }),
      await tenant.send(`PUT ${other.at}`, { token: tokens[role], body }),
    ]
    const manages = role === 'admin' || role === 'manager'
    for (const { status } of answers) expect(status === 200).toBe(manages)
    expect(await one.status()).toBe(manages ? 'DELIVERED' : 'READY_FOR_PICKUP')
  })
})

test.each([...Object.keys(eventTypes), 'SOMETHING_ELSE'])(
  'a scan of %s, alone or in a batch, leaves a parcel undelivered',
  async (event_type) => {
    const { parcels, statuses, status } = await waiting(tenant, 2)
    const scan = { warehouse_id: randomUUID(), event_type }
    const alone = await tenant.send('POST /api/v1/scan-event', {
      body: { ...scan, qr_code: parcels[0].qr_code },
    })
    const events = [{ ...scanOf(parcels[1].qr_code), event_type }]
    const batch = await tenant.send('POST /api/v1/scan-events/batch', { body: { device_id: 'phone', events } })
    expect([alone.status, batch.body.results[0].status]).toEqual([200, 200])
    if (event_type === 'DELIVERED')
      for (const body of [alone.body, batch.body.results[0].body])
        expect(body).toMatchObject({ status_applied: false, status: 'READY_FOR_PICKUP' })
    expect(await statuses()).not.toContain('DELIVERED')
    expect(await status()).not.toBe('DELIVERED')
  },
)

test('a bag that is set to DELIVERED delivers nothing', async () => {
  const { all, statuses } = await waiting(tenant)
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, all[0]!)
  for (const status of ['IN_TRANSIT', 'DELIVERED']) {
    await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
    await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status } })
  }
  expect(await statuses()).toEqual(['IN_TRANSIT'])
})

test('a find in an unloading, a scan that is taken back and a shipment without packages deliver nothing', async () => {
  const { parcels, statuses, all } = await waiting(tenant)
  const { id } = await openUnloading(tenant)
  await tenant.send(`POST /api/v1/unloadings/${id}/finds`, { body: { finds: [findOf(parcels[0].qr_code)] } })
  const scan = { warehouse_id: randomUUID(), event_type: 'DELIVERED', qr_code: parcels[0].qr_code }
  const { event_id } = (await tenant.send('POST /api/v1/scan-event', { body: scan })).body
  const reason = { body: { reason: 'Not here' } }
  expect((await tenant.send(`POST /api/v1/packages/${all[0]}/events/${event_id}/void`, reason)).status).toBe(
    200,
  )
  expect(await statuses()).toEqual(['READY_FOR_PICKUP'])
  const empty = await waiting(tenant, 0)
  expect((await tenant.send(`PUT ${empty.at}`, { body: { status: 'DELIVERED' } })).status).toBe(409)
})

test('a returned parcel is corrected to DELIVERED with a reason only', async () => {
  const { all, statuses } = await waiting(tenant)
  const put = async (body: object) => (await tenant.send(`PUT /api/v1/packages/${all[0]}`, { body })).status
  expect(await put({ status: 'RETURNED' })).toBe(200)
  expect(await put({ status: 'DELIVERED' })).toBe(409)
  expect(await put({ status: 'DELIVERED', reason: '' })).toBe(422)
  expect(await put({ status: 'DELIVERED', reason: 'Was returned by mistake' })).toBe(200)
  expect(await statuses()).toEqual(['DELIVERED'])
})

test('a manager’s reason stands in the timeline and in the proof, and nowhere public', async () => {
  const { at, all, timeline, tracking_id } = await waiting(tenant, 2)
  const body = { status: 'DELIVERED', reason: 'Left with the neighbour' }
  expect((await tenant.send(`PUT ${at}`, { body })).status).toBe(200)
  for (const one of all)
    expect((await timeline(one)).at(-1)).toMatchObject({
      event_type: 'DELIVERED',
      reason: body.reason,
      override: true,
      actor_id: tenant.user.id,
    })
  const { overrides, handovers } = (await tenant.send(`GET ${at}/proof`)).body
  expect(handovers).toEqual([])
  expect(overrides).toMatchObject([{ reason: body.reason, actor_id: tenant.user.id }])
  expect(overrides[0].package_ids.sort()).toEqual([...all].sort())
  expect((await tenant.send(`GET /api/v1/track/${tracking_id}`)).text).not.toContain('neighbour')
})

test('a company that requires nothing delivers as before', async () => {
  const free = await newTenant()
  const [one, other, third] = [await waiting(free), await waiting(free), await waiting(free)]
  await free.send(`PUT ${one.at}`, { body: { status: 'DELIVERED' } })
  await free.send(`PUT /api/v1/packages/${other.all[0]}`, { body: { status: 'DELIVERED' } })
  const scan = { warehouse_id: randomUUID(), event_type: 'DELIVERED', qr_code: third.parcels[0].qr_code }
  expect((await free.send('POST /api/v1/scan-event', { body: scan })).body.status_applied).toBe(true)
  for (const { status } of [one, other, third]) expect(await status()).toBe('DELIVERED')
})
