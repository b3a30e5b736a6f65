import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { withoutFaults } from '../../support/in-process/context.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  openWarehouse,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const track = (id: string) => caller()(`GET /api/v1/track/${id}`)

test('says which packages an event of a bag concerns: those inside at that time', async () => {
  const [shipment, bag] = [await book(tenant), await openBag(tenant)]
  const [, two, three] = [
    await add(tenant, shipment.id),
    await add(tenant, shipment.id),
    await add(tenant, shipment.id),
  ]
  const { id: flight_id } = await schedule(tenant)
  const body = { courier_id: (await addCourier(tenant)).id, flight_id }
  await pack(tenant, bag.id, three.id)
  expect((await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
  await pack(tenant, bag.id, two.id)
  expect((await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)).status).toBe(200)
  const { events } = (await track(shipment.tracking_id)).body
  const ofBag = events.slice(4).map(({ event_type, packages }: any) => [event_type, packages])
  expect(ofBag).toEqual([
    ['ASSIGNED_TO_BAG', [3]],
    ['COURIER_ASSIGNED', [3]],
    ['ASSIGNED_TO_BAG', [2]],
    ['BAG_SEALED', [2, 3]],
  ])
})

test('says where each event was in words of recipients, and that a package that is scanned in after its flight has arrived', async () => {
  const shipment = await book(tenant, { origin: 'Moscow', destination: 'Batumi' })
  const moscow = await openWarehouse(tenant, { city: 'Moscow', airport_code: 'SVO' })
  const tbilisi = await openWarehouse(tenant, { name: 'Tbilisi hub', city: '', airport_code: 'TBS' })
  const [one, two] = [await add(tenant, shipment.id), await add(tenant, shipment.id)]
  const bag = await openBag(tenant, { origin: 'DME', destination: 'TBS', warehouse_id: moscow.id })
  const scan = (event_type: string, { qr_code }: { qr_code: string }, { id: warehouse_id }: { id: string }) =>
    change(tenant, 'POST /api/v1/scan-event', { qr_code, event_type, warehouse_id })
  await scan('PACKAGE_SCANNED', one, moscow)
  await pack(tenant, bag.id, one.id)
  await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
  await change(tenant, `PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
  await scan('PACKAGE_SCANNED', one, tbilisi)
  await scan('PACKAGE_SCANNED', one, tbilisi)
  await scan('PACKAGE_SCANNED', two, tbilisi)
  const shown = async () =>
    (await track(shipment.tracking_id)).body.events
      .slice(3)
      .map(({ event_type, place }: any) => [event_type, place])
  const arrival = ['ARRIVED_AT_WAREHOUSE', 'Tbilisi (TBS)']
  expect(await shown()).toEqual([
    ['PACKAGE_SCANNED', 'Moscow'],
    ['ASSIGNED_TO_BAG', 'Moscow (DME)'],
    ['BAG_SEALED', 'Moscow (DME)'],
    ['BAG_LOADED', 'Moscow (DME)'],
    arrival,
    ['PACKAGE_SCANNED', 'Tbilisi (TBS)'],
  ])
  await scan('READY_FOR_PICKUP', one, tbilisi)
  expect((await shown()).at(-1)).toEqual(['READY_FOR_PICKUP', 'Tbilisi (TBS)'])
  await scan('READY_FOR_PICKUP', two, tbilisi)
  expect((await shown()).at(-1)).toEqual(['READY_FOR_PICKUP', 'Tbilisi hub'])
})

test('a parcel was delivered when it was scanned, also if the scan is sent later', async () => {
  const { tracking_id, created_at, id } = await book(tenant)
  const { qr_code } = await add(tenant, id)
  const { call, pass } = inProcess(withoutFaults())
  const finished = async () => (await call(`GET /api/v1/track/${tracking_id}`)).body.finished_at
  expect(await finished()).toBeUndefined()
  pass(600)
  const occurred_at = new Date(Date.parse(created_at) + 300_000).toISOString()
  const body = { qr_code, event_type: 'DELIVERED', warehouse_id: randomUUID(), occurred_at }
  const { status, text } = await call('POST /api/v1/scan-event', { token: tenant.token, body })
  expect([status, await finished()], text).toEqual([200, occurred_at])
})
