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
} from '../../support/api/tenant.ts'
import type { Tenant } from '../../support/api/tenant.ts'

// A bag moves with all that is in it, a flight with all its bags, and neither may cost more for having more of them.
let proxy: ChaosProxy
/** What is measured. */
let service: ReturnType<typeof inProcess>
/** What is prepared, past the proxy. */
let office: Tenant
/** Moves the time of both, so that events follow one another. */
let later: () => void
beforeAll(async () => {
  proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
  service = inProcess({ dynamodb: proxy.url })
  // Its client reads where DynamoDB is at its first call, so that comes before the other client is made.
  const body = { email: `costs-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const registered = await service.call('POST /api/v1/auth/register', { body })
  const token = registered.body.access_token as string
  const { call, clock } = inProcess({ dynamodb: inject('dynamodb') })
  clock.now = service.clock.now
  later = () => {
    service.pass(1)
    clock.now = service.clock.now
  }
  office = { token, call, send: (key, options) => call(key, { token, ...options }) } as Tenant
})
afterAll(() => proxy.stop())

const several = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const assign = (bag: string, courier_id: string, flight_id: string) =>
  office.send(`POST /api/v1/bags/${bag}/assign-courier`, { body: { courier_id, flight_id } })

/** Sends a request; what it cost: calls in sequence, units, and the writes of each transaction. */
async function costOf(key: string, body?: object) {
  later()
  const control = chaosControl(proxy.url)
  await control.record()
  const { status, text } = await service.call(key, { token: office.token, ...(body && { body }) })
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
const fly = (flight: string, status: string) => costOf(`PUT /api/v1/flights/${flight}`, { status })

/** A bag of so many packages, with a courier, on a flight of its own. */
async function bagOf(size: number) {
  const shipments = await several(Math.ceil(size / 80), async (n) => {
    const { id, tracking_id } = await book(office)
    const packages: string[] = []
    while (packages.length < Math.min(80, size - n * 80)) packages.push((await add(office, id)).id)
    return { tracking_id, packages }
  })
  const [bag, flight, courier] = await Promise.all([
    openBag(office),
    schedule(office, { max_weight_kg: 1000 }),
    addCourier(office),
  ])
  later()
  for (const one of shipments.flatMap(({ packages }) => packages)) await pack(office, bag.id, one)
  later()
  expect((await assign(bag.id, courier.id, flight.id)).status).toBe(200)
  return { id: bag.id as string, flight: flight.id as string, shipments }
}

/** From open to arrived, and what each step costs. */
async function journey({ id, flight }: { id: string; flight: string }) {
  return {
    sealed: await costOf(`PUT /api/v1/bags/${id}/seal`),
    checkedIn: await costOf(`PUT /api/v1/bags/${id}/checkin`, exampleOf(CheckIn)),
    departed: await fly(flight, 'DEPARTED'),
    arrived: await fly(flight, 'ARRIVED'),
  }
}

test('a bag of 200 packages travels at the cost of a bag of one', { timeout: 60_000 }, async () => {
  const [small, big] = [await bagOf(1), await bagOf(200)]
  const further = (await add(office, (await book(office)).id)).id
  const refused = await office.send(`POST /api/v1/bags/${big.id}/packages/${further}`)
  expect([refused.status, refused.body.detail]).toEqual([409, 'A bag holds at most 200 packages'])

  const costs = await journey(big)
  expect(costs).toEqual(await journey(small))
  expect(Object.values(costs).map(({ transactions }) => transactions)).toEqual([[1], [1], [2], [3]])

  const way = [
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
  const events = (await office.send(`GET /api/v1/packages/${first!.packages[0]!}/events`)).body
  expect(entries(events)).toEqual(way)
  expect(moments(events)).toEqual(moments(events).toSorted())

  // A shipment's timeline has each of its packages' events, and each of the bag's once.
  const { status, events: followed } = (await office.call(`GET /api/v1/track/${first!.tracking_id}`)).body
  const each = (event: string[] | undefined) => Array<typeof event>(80).fill(event)
  expect([status, entries(followed)]).toEqual([
    'IN_TRANSIT',
    [['SHIPMENT_CREATED', 'SVO'], ...each(way[0]), ...each(way[1]), ...way.slice(2)],
  ])
  expect(moments(followed)).toEqual(moments(followed).toSorted())
})

/** A flight with so many bags, each of its own courier; who are checked in, where they are to go along. */
async function flightOf(size: number, checkedIn = true) {
  const { id } = await schedule(office)
  const [bags, couriers] = await Promise.all([
    several(size, () => openBag(office)),
    several(size, () => addCourier(office)),
  ])
  for (const [n, bag] of bags.entries())
    expect((await assign(bag.id, couriers[n]!.id as string, id)).status).toBe(200)
  if (checkedIn)
    for (const bag of bags)
      await office.send(`PUT /api/v1/bags/${bag.id}/checkin`, { body: exampleOf(CheckIn) })
  return id as string
}

test('a flight of 40 bags moves in one transaction, and takes no 41st', { timeout: 60_000 }, async () => {
  const moves = async (size: number) => {
    const [flown, missed, cancelled] = [await flightOf(size), await flightOf(size, false), await flightOf(size)]
    if (size === 40) {
      const refused = await assign((await openBag(office)).id, (await addCourier(office)).id, flown)
      expect([refused.status, refused.body.detail]).toEqual([409, 'A flight takes at most 40 bags'])
    }
    return {
      departed: await fly(flown, 'DEPARTED'),
      arrived: await fly(flown, 'ARRIVED'),
      missed: await fly(missed, 'DEPARTED'),
      cancelled: await fly(cancelled, 'CANCELLED'),
    }
  }
  const [one, forty] = [await moves(1), await moves(40)]
  const calls = (all: typeof one) => Object.entries(all).map(([move, cost]) => [move, cost.calls])
  expect(calls(forty)).toEqual(calls(one))
  // DynamoDB takes 100 writes in one: here the flight, its bags, and the couriers where it lands or they miss it.
  expect(Object.values(forty).map(({ transactions }) => transactions)).toEqual([[41], [81], [81], [41]])
})
