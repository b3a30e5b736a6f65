import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { syncGroup } from '../../../functions/jobs/flightsync.ts'
import { messagesOfRun } from '../../../functions/jobs/flightwatch.ts'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { WatchedGroup } from '../../../shared/domain/flights/watch-messages.ts'
import { send as queue } from '../../../shared/messaging/queue.ts'
import {
  at,
  contract,
  flightDataServer,
  knowingFlights,
  type FlightDataServer,
} from '../../support/flight-data/server.ts'
import { environment, tokens } from '../../support/in-process/context.ts'
import { asFunction, inProcess } from '../../support/in-process/service.ts'
import { exampleOf, newTenant, password, schedule } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

// All tests share one flight schedule, so each test uses its own days, far from those of the others.
let provider: FlightDataServer
let day = Date.parse('2040-01-01T12:00:00Z')
beforeAll(async () => void (provider = await flightDataServer()))
beforeEach(() => {
  day += 10 * 86_400_000
  provider.asked.length = 0
  provider.says()
})
afterAll(() => provider.stop())

const hour = 3_600_000
const timeAt = (hours: number) => new Date(day + hours * hour).toISOString()

async function company(variables: Record<string, string> = {}) {
  const service = inProcess(knowingFlights(provider, variables))
  service.clock.now = new Date(day)
  const body = { email: `watch-${randomUUID()}@example.com`, password, tenant_name: 'Watchful' }
  const token = (await service.call('POST /api/v1/auth/register', { body })).body.access_token
  const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
  const flight = async (flight_number: string, departs: number, arrives = departs + 3) => {
    const plan = { scheduled_departure: timeAt(departs), scheduled_arrival: timeAt(arrives) }
    return (await send('POST /api/v1/flights', { ...exampleOf(NewFlight), flight_number, ...plan })).body
  }
  /** A run of the schedule, whose groups are processed in order. */
  const run = async (hours = 0, timeLeft = () => 60_000) => {
    service.clock.now = new Date(day + hours * hour)
    provider.asked.length = 0
    const messages = await asFunction('flightwatch', () => messagesOfRun(service.runtime))
    const total = { synced: 0, unknown: 0, changed: 0, failed: 0 }
    const watched = messages.map(({ body }) => WatchedGroup.parse(body))
    for (const group of watched) {
      const count = await asFunction('flightsync', () => syncGroup(service.runtime, group, timeLeft))
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += count[name]
    }
    return { ...total, groups: watched.map(({ group }) => group.split('/')[0]), watched }
  }
  return { service, send, flight, run }
}
/** The numbers of the flights that the provider was asked about, sorted and without duplicates. */
const requestedFlights = () => [...new Set(provider.asked.map((path) => path.split('/')[3]))].sort()

test('the flight watch checks the flights of all tenants that depart or arrive soon, and no others', async () => {
  const [one, other] = [await company(), await company()]
  await one.flight('SU1', 1)
  await other.flight('SU2', -0.5)
  await one.flight('SU3', 10)
  const flying = await other.flight('SU4', -6, 2)
  await other.send(`PUT /api/v1/flights/${flying.id}`, { status: 'DEPARTED' })
  const landed = await one.flight('SU5', -5, -1)
  await one.send(`PUT /api/v1/flights/${landed.id}`, { status: 'ARRIVED' })
  const cancelled = await one.flight('SU6', 1)
  await one.send(`PUT /api/v1/flights/${cancelled.id}`, { status: 'CANCELLED' })
  const deleted = await one.flight('SU7', 1)
  await one.send(`DELETE /api/v1/flights/${deleted.id}`)
  await one.flight('SU8', -40, -37)
  const moved = await one.flight('SU9', 30)
  await one.send(`PUT /api/v1/flights/${moved.id}`, { scheduled_departure: timeAt(2) })
  const away = await one.flight('SU10', 1)
  await one.send(`PUT /api/v1/flights/${away.id}`, {
    scheduled_departure: timeAt(40),
    scheduled_arrival: timeAt(42),
  })
  expect(await one.run()).toMatchObject({ unknown: 4, failed: 0 })
  expect(requestedFlights()).toEqual(['SU1', 'SU2', 'SU4', 'SU9'])
})

test('a provider’s report moves a flight and its bags, without an actor in the timeline', async () => {
  const { send, flight, run } = await company()
  const create = async (path: string, body: object) => (await send(`POST /api/v1/${path}`, body)).body
  const departing = await flight('SU1', 0.5)
  const bag = await create('bags', exampleOf(NewBag))
  const parcel = await create(
    `shipments/${(await create('shipments', exampleOf(NewShipment))).id}/packages`,
    exampleOf(NewPackage),
  )
  await send(`POST /api/v1/bags/${bag.id}/packages/${parcel.id}`)
  await send(`POST /api/v1/bags/${bag.id}/assign-courier`, {
    courier_id: (await create('couriers', exampleOf(NewCourier))).id,
    flight_id: departing.id,
  })
  const tag = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1' }
  await send(`PUT /api/v1/bags/${bag.id}/checkin`, tag)
  const departure = { revisedTime: at(day - 60_000) }
  provider.says(contract(departing, { status: 'EnRoute', departure }))
  expect(await run()).toMatchObject({ synced: 1, changed: 1 })
  expect((await send(`GET /api/v1/packages/${parcel.id}`)).body.status).toBe('IN_TRANSIT')
  const events = (await send(`GET /api/v1/packages/${parcel.id}/events`)).body
  const departed = events.find((event: any) => event.event_type === 'FLIGHT_DEPARTED')
  expect(departed).toBeDefined()
  expect(departed.actor_id).toBeUndefined()
})

test('a flight is checked on every run near its departure, half-hourly before, and hourly while the provider does not know it', async () => {
  const { flight, run } = await company()
  const [near, far] = [await flight('SU1', 0.9), await flight('SU2', 3.5)]
  provider.does((response, path) => {
    const reported = path.includes('/SU1/') ? near : path.includes('/SU2/') ? far : undefined
    response.end(JSON.stringify(reported ? [contract(reported, { status: 'Expected' })] : []))
  })
  await flight('SU3', 0.5)
  await run()
  expect(requestedFlights()).toEqual(['SU1', 'SU2', 'SU3'])
  await run(10 / 60)
  expect(requestedFlights()).toEqual(['SU1'])
  await run(30 / 60)
  expect(requestedFlights()).toEqual(['SU1', 'SU2'])
  await run(61 / 60)
  expect(requestedFlights()).toEqual(['SU1', 'SU2', 'SU3'])
})

test('the calls of an hour go to the most urgent flights', async () => {
  // Calls are counted for the whole service, so this test uses its own hour.
  day = Date.parse('2041-01-01T12:00:00Z')
  const { flight, run } = await company({ FLIGHT_CALLS_PER_HOUR: '2' })
  const planned = await Promise.all(
    [3, 0.2, 3.5, -0.5, -4].map((departs, n) => flight(`SU${n}`, departs, n === 4 ? 0.1 : departs + 3)),
  )
  provider.does((response, path) => {
    const asked = planned.find(({ flight_number }) => path.includes(`/${flight_number}/`))
    response.end(JSON.stringify([contract(asked, { status: 'Expected' })]))
  })
  const { groups, synced, failed } = await run()
  expect(groups).toEqual(['SU4', 'SU1', 'SU3', 'SU0', 'SU2'])
  expect([synced, failed]).toEqual([2, 3])
  expect(requestedFlights()).toEqual(['SU1', 'SU4'])
})

test('one call serves the flights of all companies with the same number and day, also those that are not due', async () => {
  const companies = await Promise.all([company(), company(), company()])
  const [one, two, three] = companies
  const first = await one.flight('SU 0012', 3)
  provider.says(contract(first, { status: 'Expected' }))
  expect(await one.run()).toMatchObject({ synced: 1, changed: 0 })
  const others = [await two.flight('su12', 3), await three.flight('SU12', 3), await three.flight('SU-12', 3)]
  provider.says(contract(first, { status: 'Expected', departure: { gate: 'B7' } }))
  expect(await one.run(0.2)).toMatchObject({ groups: ['SU12'], synced: 4, changed: 4, failed: 0 })
  expect(provider.asked).toHaveLength(1)
  for (const [{ send }, { id }] of [
    [one, first],
    [two, others[0]],
    [three, others[1]],
    [three, others[2]],
  ] as const)
    expect((await send(`GET /api/v1/flights/${id}/status`)).body.gate).toBe('B7')
})

test('a flight is watched once, and until it arrives, is cancelled or is deleted', async () => {
  const { send, flight, run } = await company()
  const watched = async () =>
    (await run()).watched.flatMap(({ flights }) => flights.map((one) => one.flight_id))
  const [moved, arriving] = [await flight('SU1', 1), await flight('SU2', -3, -0.1)]
  await send(`PUT /api/v1/flights/${moved.id}`, { scheduled_departure: timeAt(2.5), flight_number: 'SU3' })
  await send(`PUT /api/v1/flights/${moved.id}`, { scheduled_departure: timeAt(2) })
  await send(`PUT /api/v1/flights/${arriving.id}`, { status: 'DEPARTED' })
  provider.says(contract(arriving, { status: 'Arrived', arrival: { revisedTime: at(day + 120_000) } }))
  const { groups, changed } = await run()
  expect([groups.sort(), changed]).toEqual([['SU2', 'SU3'], 1])
  expect((await send(`GET /api/v1/flights/${arriving.id}`)).body.status).toBe('ARRIVED')
  expect(await watched()).toEqual([moved.id])
  await send(`PUT /api/v1/flights/${moved.id}`, { status: 'CANCELLED' })
  expect(await watched()).toEqual([])
  const deleted = await flight('SU4', 1)
  await send(`DELETE /api/v1/flights/${deleted.id}`)
  expect(await watched()).toEqual([])
})

test('a provider that is down is asked once for each flight number and day, and without time for none', async () => {
  const { flight, run } = await company({ FLIGHT_CALLS_PER_HOUR: '600' })
  for (const number of ['SU1', 'SU1', 'SU1', 'SU2']) await flight(number, 1)
  provider.does((response) => void response.writeHead(503).end())
  expect(await run()).toMatchObject({ synced: 0, failed: 4 })
  expect(provider.asked).toHaveLength(2)
  provider.says()
  expect(await run(0.1, () => 9_999)).toMatchObject({ synced: 0, unknown: 0, failed: 0 })
  expect(await run(0.1)).toMatchObject({ unknown: 4 })
})

test('nothing is queued without a flight-data provider', async () => {
  const { flight } = await company()
  await flight('SU1', 1)
  const { runtime, clock } = inProcess({ secrets: { flightdata: { key: '' } } })
  clock.now = new Date(day)
  expect(await messagesOfRun(runtime)).toEqual([])
})

test('a flight changes by what the provider reports, in the roles of the functions', async () => {
  const tenant = await newTenant()
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const flight_number = 'XY4711'
  const plan = { scheduled_departure: soon(30), scheduled_arrival: soon(200) }
  const { id } = await schedule(tenant, { flight_number, ...plan })
  const { departure_airport, arrival_airport } = exampleOf(NewFlight)
  await fetch(`${environment().FLIGHT_DATA_URL}/flights/${flight_number}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ departure_airport, arrival_airport, ...plan, status: 'Boarding', gate: 'C3' }),
  })
  const { runtime } = inProcess({ variables: { AWS_SESSION_TOKEN: tokens().flightwatch! } })
  const messages = await messagesOfRun(runtime)
  // Those of other tests would use up the calls of this hour.
  await queue(
    runtime,
    'flights',
    messages.filter(({ group }) => group?.startsWith(flight_number)),
  )
  const read = async () => (await tenant.send(`GET /api/v1/flights/${id}/status`)).body
  await waitFor(async () => expect(await read()).toMatchObject({ status: 'BOARDING', gate: 'C3' }))
})
