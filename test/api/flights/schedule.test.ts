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

// The agenda is everybody's, so each test has days of its own, far from those of all others.
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
const moment = (hours: number) => new Date(day + hours * hour).toISOString()

async function company(variables: Record<string, string> = {}) {
  const service = inProcess(knowingFlights(provider, variables))
  service.clock.now = new Date(day)
  const body = { email: `watch-${randomUUID()}@example.com`, password, tenant_name: 'Watchful' }
  const token = (await service.call('POST /api/v1/auth/register', { body })).body.access_token
  const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
  const flight = async (flight_number: string, departs: number, arrives = departs + 3) => {
    const plan = { scheduled_departure: moment(departs), scheduled_arrival: moment(arrives) }
    return (await send('POST /api/v1/flights', { ...exampleOf(NewFlight), flight_number, ...plan })).body
  }
  const look = (hours = 0, timeLeft = () => 60_000) => {
    service.clock.now = new Date(day + hours * hour)
    provider.asked.length = 0
    return asFunction('flightwatch', () => watchFlights(service.runtime, timeLeft))
  }
  return { service, send, flight, look }
}
/** The numbers of the flights that the provider was asked about, each once, sorted. */
const askedAbout = () => [...new Set(provider.asked.map((path) => path.split('/')[3]))].sort()

test('flights of all tenants are looked at that leave or arrive about now, and no others', async () => {
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
  await one.send(`PUT /api/v1/flights/${moved.id}`, { scheduled_departure: moment(2) })
  const away = await one.flight('SU10', 1)
  await one.send(`PUT /api/v1/flights/${away.id}`, {
    scheduled_departure: moment(40),
    scheduled_arrival: moment(42),
  })
  expect(await one.look()).toMatchObject({ due: 4, unknown: 4, failed: 0 })
  expect(askedAbout()).toEqual(['SU1', 'SU2', 'SU4', 'SU9'])
})

test('the provider’s report moves them on, with their bags; no user is the actor', async () => {
  const { send, flight, look } = await company()
  const made = async (path: string, body: object) => (await send(`POST /api/v1/${path}`, body)).body
  const departing = await flight('SU1', 0.5)
  const bag = await made('bags', exampleOf(NewBag))
  const parcel = await made(
    `shipments/${(await made('shipments', exampleOf(NewShipment))).id}/packages`,
    exampleOf(NewPackage),
  )
  await send(`POST /api/v1/bags/${bag.id}/packages/${parcel.id}`)
  await send(`POST /api/v1/bags/${bag.id}/assign-courier`, {
    courier_id: (await made('couriers', exampleOf(NewCourier))).id,
    flight_id: departing.id,
  })
  const tag = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1' }
  await send(`PUT /api/v1/bags/${bag.id}/checkin`, tag)
  const departure = { revisedTime: at(day - 60_000) }
  provider.says(contract(departing, { status: 'EnRoute', departure }))
  expect(await look()).toMatchObject({ due: 1, synced: 1, changed: 1 })
  expect((await send(`GET /api/v1/packages/${parcel.id}`)).body.status).toBe('IN_TRANSIT')
  const events = (await send(`GET /api/v1/packages/${parcel.id}/events`)).body
  const departed = events.find((event: any) => event.event_type === 'FLIGHT_DEPARTED')
  expect(departed).toBeDefined()
  expect(departed.actor_id).toBeUndefined()
})

test('a flight is asked about with every look near its time, every half hour before, hourly while unknown', async () => {
  const { flight, look } = await company()
  const [near, far] = [await flight('SU1', 0.9), await flight('SU2', 3.5)]
  provider.does((response, path) => {
    const said = path.includes('/SU1/') ? near : path.includes('/SU2/') ? far : undefined
    response.end(JSON.stringify(said ? [contract(said, { status: 'Expected' })] : []))
  })
  await flight('SU3', 0.5)
  await look()
  expect(askedAbout()).toEqual(['SU1', 'SU2', 'SU3'])
  await look(10 / 60)
  expect(askedAbout()).toEqual(['SU1'])
  await look(30 / 60)
  expect(askedAbout()).toEqual(['SU1', 'SU2'])
  await look(61 / 60)
  expect(askedAbout()).toEqual(['SU1', 'SU2', 'SU3'])
})

test('the hour’s calls go to what is nearest, and a run ends where they are used up', async () => {
  // An hour of its own: calls are counted for the whole service.
  day = Date.parse('2041-01-01T12:00:00Z')
  const { flight, look } = await company({ FLIGHT_CALLS_PER_HOUR: '2' })
  for (const [n, departs] of [3, 0.2, 3.5, -0.5, 2, 1, 0.6, 3.2].entries()) await flight(`SU${n}`, departs)
  // Four at a time: the first answer waits for the second, or who got it would ask for a fifth before the others had asked.
  const asking: ServerResponse[] = []
  provider.does((response) => {
    asking.push(response)
    if (askedAbout().length === 2) for (const one of asking.splice(0)) one.writeHead(204).end()
  })
  expect(await look()).toMatchObject({ due: 8, unknown: 2 })
  expect(askedAbout()).toHaveLength(2)
  for (const number of askedAbout()) expect(['SU1', 'SU3', 'SU6', 'SU5']).toContain(number)
})

test('a provider that is down is not asked for each flight, and neither is one when time runs out', async () => {
  const { flight, look } = await company({ FLIGHT_CALLS_PER_HOUR: '600' })
  for (let n = 10; n < 30; n++) await flight(`SU${n}`, 1)
  provider.does((response) => void response.writeHead(503).end())
  const { due, failed } = await look()
  expect(due).toBe(20)
  expect(failed).toBeGreaterThanOrEqual(5)
  expect(failed).toBeLessThanOrEqual(8)
  provider.says()
  expect(await look(0.1, () => 9_999)).toMatchObject({ due: 20, synced: 0, unknown: 0, failed: 0 })
  expect(askedAbout()).toEqual([])
})

test('it reads the provider’s key itself, by its own role', async () => {
  const lines: string[] = []
  const variables = { AWS_SESSION_TOKEN: inject('tokens').flightwatch! }
  const { runtime, clock } = inProcess({ variables, log: (line) => lines.push(line) })
  clock.now = new Date(day)
  await watchFlights(runtime, () => 60_000)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ message: 'flights', due: 0, failed: 0 }])
})
