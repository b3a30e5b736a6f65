import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { withoutFaults } from '../../support/in-process/context.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
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
