import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { chaosControl, startChaosProxy, type ChaosProxy } from '../../support/chaos-proxy/proxy.ts'
import { noFaults } from '../../support/chaos-proxy/faults/odds.ts'
import { inSequence } from '../../support/chaos-proxy/calls.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  openBag,
  pack,
  password,
  schedule,
  newParcel,
} from '../../support/api/tenant.ts'
import type { Tenant } from '../../support/api/tenant.ts'

// A bag moves with all its packages, and a flight with all its bags. The cost must not grow with their number.
let proxy: ChaosProxy
/** The service whose calls the proxy records. */
let service: ReturnType<typeof inProcess>
/** Prepares data without going through the proxy. */
let direct: Tenant
/** Advances both clocks, so that events have different times, and each request checks its session. */
let tick: () => void
beforeAll(async () => {
  proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
  service = inProcess({ dynamodb: proxy.url })
  // The client reads DynamoDB's address on its first call, so that call precedes the creation of the other client.
  const body = { email: `costs-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const registered = await service.call('POST /api/v1/auth/register', { body })
  const token = registered.body.access_token as string
  const { call, clock } = inProcess({ dynamodb: inject('dynamodb') })
  clock.now = service.clock.now
  tick = () => {
    service.pass(6)
    clock.now = service.clock.now
  }
  direct = { token, call, send: (key, options) => call(key, { token, ...options }) } as Tenant
})
afterAll(() => proxy.stop())

const several = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const assign = (bag: string, courier_id: string, flight_id: string) =>
  direct.send(`POST /api/v1/bags/${bag}/assign-courier`, { body: { courier_id, flight_id } })

/** Sends a request and returns its cost: calls in sequence, capacity units, and the writes of each transaction. */
async function costOf(key: string, body?: object) {
  tick()
  const control = chaosControl(proxy.url)
  await control.record()
  const { status, text } = await service.call(key, { token: direct.token, ...(body && { body }) })
  const calls = await control.recorded()
  expect(status, `${key} → ${text}`).toBe(200)
  return {
    calls: inSequence(calls),
    units: calls.reduce((sum, { units }) => sum + units, 0),
    transactions: calls
      .filter(({ operation }) => operation === 'TransactWriteItems')
      .map(({ writes }) => writes),
  }
}
const setFlightStatus = (flight: string, status: string) => costOf(`PUT /api/v1/flights/${flight}`, { status })

/** A bag with the given number of packages and a courier, on its own flight. */
async function bagOf(size: number) {
  const shipments = await several(Math.ceil(size / 80), async (n) => {
    const { id, tracking_id } = await book(direct)
    const packages: string[] = []
    while (packages.length < Math.min(80, size - n * 80)) packages.push((await add(direct, id)).id)
    return { tracking_id, packages }
  })
  const [bag, flight, courier] = await Promise.all([
    openBag(direct),
    schedule(direct, { max_weight_kg: 1000 }),
    addCourier(direct),
  ])
  tick()
  for (const one of shipments.flatMap(({ packages }) => packages)) await pack(direct, bag.id, one)
  tick()
  expect((await assign(bag.id, courier.id, flight.id)).status).toBe(200)
  return { id: bag.id as string, flight: flight.id as string, shipments }
}

/** Takes a bag from open to arrived and returns the cost of each step. */
async function journey({ id, flight }: { id: string; flight: string }) {
  return {
    sealed: await costOf(`PUT /api/v1/bags/${id}/seal`),
    // A tag of its own, since each bag that has the same is read.
    checkedIn: await costOf(`PUT /api/v1/bags/${id}/checkin`, {
      ...exampleOf(CheckIn),
      airline_tag_code: id.slice(-12),
    }),
    departed: await setFlightStatus(flight, 'DEPARTED'),
    arrived: await setFlightStatus(flight, 'ARRIVED'),
  }
}

test('a bag of 200 packages costs no more to move than a bag with one', async () => {
  const [small, big] = [await bagOf(1), await bagOf(200)]
  const extra = (await newParcel(direct)).id
  const refused = await direct.send(`POST /api/v1/bags/${big.id}/packages/${extra}`)
  expect([refused.status, refused.body.detail]).toEqual([409, 'A bag holds at most 200 packages'])

  const costs = await journey(big)
  expect(costs).toEqual(await journey(small))
  expect(Object.values(costs).map(({ transactions }) => transactions)).toEqual([[2], [3], [3], [5]])

  const expectedEvents = [
    ['PACKAGE_CREATED', 'SVO'],
    ['ASSIGNED_TO_BAG', 'SVO'],
    ['COURIER_ASSIGNED', 'SVO'],
    ['BAG_SEALED', 'SVO'],
    ['BAG_CHECKED_IN', 'SVO'],
    ['FLIGHT_DEPARTED', 'SVO'],
    ['FLIGHT_ARRIVED', 'TBS'],
  ]
  const entries = (events: any[]) => events.map(({ event_type, location }) => [event_type, location])
  const moments = (events: any[]) => events.map(({ timestamp }) => timestamp as string)
  const [first] = big.shipments
  const events = (await direct.send(`GET /api/v1/packages/${first!.packages[0]!}/events`)).body
  expect(entries(events)).toEqual(expectedEvents)
  expect(moments(events)).toEqual(moments(events).toSorted())

  // A shipment's timeline has the events of each of its packages, and each event of the bag once.
  const { status, events: followed } = (await direct.call(`GET /api/v1/track/${first!.tracking_id}`)).body
  const each = (event: string[] | undefined) => Array<typeof event>(80).fill(event)
  expect([status, entries(followed)]).toEqual([
    'IN_TRANSIT',
    [
      ['SHIPMENT_CREATED', 'SVO'],
      ...each(expectedEvents[0]),
      ...each(expectedEvents[1]),
      ...expectedEvents.slice(2),
    ],
  ])
  expect(moments(followed)).toEqual(moments(followed).toSorted())
})

/** A flight with the given number of bags, each with its own courier and, by default, checked in. */
async function flightOf(size: number, checkedIn = true) {
  const { id } = await schedule(direct)
  const [bags, couriers] = await Promise.all([
    several(size, () => openBag(direct)),
    several(size, () => addCourier(direct)),
  ])
  for (const [n, bag] of bags.entries())
    expect((await assign(bag.id, couriers[n]!.id as string, id)).status).toBe(200)
  if (checkedIn)
    for (const bag of bags)
      await direct.send(`PUT /api/v1/bags/${bag.id}/checkin`, { body: exampleOf(CheckIn) })
  return id as string
}

test('a flight of 40 bags moves in one transaction, and a 41st bag is refused', async () => {
  const costsOfMoves = async (size: number) => {
    const [flown, missed, cancelled] = [await flightOf(size), await flightOf(size, false), await flightOf(size)]
    if (size === 40) {
      const refused = await assign((await openBag(direct)).id, (await addCourier(direct)).id, flown)
      expect([refused.status, refused.body.detail]).toEqual([409, 'A flight takes at most 40 bags'])
    }
    return {
      departed: await setFlightStatus(flown, 'DEPARTED'),
      arrived: await setFlightStatus(flown, 'ARRIVED'),
      missed: await setFlightStatus(missed, 'DEPARTED'),
      cancelled: await setFlightStatus(cancelled, 'CANCELLED'),
    }
  }
  const [one, forty] = [await costsOfMoves(1), await costsOfMoves(40)]
  const calls = (all: typeof one) => Object.entries(all).map(([move, cost]) => [move, cost.calls])
  expect(calls(forty)).toEqual(calls(one))
  // A transaction takes at most 100 writes. These are the flight, its bags, on arrival or a missed flight the couriers,
  // once the flight is over, its entry of the agenda, and the entry of the audit log.
  expect(Object.values(forty).map(({ transactions }) => transactions)).toEqual([[42], [83], [82], [43]])
})
