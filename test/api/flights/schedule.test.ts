import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { watchFlights } from '../../../functions/jobs/flightwatch.ts'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import {
  at,
  contract,
  flightDataServer,
  knowingFlights,
  type FlightDataServer,
} from '../../support/flight-data/server.ts'
import { asFunction, inProcess } from '../../support/in-process/service.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'

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
  const run = (hours = 0, timeLeft = () => 60_000) => {
    service.clock.now = new Date(day + hours * hour)
    provider.asked.length = 0
    return asFunction('flightwatch', () => watchFlights(service.runtime, timeLeft))
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
  expect(await one.run()).toMatchObject({ due: 4, unknown: 4, failed: 0 })
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
  expect(await run()).toMatchObject({ due: 1, synced: 1, changed: 1 })
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

test('the calls of an hour go to the most urgent flights, and a run ends when they are used up', async () => {
  // Calls are counted for the whole service, so this test uses its own hour.
  day = Date.parse('2041-01-01T12:00:00Z')
  const { flight, run } = await company({ FLIGHT_CALLS_PER_HOUR: '2' })
  for (const [n, departs] of [3, 0.2, 3.5, -0.5, 2, 1, 0.6, 3.2].entries()) await flight(`SU${n}`, departs)
  // The watch sends four requests at a time. The provider answers the first only with the second. Otherwise, the worker
  // that got an answer would ask about a fifth flight before the other workers had asked.
  const pending: ServerResponse[] = []
  provider.does((response) => {
    pending.push(response)
    if (requestedFlights().length === 2) for (const response of pending.splice(0)) response.writeHead(204).end()
  })
  expect(await run()).toMatchObject({ due: 8, unknown: 2 })
  expect(requestedFlights()).toHaveLength(2)
  for (const number of requestedFlights()) expect(['SU1', 'SU3', 'SU6', 'SU5']).toContain(number)
})

test('a run stops asking when the provider is down or its time runs out', async () => {
  const { flight, run } = await company({ FLIGHT_CALLS_PER_HOUR: '600' })
  for (let n = 10; n < 30; n++) await flight(`SU${n}`, 1)
  provider.does((response) => void response.writeHead(503).end())
  const { due, failed } = await run()
  expect(due).toBe(20)
  expect(failed).toBeGreaterThanOrEqual(5)
  expect(failed).toBeLessThanOrEqual(8)
  provider.says()
  expect(await run(0.1, () => 9_999)).toMatchObject({ due: 20, synced: 0, unknown: 0, failed: 0 })
  expect(requestedFlights()).toEqual([])
})

test('the flight watch reads the provider’s key with its own role', async () => {
  const lines: string[] = []
  const variables = { AWS_SESSION_TOKEN: inject('tokens').flightwatch! }
  const { runtime, clock } = inProcess({ variables, log: (line) => lines.push(line) })
  clock.now = new Date(day)
  await watchFlights(runtime, () => 60_000)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ message: 'flights', due: 0, failed: 0 }])
})
