import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { read } from '../labels/labels.fixture.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { flights } from '../../../shared/domain/flights/record.ts'
import {
  addCourier,
  newParcel,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** Leaves Moscow at 23:40, which is 00:40 on the next day in Tbilisi. */
const overMidnight = {
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: '2030-11-24T20:40:00Z',
  scheduled_arrival: '2030-11-25T00:10:00Z',
}
const zones = { departure_time_zone: 'Europe/Moscow', arrival_time_zone: 'Asia/Tbilisi' }

test.each([
  ['IATA codes', 'SVO', 'TBS', zones],
  ['ICAO codes', 'UUEE', 'UGTB', zones],
  ['a code that an airport had', 'SVO', 'FRU', { ...zones, arrival_time_zone: 'Asia/Bishkek' }],
  ['an airport that is not known', 'SVO', 'ZZZZ', { ...zones, arrival_time_zone: null }],
])(
  'a flight has the time zones of its airports: %s',
  async (_, departure_airport, arrival_airport, expected) => {
    const flight = await schedule(tenant, { departure_airport, arrival_airport })
    expect(flight).toMatchObject(expected)
    expect((await tenant.send(`GET /api/v1/flights/${flight.id}/status`)).body).toMatchObject(expected)
    const changed = await tenant.send(`PUT /api/v1/flights/${flight.id}`, {
      body: { departure_airport: 'JFK' },
    })
    expect(changed.body).toMatchObject({ ...expected, departure_time_zone: 'America/New_York' })
  },
)

test('a flight from before zones were stored has them too', async () => {
  const { id } = await schedule(tenant, overMidnight)
  const table = tableOn(testStore(), mintGrant(tenant.user.tenant_id))
  await testStore().commit([
    table.patchUnread(
      flights,
      { id },
      { set: { departure_time_zone: undefined, arrival_time_zone: undefined } },
    ),
  ])
  expect((await tenant.send(`GET /api/v1/flights/${id}`)).body).toMatchObject(zones)
})

test('a day is one of the company’s time zone, and of UTC without one; over the change to winter time it has 25 hours', async () => {
  const company = await newTenant()
  const at = (scheduled_departure: string, flight_number: string) =>
    schedule(company, { flight_number, scheduled_departure, scheduled_arrival: '2030-12-31T00:00:00Z' })
  // In London, the 27th of October 2030 is from 23:00 UTC of the day before until midnight.
  await at('2030-10-26T22:59:59.999Z', 'A1')
  await at('2030-10-26T23:00:00Z', 'A2')
  await at('2030-10-27T23:59:59.999Z', 'A3')
  await at('2030-10-28T00:00:00Z', 'A4')
  const found = async (query: string) =>
    (await company.send(`GET /api/v1/flights?${query}`)).body.map((one: any) => one.flight_number).sort()
  const day = async () => [
    await found('date=2030-10-27'),
    await found('date_from=2030-10-27&date_to=2030-10-27'),
    (await company.send('GET /api/v1/flights/search?date=2030-10-27')).body.length,
  ]
  expect(await day()).toEqual([['A3'], ['A3'], 1])
  const set = (time_zone: string | null) => company.send('PUT /api/v1/settings', { body: { time_zone } })
  expect((await set('Europe/London')).body.time_zone).toBe('Europe/London')
  expect(await day()).toEqual([['A2', 'A3'], ['A2', 'A3'], 2])
  expect(await found('date_from=2030-10-26T23:00:00Z&date_to=2030-10-26T23:00:00Z')).toEqual(['A2'])
  expect((await set(null)).body.time_zone).toBeNull()
  expect(await day()).toEqual([['A3'], ['A3'], 1])
  expect((await set('Moscow')).status).toBe(422)
})

test('a manifest has the departure by the clocks of its airport, the company, totals and places to sign', async () => {
  const { id } = await openBag(tenant)
  const { id: parcel } = await newParcel(tenant, { weight: 2.5 })
  await pack(tenant, id, parcel)
  const [courier, flight] = [await addCourier(tenant), await schedule(tenant, overMidnight)]
  const body = { courier_id: courier.id, flight_id: flight.id }
  expect((await tenant.send(`POST /api/v1/bags/${id}/assign-courier`, { body })).status).toBe(200)
  const { text, qr } = await read.pdf((await tenant.send(`GET /api/v1/bags/${id}/manifest`)).bytes)
  const company = (await tenant.send('GET /api/v1/auth/me')).body
  for (const part of [
    'departs 2030-11-24 23:40 GMT+3',
    company.company_name ?? '',
    'Total',
    'Received by the courier',
  ])
    expect(text[0]).toContain(part)
  const scanned = await tenant.send('POST /api/v1/scans', { body: { qr_data: JSON.parse(qr ?? '{}') } })
  expect(scanned.body).toMatchObject({ validation_result: 'valid', entity_id: id })
})

test.each([
  ['DEPARTED', /missed SU1234 of \d{4}-\d\d-\d\d \d\d:\d\d GMT\+3/, false],
  ['CANCELLED', /SU1234 of 2030-11-24 23:40 GMT\+3 was\s+cancelled/, true],
])(
  'papers of a bag that is not checked in say what became of its flight: %s',
  async (status, said, carried) => {
    const bag = await openBag(tenant)
    await pack(tenant, bag.id, (await newParcel(tenant)).id)
    const courier = await addCourier(tenant, { full_name: 'Irakli Gelashvili' })
    const flight = await schedule(tenant, { ...overMidnight, flight_number: 'SU1234' })
    const body = { courier_id: courier.id, flight_id: flight.id }
    for (const [key, sent] of [
      [`POST /api/v1/bags/${bag.id}/assign-courier`, body],
      [`PUT /api/v1/flights/${flight.id}`, { status }],
    ] as const)
      expect((await tenant.send(key, { body: sent })).status).toBe(200)
    const paper = async (kind: string) =>
      (await read.pdf((await tenant.send(`GET /api/v1/bags/${bag.id}/${kind}`)).bytes)).text.join(' ')
    expect(await paper('manifest')).toMatch(said)
    for (const kind of ['manifest', 'label']) expect((await paper(kind)).includes('Irakli'), kind).toBe(carried)
  },
)

test('a manifest says when its flight has departed and arrived, and the bag where it was unloaded', async () => {
  const bag = await openBag(tenant)
  await pack(tenant, bag.id, (await newParcel(tenant)).id)
  const [courier, flight] = [await addCourier(tenant), await schedule(tenant, overMidnight)]
  const change = async (key: string, body?: object) => {
    const answer = await tenant.send(key, { body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  await change(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
  const tag = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: flight.flight_number }
  await change(`PUT /api/v1/bags/${bag.id}/checkin`, tag)
  for (const status of ['DEPARTED', 'ARRIVED']) await change(`PUT /api/v1/flights/${flight.id}`, { status })
  const { text } = await read.pdf((await tenant.send(`GET /api/v1/bags/${bag.id}/manifest`)).bytes)
  expect(text[0]).toMatch(
    /departed \d{4}-\d\d-\d\d \d\d:\d\d GMT\+3, arrived\s\d{4}-\d\d-\d\d \d\d:\d\d GMT\+4/,
  )
  expect(text[0]).not.toContain('departs')
  const { unloaded } = (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body
  expect(unloaded).toBeNull()
  const warehouse_id = randomUUID()
  const opened = await change(`POST /api/v1/warehouse/${warehouse_id}/unloadings`, {
    bag_id: bag.id,
    seal_intact: true,
  })
  await change(`POST /api/v1/unloadings/${opened.id}/close`)
  expect((await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.unloaded).toMatchObject({
    unloading_id: opened.id,
    warehouse_id,
  })
})

test('recipients see the day of delivery by the clocks of the last airport', async () => {
  const { id } = await openBag(tenant)
  const { id: parcel, shipment_id } = await newParcel(tenant)
  const { tracking_id } = (await tenant.send(`GET /api/v1/shipments/${shipment_id}`)).body
  await pack(tenant, id, parcel)
  // It arrives at 23:30 UTC, which is the next day in Tbilisi.
  const flight = await schedule(tenant, { ...overMidnight, scheduled_arrival: '2030-11-24T23:30:00Z' })
  const body = { courier_id: (await addCourier(tenant)).id, flight_id: flight.id }
  expect((await tenant.send(`POST /api/v1/bags/${id}/assign-courier`, { body })).status).toBe(200)
  const tracked = await tenant.send(`GET /api/v1/track/${tracking_id}`)
  expect(tracked.body.estimated_delivery).toBe('2030-11-27')
})
