import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { book, newTenant, openBag, pack, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
const warehouse_id = randomUUID()
beforeAll(async () => {
  tenant = await newTenant()
})
const parcel = async () => newParcel(tenant)
type Send = Tenant['send']
const scan = async (qr_code: string, event_type: string, send: Send = tenant.send) =>
  (await send('POST /api/v1/scan-event', { body: { qr_code, event_type, warehouse_id } })).body
/** Sends requests as a new colleague. */
const as = async (role: Role): Promise<Send> => {
  const token = await tokenOf(tenant.user.tenant_id, { role })
  return (key, options) => tenant.send(key, { token, ...options })
}
const takeBack = (id: string, event_id: string, send: Send = tenant.send) =>
  send(`POST /api/v1/packages/${id}/events/${event_id}/void`, { body: { reason: 'the wrong parcel' } })
const read = async (path: string) => (await tenant.send(`GET /api/v1/${path}`)).body

describe('a scan that is taken back', () => {
  test('restores the status of its package and of its shipment, and is not public any more', async () => {
    const { id, qr_code, shipment_id } = await parcel()
    const { event_id } = await scan(qr_code, 'DELIVERED')
    const { tracking_id, status } = await read(`shipments/${shipment_id}`)
    expect(status).toBe('DELIVERED')
    const { body } = await takeBack(id, event_id)
    expect(body).toMatchObject({ event_type: 'EVENT_VOIDED', actor_id: tenant.user.id })
    expect((await read(`packages/${id}`)).status).toBe('CREATED')
    expect((await read(`shipments/${shipment_id}`)).status).toBe('RECEIVED')
    const events = await read(`packages/${id}/events`)
    expect(events.find((one: any) => one.id === event_id).voided_by).toBe(body.id)
    const shown = (await caller()(`GET /api/v1/track/${tracking_id}`)).body.events
    expect(shown.map(({ event_type }: any) => event_type)).toEqual(['SHIPMENT_CREATED', 'PACKAGE_CREATED'])
  })

  test('brings a package back into its bag in transit', async () => {
    const [{ id, qr_code }, bag] = [await parcel(), await openBag(tenant)]
    await pack(tenant, bag.id, id)
    await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
    await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { status: 'IN_TRANSIT' } })
    const { event_id, status } = await scan(qr_code, 'ARRIVED_AT_WAREHOUSE')
    expect(status).toBe('ARRIVED')
    expect((await takeBack(id, event_id)).status).toBe(200)
    expect(await read(`packages/${id}`)).toMatchObject({ status: 'IN_TRANSIT', bags: [bag.id] })
    expect((await scan(qr_code, 'ARRIVED_AT_WAREHOUSE')).status).toBe('ARRIVED')
  })

  test('resolves the case that it opened', async () => {
    const { id, qr_code } = await parcel()
    const { event_id } = await scan(qr_code, 'DAMAGED')
    const [opened] = await read(`cases?package_id=${id}`)
    await takeBack(id, event_id)
    expect((await read(`packages/${id}`)).exception).toBeNull()
    expect((await read(`cases/${opened.id}`)).status).toBe('RESOLVED')
  })

  test('is taken back once, however often it is said, also at the same time', async () => {
    const { id, qr_code } = await parcel()
    const { event_id } = await scan(qr_code, 'PACKAGE_SCANNED')
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack(id, event_id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const headers = { 'idempotency-key': randomUUID() }
    const path = `POST /api/v1/packages/${id}/events/${event_id}/void`
    const again = () => tenant.send(path, { headers, body: { reason: 'the wrong parcel' } })
    expect([(await again()).body.id, (await again()).body.id]).toEqual([
      answers[0]!.body.id,
      answers[0]!.body.id,
    ])
    const types = (await read(`packages/${id}/events`)).map(({ event_type }: any) => event_type)
    expect(types).toEqual(['PACKAGE_CREATED', 'PACKAGE_SCANNED', 'EVENT_VOIDED'])
  })

  test('had no effect: only the report is taken back', async () => {
    const { id, qr_code } = await parcel()
    await scan(qr_code, 'PACKAGE_SCANNED')
    const { event_id, status_applied } = await scan(qr_code, 'PACKAGE_SCANNED')
    expect(status_applied).toBe(false)
    expect((await takeBack(id, event_id)).status).toBe(200)
    expect((await read(`packages/${id}`)).status).toBe('IN_WAREHOUSE')
  })

  test('is the last change of its package', async () => {
    const { id, qr_code } = await parcel()
    const { event_id: first } = await scan(qr_code, 'PACKAGE_SCANNED')
    const { event_id: second } = await scan(qr_code, 'READY_FOR_PICKUP')
    expect((await takeBack(id, first)).status).toBe(409)
    expect((await takeBack(id, second)).status).toBe(200)
    await tenant.send(`PUT /api/v1/packages/${id}`, { body: { description: 'seen' } })
    const { event_id: third } = await scan(qr_code, 'LABEL_PRINTED')
    await tenant.send(`PUT /api/v1/packages/${id}`, { body: { description: 'seen again' } })
    expect((await takeBack(id, third)).status).toBe(409)
    const [created] = await read(`packages/${id}/events`)
    expect((await takeBack(id, created.id)).status, 'no scan').toBe(409)
  })

  test('is ten minutes old at most, unless a manager takes it back', async () => {
    const { call, pass } = inProcess()
    const worker: Send = async (key, options) => call(key, { token, ...options })
    const token = await tokenOf(tenant.user.tenant_id, { role: 'warehouse' }, 3600)
    const { id, qr_code } = await parcel()
    const { event_id } = await scan(qr_code, 'PACKAGE_SCANNED', worker)
    pass(601)
    expect((await takeBack(id, event_id, worker)).status).toBe(403)
    expect((await takeBack(id, event_id)).status).toBe(200)
    const { event_id: another } = await scan(qr_code, 'PACKAGE_SCANNED', worker)
    pass(598)
    expect((await takeBack(id, another, worker)).status).toBe(200)
  })

  test('is that of the worker, or a manager takes it back', async () => {
    const [worker, colleague] = [await as('warehouse'), await as('warehouse')]
    const { id, qr_code } = await parcel()
    const { event_id } = await scan(qr_code, 'PACKAGE_SCANNED', worker)
    expect((await takeBack(id, event_id, colleague)).status).toBe(403)
    expect((await takeBack(id, event_id, worker)).status).toBe(200)
    const { event_id: another } = await scan(qr_code, 'PACKAGE_SCANNED', worker)
    expect((await takeBack(id, another)).status).toBe(200)
    expect((await takeBack((await parcel()).id, another)).status, 'of another package').toBe(404)
  })
})

describe('a return', () => {
  test('brings the shipment back to its sender, once', async () => {
    const there = await book(tenant, { price: 30 })
    const path = `POST /api/v1/shipments/${there.id}/return`
    const { status, body, headers } = await tenant.send(path, { body: { description: 'Refused' } })
    expect([status, headers.location]).toEqual([201, `/api/v1/shipments/${body.id}`])
    expect(body).toMatchObject({
      return_of: there.id,
      status: 'RECEIVED',
      price: 0,
      weight: there.weight,
      description: 'Refused',
      sender_name: there.recipient_name,
      recipient_address: there.sender_address,
      origin: there.destination,
      destination: there.origin,
    })
    expect((await read(`shipments/${there.id}`)).return_id).toBe(body.id)
    const again = await tenant.send(path, { body: {} })
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining(body.id)])
    await tenant.send(`DELETE /api/v1/shipments/${body.id}`)
    expect(await read(`shipments/${there.id}`)).not.toHaveProperty('return_id')
  })

  test('is booked once by two people at once', async () => {
    const { id } = await book(tenant)
    const both = await Promise.all(
      [1, 2].map(() => tenant.send(`POST /api/v1/shipments/${id}/return`, { body: {} })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
