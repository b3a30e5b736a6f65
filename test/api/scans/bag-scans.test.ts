import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { addCourier, exampleOf, openBag, pack, schedule, newParcel } from '../../support/api/tenant.ts'
import { tokenOfCourier } from '../../support/in-process/tokens.ts'
import { setUp, moscow, packageOf, scan, send, tbilisi, tenant, timeline } from './scan-events.fixture.ts'
import { waitFor } from '../../support/suite/wait.ts'

setUp()

const labelOf = (bag: { qr_data: object }) => ({ qr_code: JSON.stringify(bag.qr_data) })
const read = async (bag: { id: string }) => (await send(`GET /api/v1/bags/${bag.id}`)).body

/** A bag with two packages of different shipments, checked in at the airline. */
async function checkedIn() {
  const bag = await openBag(tenant, { warehouse_id: moscow.id })
  const parcels = [await newParcel(tenant), await newParcel(tenant)]
  for (const { id } of parcels) await pack(tenant, bag.id, id)
  await send(`PUT /api/v1/bags/${bag.id}/checkin`, exampleOf(CheckIn))
  return { bag, parcels }
}

test('a scan of a bag’s label loads the bag with all its packages, and is in the timeline of each', async () => {
  const { bag, parcels } = await checkedIn()
  const body = await scan(labelOf(bag), 'BAG_LOADED', moscow)
  expect(body).toEqual({
    event_id: expect.any(String),
    bag_id: bag.id,
    label: bag.label,
    event_type: 'BAG_LOADED',
    timestamp: expect.stringMatching(/Z$/),
    warehouse_current: 'MOW-1',
    next_actions: ['CONFIRM_ARRIVAL'],
    status: 'IN_TRANSIT',
    status_applied: true,
  })
  for (const { id } of parcels) {
    expect((await packageOf(id)).status).toBe('IN_TRANSIT')
    const { event_id, timestamp } = body
    expect((await timeline(id)).at(-1)).toMatchObject({ id: event_id, timestamp, location: 'MOW-1' })
  }
  await waitFor(async () => {
    const { body: events } = await send('GET /api/v1/events?type=package.event_created&limit=200')
    const published = events.filter(({ data }: any) => data.event_id === body.event_id)
    expect(published.flatMap(({ data }: any) => data.package_ids).sort()).toEqual(
      parcels.map(({ id }) => id).sort(),
    )
  })
})

test('a bag’s arrival is recorded with its time; its packages arrive when each is scanned, in any warehouse', async () => {
  const { bag, parcels } = await checkedIn()
  const [first, second] = parcels as [any, any]
  await scan(labelOf(bag), 'BAG_LOADED', moscow)
  expect((await scan(first, 'PACKAGE_SCANNED', moscow)).status).toBe('IN_TRANSIT')
  const arrival = await scan(labelOf(bag), 'ARRIVED_AT_WAREHOUSE', moscow)
  expect([arrival.status, arrival.status_applied, arrival.next_actions]).toEqual([
    'IN_TRANSIT',
    true,
    ['CONFIRM_ARRIVAL'],
  ])
  expect(await read(bag)).toMatchObject({ status: 'IN_TRANSIT', arrived_at: arrival.timestamp })
  expect((await packageOf(first.id)).status).toBe('IN_TRANSIT')
  expect((await scan(first, 'PACKAGE_SCANNED', moscow)).status).toBe('ARRIVED')
  const { tracking_id } = (await send(`GET /api/v1/shipments/${second.shipment_id}`)).body
  const shown = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.events
  expect(shown.at(-1), 'it may be missing in its bag').toMatchObject({ event_type: 'BAG_LOADED' })
  const events = (await send(`GET /api/v1/packages/${second.id}/events`)).body
  expect(events.at(-1)).toMatchObject({ event_type: 'ARRIVED_AT_WAREHOUSE', timestamp: arrival.timestamp })
})

test('a scan that a bag’s status does not permit is recorded without effect, the latest of its kind', async () => {
  const bag = await openBag(tenant)
  const { id } = await newParcel(tenant)
  await pack(tenant, bag.id, id)
  let last: any
  for (const event_type of ['BAG_LOADED', 'ARRIVED_AT_WAREHOUSE', 'ARRIVED_AT_WAREHOUSE']) {
    last = await scan(labelOf(bag), event_type, tbilisi)
    expect([last.status, last.status_applied, last.next_actions]).toEqual([
      'OPEN',
      false,
      ['SEAL_BAG', 'ASSIGN_COURIER'],
    ])
  }
  expect((await read(bag)).arrived_at).toBe(null)
  const reports = (await timeline(id)).filter((event: any) => event.status_applied === false)
  expect(reports.map((event: any) => event.event_type)).toEqual(['BAG_LOADED', 'ARRIVED_AT_WAREHOUSE'])
  expect(reports.at(-1).id).toBe(last.event_id)
})

test('a bag whose flight is cancelled has not arrived any more', async () => {
  const { bag } = await checkedIn()
  const [courier, flight] = [await addCourier(tenant), await schedule(tenant)]
  await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  for (const event_type of ['BAG_LOADED', 'ARRIVED_AT_WAREHOUSE']) await scan(labelOf(bag), event_type, tbilisi)
  expect((await send(`PUT /api/v1/flights/${flight.id}`, { status: 'CANCELLED' })).status).toBe(200)
  expect(await read(bag)).toMatchObject({ status: 'SEALED', arrived_at: null })
})

test('a bag’s label is refused with 422 for events of packages, 404 if unknown, and 400 if forged', async () => {
  const { qr_data } = await openBag(tenant)
  const post = async (label: object, event_type: string) => {
    const body = { qr_code: JSON.stringify(label), warehouse_id: moscow.id, event_type }
    const answer = await send('POST /api/v1/scan-event', body)
    return [answer.status, answer.body.detail]
  }
  for (const event_type of ['PACKAGE_SCANNED', 'DELIVERED', 'BAG_SEALED', 'MY_OWN_TYPE'])
    expect(await post(qr_data, event_type)).toEqual([
      422,
      [{ loc: ['body', 'event_type'], msg: expect.stringContaining('scan the packages'), type: 'value_error' }],
    ])
  const { bag } = await checkedIn()
  const mayBeForged = [400, expect.stringContaining('may be forged')]
  for (const forgery of [{ c: 'f'.repeat(64) }, { i: randomUUID() }])
    expect(await post({ ...bag.qr_data, ...forgery }, 'BAG_LOADED')).toEqual(mayBeForged)
  expect((await read(bag)).status).toBe('CHECKED_IN')
  const empty = await openBag(tenant)
  await send(`DELETE /api/v1/bags/${empty.id}`)
  expect(await post(empty.qr_data, 'BAG_LOADED')).toEqual([404, 'Bag not found'])
})

test('a courier scans their own bags only', async () => {
  const courier = await addCourier(tenant)
  const [own, other] = [await openBag(tenant, { courier_id: courier.id }), await openBag(tenant)]
  const token = await tokenOfCourier(tenant.user.tenant_id, courier.id)
  const load = (bag: { qr_data: object }) =>
    tenant.send('POST /api/v1/scan-event', {
      token,
      body: { ...labelOf(bag), warehouse_id: moscow.id, event_type: 'BAG_LOADED' },
    })
  expect((await load(own)).status).toBe(200)
  const { status, body } = await load(other)
  expect([status, body.detail]).toEqual([404, 'Bag not found'])
})
