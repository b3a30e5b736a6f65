import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { caller } from '../../support/api/client.ts'
import {
  add,
  book,
  exampleOf,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  type Tenant,
} from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const track = (id: string) => caller()(`GET /api/v1/track/${id}`)
const put = async (path: string, status: string) =>
  expect((await tenant.send(`PUT /api/v1/${path}`, { body: { status } })).status).toBe(200)

test('shows where a parcel waits, each warehouse once, only while it is ready for pickup', async () => {
  const shipment = await book(tenant)
  const packages = [
    await add(tenant, shipment.id),
    await add(tenant, shipment.id),
    await add(tenant, shipment.id),
  ]
  const [shop, unnamed] = [await openWarehouse(tenant), { id: randomUUID() }]
  const pickup = async () => (await track(shipment.tracking_id)).body.pickup
  for (const [n, { id }] of packages.entries()) {
    const body = { status: 'ARRIVED', warehouse_id: n < 2 ? shop.id : unnamed.id }
    expect((await tenant.send(`PUT /api/v1/packages/${id}`, { body })).status).toBe(200)
  }
  expect(await pickup()).toBeUndefined()
  for (const { id } of packages) await put(`packages/${id}`, 'READY_FOR_PICKUP')
  const { name, address, city, hours, phone } = exampleOf(NewWarehouse)
  const known = { name, address, city, hours, phone }
  const unknown = { name: codeOf(unnamed.id), address: '', city: '', hours: '', phone: '' }
  expect(await pickup()).toEqual(shop.id < unnamed.id ? [known, unknown] : [unknown, known])
  await put(`packages/${packages[2].id}`, 'DELIVERED')
  expect(await pickup()).toEqual([known])
  await put(`shipments/${shipment.id}`, 'DELIVERED')
  expect(await pickup()).toBeUndefined()
})

test('does not say where a parcel waits if that is unknown', async () => {
  const shipment = await book(tenant)
  await put(`packages/${(await add(tenant, shipment.id)).id}`, 'READY_FOR_PICKUP')
  const { status, pickup } = (await track(shipment.tracking_id)).body
  expect([status, pickup]).toEqual(['READY_FOR_PICKUP', undefined])
})

test('a scan that makes a parcel ready for pickup without its arrival says where it waits', async () => {
  const [shipment, shop, hub] = [await book(tenant), await openWarehouse(tenant), await openWarehouse(tenant)]
  const scan = async (qr_code: string, event_type: string, warehouse_id: string) =>
    (await tenant.send('POST /api/v1/scan-event', { body: { qr_code, event_type, warehouse_id } })).body
  const pickup = async () => (await track(shipment.tracking_id)).body.pickup
  const places = async () => (await pickup())?.map(({ name }: any) => name)
  const { id, qr_code } = await add(tenant, shipment.id)
  await tenant.send(`PUT /api/v1/warehouses/${hub.id}`, { body: { name: 'Hub' } })
  const { event_id } = await scan(qr_code, 'READY_FOR_PICKUP', shop.id)
  expect(await places()).toEqual([exampleOf(NewWarehouse).name])
  const body = { reason: 'The wrong shop' }
  expect((await tenant.send(`POST /api/v1/packages/${id}/events/${event_id}/void`, { body })).status).toBe(200)
  await scan(qr_code, 'ARRIVED_AT_WAREHOUSE', hub.id)
  await scan(qr_code, 'READY_FOR_PICKUP', shop.id)
  expect(await places(), 'where it arrived').toEqual(['Hub'])
  // Its next journey ends in the shop, where its arrival is not scanned.
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, id)
  await scan(qr_code, 'READY_FOR_PICKUP', shop.id)
  expect(await places()).toEqual([exampleOf(NewWarehouse).name])
})

test('a parcel that arrived without a place waits where it is scanned as ready for pickup', async () => {
  const [shipment, shop] = [await book(tenant), await openWarehouse(tenant)]
  const { id, qr_code } = await add(tenant, shipment.id)
  await put(`packages/${id}`, 'ARRIVED')
  const body = { qr_code, event_type: 'READY_FOR_PICKUP', warehouse_id: shop.id }
  await tenant.send('POST /api/v1/scan-event', { body })
  expect((await track(shipment.tracking_id)).body.pickup).toMatchObject([
    { name: exampleOf(NewWarehouse).name },
  ])
})
