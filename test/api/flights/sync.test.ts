import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import {
  at,
  contract,
  flightDataServer,
  knowingFlights,
  type FlightDataServer,
} from '../../support/flight-data/server.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'

let provider: FlightDataServer, service: ReturnType<typeof inProcess>, token: string
beforeAll(async () => {
  provider = await flightDataServer()
  service = inProcess(knowingFlights(provider, { FLIGHT_CALLS_PER_HOUR: '600' }))
  const body = { email: `sync-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  service.clock.now = new Date('2030-06-01T07:00:00Z')
  token = (await service.call('POST /api/v1/auth/register', { body })).body.access_token
})
afterAll(() => provider.stop())

/** Each test's token is of its own time: the clock moves over its lifetime. */
const setClock = (moment: string) => void (service.clock.now = new Date(moment))
const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
const made = async (noun: string, body: object) => (await send(`POST /api/v1/${noun}`, body)).body
const flightOf = (fields: object = {}) => made('flights', { ...exampleOf(NewFlight), ...fields })
const sync = (id: string) => send(`POST /api/v1/flights/${id}/sync`)
const progress = async (id: string) => (await send(`GET /api/v1/flights/${id}/status`)).body
const read = async (id: string) => (await send(`GET /api/v1/flights/${id}`)).body

describe('a synchronisation', () => {
  test('takes over what the provider says, and tells what is new', async () => {
    const flight = await flightOf()
    const departure = { terminal: 'B', gate: '12', revisedTime: at('2030-06-01T08:30Z') }
    provider.says(contract(flight, { status: 'Boarding', departure }))
    const { status, body } = await sync(flight.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...(await read(flight.id)),
      synced: true,
      provider: 'aerodatabox',
      provider_status: 'Boarding',
      changes: [
        { field: 'status', old: 'SCHEDULED', new: 'BOARDING' },
        { field: 'estimated_departure', old: null, new: '2030-06-01T08:30:00.000Z' },
        { field: 'terminal', old: null, new: 'B' },
        { field: 'gate', old: null, new: '12' },
      ],
      synced_at: '2030-06-01T07:00:00.000Z',
      message: 'New: status, estimated_departure, terminal, gate',
      cached: false,
    })
    expect(body.status).toBe('BOARDING')
    expect(await progress(flight.id)).toMatchObject({
      ...{ status: 'BOARDING', delay_minutes: 30, terminal: 'B', gate: '12', source: 'aerodatabox' },
      ...{ estimated_departure: '2030-06-01T08:30:00.000Z', last_synced_at: '2030-06-01T07:00:00.000Z' },
    })
  })

  test('within a minute of the last one answers what that did, and asks nobody', async () => {
    const flight = await flightOf()
    provider.says(contract(flight, { status: 'Boarding' }))
    const first = (await sync(flight.id)).body
    provider.says(contract(flight, { status: 'EnRoute' }))
    const calls = provider.asked.length
    service.pass(59.999)
    expect((await sync(flight.id)).body).toEqual({ ...first, cached: true })
    expect(provider.asked.length).toBe(calls)
    service.pass(0.001)
    expect((await sync(flight.id)).body).toMatchObject({ status: 'DEPARTED', cached: false })
    setClock('2030-06-01T07:00:00Z')
  })

  test('that finds nothing new leaves the flight’s version alone', async () => {
    const flight = await flightOf()
    provider.says(contract(flight, { status: 'Expected' }))
    const { body } = await sync(flight.id)
    expect(body).toMatchObject({ synced: true, changes: [], message: 'Nothing new' })
    const reading = await send(`GET /api/v1/flights/${flight.id}`)
    expect([reading.headers.etag, reading.body]).toEqual(['"1"', flight])
  })

  test('that tells no moment makes none up: nothing is late because it was asked late', async () => {
    const flight = await flightOf({
      scheduled_departure: '2030-06-01T04:00:00Z',
      scheduled_arrival: '2030-06-01T06:00:00Z',
    })
    provider.says(contract(flight, { status: 'Arrived' }))
    const { body } = await sync(flight.id)
    expect(body.changes).toEqual([{ field: 'status', old: 'SCHEDULED', new: 'ARRIVED' }])
    expect(await progress(flight.id)).toMatchObject({
      ...{ status: 'ARRIVED', actual_departure: null, actual_arrival: null, delay_minutes: 0 },
    })
  })

  test('that tells an arrival which lies ahead leaves the flight in the air', async () => {
    const flight = await flightOf()
    await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
    provider.says(contract(flight, { status: 'Arrived', arrival: { revisedTime: at('2030-06-01T09:00Z') } }))
    const { body } = await sync(flight.id)
    expect(body).toMatchObject({ status: 'DEPARTED', changes: [] })
    expect(body.message).toContain('It says "Arrived" at a time that cannot be')
  })

  test('of a flight that the provider does not know says so, and the flight stays as entered by hand', async () => {
    const flight = await flightOf()
    provider.says(contract({ ...flight, arrival_airport: 'LED' }, { status: 'EnRoute' }))
    expect((await sync(flight.id)).body).toEqual({
      ...flight,
      ...{ synced: false, provider: 'aerodatabox', provider_status: null, changes: [], synced_at: null },
      ...{ message: 'aerodatabox does not know this flight', cached: false },
    })
    expect(await progress(flight.id)).toMatchObject({ source: 'manual', last_synced_at: null })
  })

  test('has all the effects of a flight’s move: the bag flies, its courier’s other one is left behind', async () => {
    const [flight, bag] = [await flightOf(), await made('bags', exampleOf(NewBag))]
    const left = await made('bags', exampleOf(NewBag))
    const courier = await made('couriers', exampleOf(NewCourier))
    for (const { id } of [bag, left])
      await send(`POST /api/v1/bags/${id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, {
      ...{ airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' },
    })
    provider.says(contract(flight, { status: 'EnRoute', departure: { revisedTime: at('2030-06-01T06:58Z') } }))
    expect((await sync(flight.id)).body).toMatchObject({ status: 'DEPARTED', bags_count: 1 })
    expect((await send(`GET /api/v1/bags/${bag.id}`)).body.status).toBe('IN_TRANSIT')
    expect((await send(`GET /api/v1/bags/${left.id}`)).body).toMatchObject({ status: 'OPEN', flight_id: null })
    expect((await progress(flight.id)).actual_departure).toBe('2030-06-01T06:58:00.000Z')
  })

  test('without a provider changes nothing, and says so', async () => {
    const without = inProcess({ secrets: { flightdata: { key: '' } } })
    without.clock.now = service.clock.now
    const flight = await flightOf()
    const { status, body } = await without.call(`POST /api/v1/flights/${flight.id}/sync`, { token })
    expect([status, body]).toEqual([
      200,
      {
        ...flight,
        ...{ synced: false, provider: null, provider_status: null, changes: [], synced_at: null },
        ...{ message: 'No flight-data provider is set up; the flight is as it was entered by hand' },
        cached: false,
      },
    ])
  })

  test('of a flight that is not there is not found', async () => {
    expect((await sync(randomUUID())).status).toBe(404)
    expect((await sync('nonsense')).status).toBe(404)
  })
})

describe('a provider that is not to be trusted', () => {
  const after = async (status: string, behaviour: () => void) => {
    const flight = await flightOf()
    if (status !== 'SCHEDULED') await send(`PUT /api/v1/flights/${flight.id}`, { status })
    const before = await read(flight.id)
    behaviour()
    const answer = await sync(flight.id)
    expect(await read(flight.id), 'the flight stays right').toEqual(before)
    return answer
  }
  const does = (code: number, text = '', headers = {}) =>
    provider.does((response) => void response.writeHead(code, headers).end(text))

  test('and hangs: 504, and whoever asks next asks anew', async () => {
    const { status, body } = await after('BOARDING', () => provider.does(() => undefined))
    expect([status, body]).toEqual([
      504,
      { detail: 'AeroDataBox has not answered within 3 seconds', code: 'gateway_timeout' },
    ])
  })

  test.each<[string, () => void, string]>([
    ['fails', () => does(500, 'oops'), 'answered 500'],
    ['refuses', () => does(401), 'refuses our key (401)'],
    ['has had enough', () => does(429), 'answered 429: its quota is used up'],
    ['redirects', () => does(302, '', { location: 'http://127.0.0.1:9/' }), 'answered with a redirect'],
    ['sends 2 MB', () => does(200, `["${'x'.repeat(2e6)}"]`), 'sent more than 1 MB'],
    ['says nonsense', () => does(200, '<html>'), 'sent what is no flight data'],
    ['says something else', () => does(200, '{"flights":1}'), 'sent what is no flight data'],
    ['hangs up', () => provider.does((response) => void response.destroy()), 'cannot be reached'],
  ])('and %s: 502', async (_, behaviour, words) => {
    const { status, body } = await after('BOARDING', behaviour)
    expect([status, body.code, body.detail]).toEqual([502, 'bad_gateway', expect.stringContaining(words)])
  })

  test.each([
    ['moves backwards', 'ARRIVED', 'EnRoute', /It says "EnRoute", but the flight is ARRIVED, and stays so/],
    ['cancels what has departed', 'DEPARTED', 'Canceled', /It says "Canceled", but the flight is DEPARTED/],
    ['uses words that nobody knows', 'BOARDING', 'Teleported', /"Teleported", moves nothing/],
  ])('and %s: the status stays, and the message says why', async (_, status, word, message) => {
    const answer = await after(status, () =>
      provider.says(contract(exampleOf(NewFlight) as never, { status: word })),
    )
    expect(answer.body).toMatchObject({ status, synced: true, provider_status: word, changes: [] })
    expect(answer.body.message).toMatch(message)
  })

  test('and has failed is asked again by the next who wants to know', async () => {
    const flight = await flightOf()
    does(500)
    expect((await sync(flight.id)).status).toBe(502)
    service.pass(10)
    provider.says(contract(flight, { status: 'Boarding' }))
    expect((await sync(flight.id)).body).toMatchObject({ status: 'BOARDING', cached: false })
  })
})

describe('many who want to know at once', () => {
  /** Two containers with five requests each. */
  const tenAtOnce = async (id: string) => {
    const other = inProcess(knowingFlights(provider))
    other.clock.now = service.clock.now
    const calls = provider.asked.length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? other : service).call(`POST /api/v1/flights/${id}/sync`, { token }),
      ),
    )
    return { answers, calls: provider.asked.length - calls }
  }

  test('make one call, and all learn what it says', async () => {
    const flight = await flightOf()
    const [said] = [contract(flight, { status: 'Boarding' })]
    provider.does((response) => void setTimeout(() => response.end(JSON.stringify([said])), 300))
    const { answers, calls } = await tenAtOnce(flight.id)
    expect(calls).toBe(1)
    for (const { status, body } of answers)
      expect([status, body.synced, body.status]).toEqual([200, true, 'BOARDING'])
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1)
  })

  test('make one call where it fails, too, and all are told', async () => {
    const flight = await flightOf()
    provider.does((response) => void setTimeout(() => response.writeHead(503).end(), 300))
    const { answers, calls } = await tenAtOnce(flight.id)
    expect(calls).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 502))
  })
})

test('the calls of an hour are counted for all, and then refused until the hour is over', async () => {
  const thrifty = inProcess(knowingFlights(provider, { FLIGHT_CALLS_PER_HOUR: '1' }))
  // An hour of its own, long after those of the other tests.
  thrifty.clock.now = new Date('2031-06-01T07:00:00Z')
  const body = { email: `thrifty-${randomUUID()}@example.com`, password, tenant_name: 'Thrifty' }
  const own = (await thrifty.call('POST /api/v1/auth/register', { body })).body.access_token
  const ask = async () => {
    const { id } = (await thrifty.call('POST /api/v1/flights', { token: own, body: exampleOf(NewFlight) })).body
    return thrifty.call(`POST /api/v1/flights/${id}/sync`, { token: own })
  }
  provider.says()
  expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  thrifty.clock.now = new Date('2031-06-01T07:10:00Z')
  expect((await ask()).headers['retry-after']).toBe('3000')
})
