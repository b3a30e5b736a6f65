import { expect } from 'vitest'
import type { Item } from '../../../shared/db/keys.ts'
import type { AuditedChange } from '../../../shared/domain/audit/record.ts'
import { bags } from '../../../shared/domain/bags/record.ts'
import { flights } from '../../../shared/domain/flights/record.ts'
import { packages } from '../../../shared/domain/packages/record.ts'
import { shipments } from '../../../shared/domain/shipments/record.ts'
import { subjectOf } from '../../../shared/domain/events/record.ts'
import { ids, walk } from '../api/lists.ts'
import { password } from '../api/tenant.ts'
import type { SimulatedCompany } from './journey.ts'
import type { World } from './world.ts'

/** What the API and the receivers of webhooks show of a company after a simulation. */
type Seen = Awaited<ReturnType<typeof look>>

async function look(
  { request, items, receivers }: Pick<World, 'request' | 'items' | 'receivers'>,
  { email, booked, urls }: SimulatedCompany,
) {
  // Retries of webhooks may have taken longer than the token is valid.
  const { body } = await request('POST /api/v1/auth/login', '', { email, password })
  const send = (key: string) => request(key, body.access_token)
  const list = async (path: string): Promise<any[]> =>
    (await walk({ send }, `/api/v1/${path}?limit=100`)).records
  return {
    booked,
    list,
    records: items().flatMap((item) => {
      const name = auditedName(item)
      return name === undefined || typeof item.status !== 'string' ? [] : [{ name, status: item.status }]
    }),
    audited: items().flatMap((item) => (item.pk.includes('#AUDIT#') ? (item.changes as AuditedChange[]) : [])),
    packageItems: items().filter(({ delivered_by }) => delivered_by !== undefined),
    shipments: await list('shipments'),
    bags: await list('bags'),
    flights: await list('flights'),
    couriers: await list('couriers'),
    feed: await list('events'),
    webhooks: urls.map((url) => ({ url, ...receivers.get(url) })),
    days: (await send('GET /api/v1/statistics/days')).body as any[],
  }
}

/** How the audit log names the record of an item: those of the journey have a status. */
function auditedName(item: Item): string | undefined {
  const kind = [bags, flights, shipments, packages].find(({ key }) => {
    const { pk, sk } = key(item as never)
    return item.sk === sk && item.pk.endsWith(`#${pk}`)
  })
  return kind && `${kind.audited}:${String(item.id)}`
}

const sum = (records: readonly any[], field: string): number =>
  records.reduce((total: number, one) => total + Number(one[field]), 0)

/** The statuses of the bags on a flight that has one of these: a bag goes along with its flight, or leaves it. */
const aboardWhile: Record<string, readonly string[]> = {
  DEPARTED: ['IN_TRANSIT', 'DELIVERED'],
  ARRIVED: ['IN_TRANSIT', 'DELIVERED'],
  CANCELLED: [],
}

/** Totals of bags are those of their manifests, and of flights those of their bags. */
async function expectTotals({ bags, flights, list }: Seen) {
  for (const { id, total_packages, total_weight_kg } of bags) {
    const manifest = await list(`bags/${id}/packages`)
    const weight = sum(manifest, 'weight')
    expect([total_packages, Number(total_weight_kg)], `bag ${id}`).toEqual([manifest.length, weight])
  }
  for (const { id, status, max_weight_kg, available_weight_kg, bags_count } of flights) {
    const aboard = bags.filter(({ flight_id }) => flight_id === id)
    const available = max_weight_kg - sum(aboard, 'total_weight_kg')
    expect([Number(available_weight_kg), bags_count], `flight ${id}`).toEqual([available, aboard.length])
    expect(available, `flight ${id} is oversold`).toBeGreaterThanOrEqual(0)
    for (const bag of aboard)
      expect(aboardWhile[status] ?? [bag.status], `bag ${bag.id} on ${status} flight ${id}`).toContain(
        bag.status,
      )
  }
}

/** Couriers are credited with what they have flown and delivered, once. */
function expectCredits({ bags, couriers, flights, packageItems }: Seen) {
  const landed = flights.filter(({ status }) => status === 'ARRIVED')
  for (const { id, flights_completed, packages_delivered } of couriers) {
    const own = bags.filter(({ courier_id }) => courier_id === id)
    const flown = landed.filter((flight) => own.some(({ flight_id }) => flight_id === flight.id))
    const delivered = packageItems.filter(({ delivered_by }) => delivered_by === id)
    expect([flights_completed, packages_delivered], `courier ${id}`).toEqual([flown.length, delivered.length])
  }
}

/** The feed has each change of a status once and in order, without gaps, and packages come only into open bags. */
function expectFeed({ bags, feed, flights, shipments }: Seen) {
  expect(feed.map(({ number }) => number)).toEqual(feed.map((_, n) => n + 1))
  expect(new Set(ids(feed)).size, 'events are different').toBe(feed.length)
  for (const [noun, records] of Object.entries({ shipment: shipments, bag: bags, flight: flights }))
    for (const { id, status } of records) {
      const changes = feed
        .filter(({ type, data }) => type === `${noun}.status_changed` && data[`${noun}_id`] === id)
        .map(({ data }) => data)
      const statuses = [null, ...changes.map((change) => change.status)]
      expect(
        [...changes.map(({ previous_status }) => previous_status), status],
        `the changes of ${noun} ${id} are a chain`,
      ).toEqual(statuses)
    }
  const statusOf = new Map<string, string>()
  for (const { type, data } of feed) {
    if (type === 'bag.status_changed') statusOf.set(data.bag_id, data.status)
    if (data.event_type === 'ASSIGNED_TO_BAG' || data.event_type === 'REMOVED_FROM_BAG')
      expect(statusOf.get(data.bag_id), `bag ${data.bag_id} at ${data.event_type}`).toBe('OPEN')
  }
}

/** Each webhook gets all events, and those of one subject in their order if none of them failed. */
function expectDeliveries({ feed, webhooks }: Seen) {
  const bySubject = [...Map.groupBy(feed, ({ data }) => subjectOf(data)).values()].map(ids)
  for (const { url, taken = [], failures } of webhooks)
    for (const events of bySubject) {
      const found = [...new Set(taken)].filter((id) => events.includes(id))
      const anyOrder = events.some((id) => failures?.has(id))
      expect(anyOrder ? found.sort() : found, `events at ${url}`).toEqual(anyOrder ? events.toSorted() : events)
    }
}

/**
 * Each event of a package is in its timeline and in the feed once. Whether a bag had an event before or after a package came
 * into it is not determined if both happen at once.
 */
async function expectTimelines({ feed, list, shipments }: Seen) {
  const isOfPackage = ({ event_type }: { event_type: string }) => !/^(BAG|COURIER|FLIGHT)_/.test(event_type)
  const published = feed.filter(({ type }) => type === 'package.event_created').map(({ data }) => data)
  for (const shipment of shipments) {
    const packages = await list(`shipments/${shipment.id}/packages`)
    expect(shipment.packages_count, `packages of ${shipment.id}`).toBe(packages.length)
    for (const { id } of packages) {
      const timeline = await list(`packages/${id}/events`)
      expect(new Set(ids(timeline)).size, `the timeline of ${id}`).toBe(timeline.length)
      const own = published.filter(({ package_ids }) => package_ids.includes(id)).filter(isOfPackage)
      expect(own.map(({ event_id }) => event_id).sort(), `the feed's events of ${id}`).toEqual(
        ids(timeline.filter(isOfPackage)).sort(),
      )
    }
  }
}

/** The statistics count each shipment once, by its status. */
function expectStatistics({ days, shipments }: Seen) {
  const counted = new Map<string, number>()
  for (const { booked_by_status } of days)
    for (const [status, count] of Object.entries<number>(booked_by_status))
      if (count > 0) counted.set(status, (counted.get(status) ?? 0) + count)
  const actual = Map.groupBy(shipments, ({ status }) => status as string)
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries([...actual].map(([status, some]) => [status, some.length])),
  )
}

/**
 * The audit log has each change once: the creation of each record, and its statuses as a chain that ends with the present one, by
 * versions that are different.
 */
function expectAudit({ records, audited }: Seen) {
  const ofRecords = Map.groupBy(audited, ({ entity, id }) => `${entity}:${id}`)
  for (const { name, status } of records) {
    const changes = ofRecords.get(name) ?? []
    const versions = changes.flatMap(({ version }) => version ?? [])
    expect(new Set(versions).size, `versions of ${name} in the audit log`).toBe(versions.length)
    const statuses = changes
      .filter(({ fields, version }) => fields.status && version)
      .sort((one, other) => one.version! - other.version!)
      .map(({ change, fields }) => [change === 'created' ? null : fields.status!.from, fields.status!.to])
    const reached = [null, ...statuses.map(([, to]) => to)]
    expect([...statuses.map(([from]) => from), status], `statuses of ${name} in the audit log`).toEqual(reached)
  }
}

/** What must hold of a company after a simulation: nothing is lost, doubled or out of order. */
export async function expectInvariants(...given: Parameters<typeof look>): Promise<void> {
  const seen = await look(...given)
  expect(seen.shipments.length, 'each booking took effect once').toBe(seen.booked)
  await expectTotals(seen)
  expectCredits(seen)
  expectFeed(seen)
  expectDeliveries(seen)
  await expectTimelines(seen)
  expectStatistics(seen)
  expectAudit(seen)
}
