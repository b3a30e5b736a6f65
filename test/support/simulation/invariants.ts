import { expect } from 'vitest'
import type { SimulatedCompany } from './journey.ts'
import type { World } from './world.ts'

const sum = (records: readonly any[], field: string): number =>
  records.reduce((total: number, one) => total + Number(one[field]), 0)

/** What must hold of a company after a simulation: nothing is lost, doubled or out of order. */
export async function expectInvariants(
  { request }: Pick<World, 'request'>,
  { token, booked }: SimulatedCompany,
) {
  async function read(path: string): Promise<any> {
    const { status, body, text } = await request(`GET /api/v1/${path}`, token)
    expect(status, `${path}: ${text}`).toBe(200)
    return body
  }
  async function list(path: string): Promise<any[]> {
    const found: any[] = []
    for (let cursor = ''; ;) {
      const { status, body, headers, text } = await request(`GET /api/v1/${path}?limit=100${cursor}`, token)
      expect(status, `${path}: ${text}`).toBe(200)
      found.push(...body)
      const next = headers['x-next-cursor']
      if (next === undefined) return found
      cursor = `&cursor=${next}`
    }
  }
  const [shipments, bags, flights, feed] = await Promise.all(
    ['shipments', 'bags', 'flights', 'events'].map(list),
  )
  const all = { shipments: shipments!, bags: bags!, flights: flights! }

  // Each booking took effect once.
  expect(all.shipments.length, 'bookings').toBe(booked)

  // Totals of bags are those of their manifests, and of flights those of their bags.
  for (const { id, total_packages, total_weight_kg } of all.bags) {
    const manifest = await list(`bags/${id}/packages`)
    const weight = sum(manifest, 'weight')
    expect([total_packages, Number(total_weight_kg)], `bag ${id}`).toEqual([manifest.length, weight])
  }
  for (const { id, max_weight_kg, available_weight_kg, bags_count } of all.flights) {
    const aboard = all.bags.filter(({ flight_id }) => flight_id === id)
    const weight = sum(aboard, 'total_weight_kg')
    expect([Number(available_weight_kg), bags_count], `flight ${id}`).toEqual([
      max_weight_kg - weight,
      aboard.length,
    ])
    expect(Number(available_weight_kg), `flight ${id} is oversold`).toBeGreaterThanOrEqual(0)
  }

  // The feed has each change of a status once and in order, without gaps.
  expect(feed!.map(({ number }) => number)).toEqual(feed!.map((_, n) => n + 1))
  expect(new Set(feed!.map(({ id }) => id)).size, 'events are different').toBe(feed!.length)
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

  // Each event of a package's timeline is in the feed once.
  const published = feed!.filter(({ type }) => type === 'package.event_created')
  for (const shipment of all.shipments) {
    const packages = await list(`shipments/${shipment.id}/packages`)
    expect(shipment.packages_count, `packages of ${shipment.id}`).toBe(packages.length)
    for (const { id } of packages) {
      const timeline = (await list(`packages/${id}/events`)).map((event) => event.id)
      expect(new Set(timeline).size, `the timeline of ${id}`).toBe(timeline.length)
      const own = published.filter(({ data }) => data.package_ids.includes(id) && data.bag_id === null)
      expect(timeline, `the timeline of ${id}`).toEqual(
        expect.arrayContaining(own.map(({ data }) => data.event_id)),
      )
    }
  }

  // The statistics count each shipment once, by its status.
  const days: any[] = await read('statistics/days')
  const counted = new Map<string, number>()
  for (const { booked_by_status } of days)
    for (const [status, count] of Object.entries<number>(booked_by_status))
      if (count > 0) counted.set(status, (counted.get(status) ?? 0) + count)
  const actual = Map.groupBy(all.shipments, ({ status }) => status as string)
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries([...actual].map(([status, some]) => [status, some.length])),
  )
}
