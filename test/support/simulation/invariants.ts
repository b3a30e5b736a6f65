import { expect } from 'vitest'
import { subjectOf } from '../../../shared/domain/events/record.ts'
import { password } from '../api/tenant.ts'
import { ids, walk } from '../api/lists.ts'
import type { SimulatedCompany } from './journey.ts'
import type { World } from './world.ts'

const sum = (records: readonly any[], field: string): number =>
  records.reduce((total: number, one) => total + Number(one[field]), 0)

/** The statuses of the bags on a flight that has one of these. */
const aboardWhile: Record<string, readonly string[]> = {
  DEPARTED: ['IN_TRANSIT', 'DELIVERED'],
  ARRIVED: ['IN_TRANSIT', 'DELIVERED'],
  CANCELLED: [],
}

/** What must hold of a company after a simulation: nothing is lost, doubled or out of order. */
export async function expectInvariants(
  { request, items, receivers }: Pick<World, 'request' | 'items' | 'receivers'>,
  { email, booked, urls }: SimulatedCompany,
) {
  // Retries of webhooks may have taken longer than the token is valid.
  const { body } = await request('POST /api/v1/auth/login', '', { email, password })
  const send = (key: string) => request(key, body.access_token)
  const list = async (path: string): Promise<any[]> =>
    (await walk({ send }, `/api/v1/${path}?limit=100`)).records
  const [shipments, bags, flights, couriers, feed] = await Promise.all(
    ['shipments', 'bags', 'flights', 'couriers', 'events'].map(list),
  )
  const all = { shipments: shipments!, bags: bags!, flights: flights!, couriers: couriers! }

  // Each booking took effect once.
  expect(all.shipments.length, 'bookings').toBe(booked)

  // Totals of bags are those of their manifests, and of flights those of their bags.
  for (const { id, total_packages, total_weight_kg } of all.bags) {
    const manifest = await list(`bags/${id}/packages`)
    const weight = sum(manifest, 'weight')
    expect([total_packages, Number(total_weight_kg)], `bag ${id}`).toEqual([manifest.length, weight])
  }
  for (const { id, status, max_weight_kg, available_weight_kg, bags_count } of all.flights) {
    const aboard = all.bags.filter(({ flight_id }) => flight_id === id)
    const weight = sum(aboard, 'total_weight_kg')
    expect([Number(available_weight_kg), bags_count], `flight ${id}`).toEqual([
      max_weight_kg - weight,
      aboard.length,
    ])
    expect(Number(available_weight_kg), `flight ${id} is oversold`).toBeGreaterThanOrEqual(0)
    // A bag goes along with its flight, or leaves it.
    const allowed = aboardWhile[status]
    if (allowed)
      for (const bag of aboard) expect(allowed, `bag ${bag.id} on ${status} flight ${id}`).toContain(bag.status)
  }

  // Couriers are credited with what they have flown and delivered, once.
  const packageItems = [...items()].filter(({ delivered_by }) => delivered_by !== undefined)
  for (const { id, flights_completed, packages_delivered } of all.couriers) {
    const landed = all.flights.filter(({ status }) => status === 'ARRIVED')
    const own = all.bags.filter(({ courier_id }) => courier_id === id)
    const flown = landed.filter((flight) => own.some(({ flight_id }) => flight_id === flight.id))
    const delivered = packageItems.filter(({ delivered_by }) => delivered_by === id)
    expect([flights_completed, packages_delivered], `courier ${id}`).toEqual([flown.length, delivered.length])
  }

  // The feed has each change of a status once and in order, without gaps.
  expect(feed!.map(({ number }) => number)).toEqual(feed!.map((_, n) => n + 1))
  expect(new Set(feed!.map(({ id }) => id)).size, 'events are different').toBe(feed!.length)
  // Each webhook gets all events, and those of one subject in their order if none of them failed.
  for (const url of urls) {
    const { taken = [], failures } = receivers.get(url) ?? {}
    for (const events of Map.groupBy(feed!, ({ data }) => subjectOf(data)).values()) {
      const expected = ids(events)
      const found = [...new Set(taken)].filter((id) => expected.includes(id))
      const isOrdered = !expected.some((id) => failures?.has(id))
      expect(isOrdered ? found : found.sort(), `events at ${url}`).toEqual(
        isOrdered ? expected : expected.sort(),
      )
    }
  }
  const chains = [
    ['shipment', all.shipments],
    ['bag', all.bags],
    ['flight', all.flights],
  ] as const
  for (const [noun, records] of chains)
    for (const { id, status } of records) {
      const changes = feed!.filter(
        ({ type, data }) => type === `${noun}.status_changed` && data[`${noun}_id`] === id,
      )
      const before = [null, ...changes.map(({ data }) => data.status)]
      expect(
        changes.map(({ data }) => data.previous_status),
        `the changes of ${noun} ${id} are a chain`,
      ).toEqual(before.slice(0, -1))
      expect(before.at(-1), `the last change of ${noun} ${id}`).toBe(status)
    }

  // A package comes only into an open bag.
  const statusOf = new Map<string, string>()
  for (const { type, data } of feed!) {
    if (type === 'bag.status_changed') statusOf.set(data.bag_id, data.status)
    if (data.event_type === 'ASSIGNED_TO_BAG' || data.event_type === 'REMOVED_FROM_BAG')
      expect(statusOf.get(data.bag_id), `bag ${data.bag_id} at ${data.event_type}`).toBe('OPEN')
  }

  // Each event of a package is in its timeline and in the feed once.
  const published = feed!.filter(({ type }) => type === 'package.event_created').map(({ data }) => data)
  const isOfPackage = ({ event_type }: { event_type: string }) => !/^(BAG|COURIER|FLIGHT)_/.test(event_type)
  for (const shipment of all.shipments) {
    const packages = await list(`shipments/${shipment.id}/packages`)
    expect(shipment.packages_count, `packages of ${shipment.id}`).toBe(packages.length)
    for (const { id } of packages) {
      const timeline = await list(`packages/${id}/events`)
      expect(new Set(ids(timeline)).size, `the timeline of ${id}`).toBe(timeline.length)
      const own = published.filter(({ package_ids }) => package_ids.includes(id)).filter(isOfPackage)
      // Whether a bag had an event before or after the package came into it is not determined if both happen at once.
      expect(own.map(({ event_id }) => event_id).sort(), `the feed's events of ${id}`).toEqual(
        ids(timeline.filter(isOfPackage)).sort(),
      )
    }
  }

  // The statistics count each shipment once, by its status.
  const { body: days }: { body: any[] } = await send('GET /api/v1/statistics/days')
  const counted = new Map<string, number>()
  for (const { booked_by_status } of days)
    for (const [status, count] of Object.entries<number>(booked_by_status))
      if (count > 0) counted.set(status, (counted.get(status) ?? 0) + count)
  const actual = Map.groupBy(all.shipments, ({ status }) => status as string)
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries([...actual].map(([status, some]) => [status, some.length])),
  )
}
