import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCourier, newTenant, schedule, type Tenant } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
/** Latest departure first. */
const flights: any[] = []
let couriers: string[]
const airports = ['SVO', 'TBS', 'UGTB', 'IST']
const airlines = ['Aeroflot', 'Georgian Airways', 'Türk Hava Yolları']
const statuses = ['SCHEDULED', 'BOARDING', 'CANCELLED']
beforeAll(async () => {
  tenant = await newTenant()
  couriers = [(await addCourier(tenant)).id, (await addCourier(tenant)).id]
  for (let n = 0; n < 12; n++) {
    // One departure every nine hours, and the last two at the same time.
    const departs = Date.UTC(2030, 5, 1, 3) + Math.min(n, 10) * 9 * 3_600_000
    const { id } = await schedule(tenant, {
      flight_number: n % 2 ? `Su${1000 + (n % 4)}` : `A9 ${700 + (n % 3)}`,
      airline: airlines[n % 3],
      departure_airport: airports[n % 4],
      arrival_airport: airports[(n + 1 + (n % 2)) % 4],
      scheduled_departure: new Date(departs).toISOString(),
      scheduled_arrival: new Date(departs + 7_200_000).toISOString(),
      courier_id: couriers[n % 3],
      max_weight_kg: 10 * (n % 4) + 0.5,
    })
    flights.push((await tenant.send(`PUT /api/v1/flights/${id}`, { body: { status: statuses[n % 5] } })).body)
  }
  const order = ({ scheduled_departure, id }: any) => `${scheduled_departure}#${id}`
  flights.sort((a, b) => (order(a) < order(b) ? 1 : -1))
})

/** Reads all pages of a list. */
async function readAll(path: string): Promise<any[]> {
  const { status, body, headers, text } = await tenant.send(`GET ${path}`)
  expect(status, text).toBe(200)
  const next = /^<(.+)>; rel="next"$/.exec(headers.link ?? '')?.[1]
  return next ? [...body, ...(await readAll(next))] : body
}
const query = (filter: object) => new URLSearchParams(filter as Record<string, string>).toString()

/** Waits for a search to return the expected flights, because searches are eventually consistent. */
const eventually = (filter: object, wanted: any[], path = '/api/v1/flights/search') =>
  waitFor(
    async () => expect(await readAll(`${path}?${query(filter)}`), JSON.stringify(filter)).toEqual(wanted),
    { timeout: seconds(10), interval: 100 },
  )

const plain = (number: string) =>
  number
    .replaceAll(/[ -]/g, '')
    .replace(/^(SU|A9)0+/i, '$1')
    .toUpperCase()
/** The filters as simple functions over the flights in memory. */
const simpleFilters: Record<string, (flight: any, given: string) => boolean> = {
  departure_airport: (flight, code) => flight.departure_airport === code.toUpperCase(),
  arrival_airport: (flight, code) => flight.arrival_airport === code.toUpperCase(),
  date: (flight, day) => flight.scheduled_departure.slice(0, 10) === day,
  date_from: (flight, from) => Date.parse(flight.scheduled_departure) >= Date.parse(from),
  date_to: (flight, to) =>
    Date.parse(flight.scheduled_departure) <= (to.length === 10 ? Date.parse(to) + 86_399_999 : Date.parse(to)),
  airline: (flight, name) => flight.airline.toLowerCase() === name.toLowerCase(),
  flight_number: (flight, number) => plain(flight.flight_number) === plain(number),
  courier_id: (flight, id) => flight.courier_id === id.toLowerCase(),
  status: (flight, status) => flight.status === status.toUpperCase(),
  min_available_weight_kg: (flight, least) => flight.available_weight_kg >= Number(least),
}
for (const alias of ['origin', 'from']) simpleFilters[alias] = simpleFilters.departure_airport!
for (const alias of ['destination', 'to']) simpleFilters[alias] = simpleFilters.arrival_airport!
const matching = (filter: object) =>
  flights.filter((flight) =>
    Object.entries(filter).every(([name, given]) => simpleFilters[name]!(flight, given)),
  )

describe('the list of flights', () => {
  test('is a bare array, latest departure first', async () => {
    await eventually({}, flights, '/api/v1/flights')
    await eventually({ status: 'boarding' }, matching({ status: 'BOARDING' }), '/api/v1/flights')
  })

  test('is complete and in order with pages of any size', async () => {
    for (const limit of [1, 2, 3, 5, 11, 12, 13])
      for (const path of ['/api/v1/flights', '/api/v1/flights/search'])
        await eventually({ limit }, flights, path)
  })

  test('finds a changed flight only by its new departure, airline, number and courier', async () => {
    const other = await newTenant()
    const [first, second] = [(await addCourier(other)).id, (await addCourier(other)).id]
    const { id } = await schedule(other, { courier_id: first })
    const change = {
      scheduled_departure: '2029-01-01T00:00:00Z',
      airline: 'Belavia',
      flight_number: 'B2 1',
      courier_id: second,
    }
    await other.send(`PUT /api/v1/flights/${id}`, { body: change })
    const found = async (filter: object) =>
      (await other.send(`GET /api/v1/flights/search?${query(filter)}`)).body.length
    for (const [wanted, filters] of [
      [1, [{ date: '2029-01-01' }, { airline: 'belavia' }, { flight_number: 'b2 1' }, { courier_id: second }]],
      [0, [{ date: '2030-06-01' }, { airline: 'aeroflot' }, { courier_id: first }]],
    ] as const)
      for (const filter of filters)
        await waitFor(async () => expect(await found(filter), JSON.stringify(filter)).toBe(wanted))
  })
})

describe('searching flights', () => {
  const letters = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase())
  const one = (...texts: string[]) => fc.constantFrom(...texts).chain(letters)
  const code = one(...airports, 'LED')
  const bound = fc.constantFrom('2030-06-01', '2030-06-03', '2030-06-03T03:00:00+03:00', '2030-06-02T15:00:00Z')
  const filters = fc.record(
    {
      departure_airport: code,
      origin: code,
      from: code,
      arrival_airport: code,
      destination: code,
      to: code,
      date: fc.constantFrom('2030-06-01', '2030-06-02', '2030-06-04', '2031-01-01'),
      date_from: bound,
      date_to: bound,
      airline: one('Aeroflot', 'Georgian Airways', 'Georgian'),
      flight_number: one('Su1001', 'A9 700', 'A9700', 'su 1003'),
      courier_id: fc.constantFrom(0, 1),
      status: one(...statuses),
      min_available_weight_kg: fc.constantFrom('0', '10.5', '10.501', '20', '99999'),
    },
    { requiredKeys: [] },
  )
  /** One or two filters, so that most searches find some flights. */
  const few = fc.tuple(filters, fc.shuffledSubarray(Object.keys(simpleFilters), { minLength: 1, maxLength: 2 }))

  test('returns the same flights as a simple filter, with pages of any size', async () => {
    const runs = size(40, 120)
    let found = 0
    await fc.assert(
      fc.asyncProperty(few, fc.integer({ min: 1, max: 13 }), async ([all, names], limit) => {
        const named = Object.entries(all).filter(([name]) => names.includes(name))
        const filter = Object.fromEntries(
          named.map(([name, value]) => [name, name === 'courier_id' ? couriers[value as number]! : value]),
        )
        const wanted = matching(filter)
        found += Number(wanted.length > 0 && wanted.length < 12)
        await eventually({ ...filter, limit }, wanted)
      }),
      // A wrong result fails only after a timeout, so shrinking would take minutes.
      { numRuns: runs, endOnFailure: true },
    )
    expect(found, 'enough searches find some flights but not all').toBeGreaterThan(runs / 6)
  })

  test.each(Object.keys(simpleFilters))('by %s alone returns the matching flights', async (name) => {
    const given: Record<string, string[]> = {
      date: ['2030-06-01', '2030-06-04'],
      date_from: ['2030-06-03', '2030-06-02T15:00:00+03:00', '9999-12-31T23:59:59-14:00'],
      date_to: ['2030-06-03', '2030-06-02T12:00:00Z', '0000-01-01T00:00:00+14:00'],
      airline: ['AEROFLOT', 'georgian airways', airlines[2]!, 'aero'],
      flight_number: ['SU1001', 'SU-1001', 'a9 700', 'A9 0700', 'AFL1001', 'SU'],
      courier_id: [couriers[0]!, couriers[1]!.toUpperCase()],
      status: ['Boarding', 'ARRIVED'],
      min_available_weight_kg: ['10.5', '10.501', '0'],
    }
    for (const value of given[name] ?? ['svo', 'UGTB', 'led'])
      await eventually({ [name]: value }, matching({ [name]: value }))
  })

  test('accepts a cursor of the same search only', async () => {
    const [search, list] = ['/api/v1/flights/search?limit=2', '/api/v1/flights?limit=2']
    const cursor = await waitFor(async () => {
      const { headers } = await tenant.send(`GET ${search}`)
      expect(headers['x-next-cursor']).toBeTruthy()
      return headers['x-next-cursor']!
    })
    expect((await tenant.send(`GET ${search}&cursor=${cursor}`)).status).toBe(200)
    for (const other of [`${search}&status=SCHEDULED`, list]) {
      const { status, body } = await tenant.send(`GET ${other}&cursor=${cursor}`)
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'cursor']])
    }
  })

  test.each([
    'origin=Moscow',
    'to=T1',
    'date=2030-06-01T00:00:00Z',
    'date=2030-02-30',
    'date_from=tomorrow',
    'airline=',
    'courier_id=1',
    'status=late',
    'min_available_weight_kg=-1',
    'min_available_weight_kg=1e3',
    'min_available_weight_kg=100001',
    'limit=201',
  ])('refuses %s', async (wrong) => {
    const { status, body } = await tenant.send(`GET /api/v1/flights/search?${wrong}`)
    expect([status, body.detail[0].loc]).toEqual([422, ['query', wrong.split('=')[0]]])
  })
})
