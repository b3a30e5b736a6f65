import { absent, any, equals } from '../../db/conditions.ts'
import type { TenantTable } from '../../db/table.ts'
import type { BagRecord } from '../bags/record.ts'
import { dayIn, daysAfter } from '../kernel/time-zone.ts'
import { maxPackagesPerShipment, packages, packagesOf, type PackageRecord } from '../packages/record.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { isFinal } from '../shipments/status.ts'
import {
  events,
  eventTypes,
  timelineLength,
  type BagEvent,
  type EventRecord,
} from '../timeline/timeline-events.ts'
import { endOf, isEnd } from '../timeline/end.ts'
import { concerning, timeline } from './timeline.ts'

const day = 24 * 3600 * 1000
/** The days that a shipment takes if there is no better estimate. */
const usualDays = 7
const daysAfterFlight = 2
/** The last day that four-digit years can express. */
const latestDay = Date.UTC(9999, 11, 31)

/** A shipment as its public tracking sees it. */
export interface Parcel {
  shipment: ShipmentRecord
  contents: readonly PackageRecord[]
  /** The newest public events of the shipment and its packages. */
  own: readonly EventRecord[]
}

/** A shipment with its packages and its newest public events, in one query; undefined if there is none. */
export async function readParcel(
  table: Pick<TenantTable, 'listByKind'>,
  id: string,
): Promise<Parcel | undefined> {
  const {
    SHIP: [shipment],
    PKG: contents,
    EVENT: newest,
  } = await table.listByKind({ SHIP: shipments, PKG: packages, EVENT: events }, shownOf(id))
  // Skips events of deleted packages.
  const there = new Set(contents.map(({ id }) => id))
  const own = newest.filter(({ package_id }) => package_id === undefined || there.has(package_id))
  return shipment && { shipment, contents, own }
}

/** The query for a shipment, its packages and its newest public events, in the order of their sort keys. */
const shownOf = (id: string) => ({
  ...packagesOf(id),
  from: 'EVENT#',
  to: 'SHIP',
  limit: 1 + maxPackagesPerShipment + timelineLength,
  filter: any(absent('public'), equals('public', true)),
})

/**
 * The public timeline of a parcel, oldest first. Without what is said to have happened to packages after they were delivered or
 * returned: a phone that had no connection, or whose clock is wrong, reports it later. What a manager has taken back is not in it,
 * and a scan as received after a flight is an arrival.
 */
export function publicTimeline(parcel: Parcel, bags: ReadonlyMap<string, BagRecord>) {
  const { shipment, own, contents } = parcel
  const concerned = concerning(contents, bags)
  const all = timeline(own, contents, bags)
  const stale = endsTakenBack(parcel, all, concerned)
  const isStale = (type: string) => type === 'SHIPMENT_CANCELLED' && shipment.cancelled_at === undefined
  const shown = all.filter((event) => event.public && !stale.has(event) && !isStale(event.event_type))
  const lastOf = new Map(
    contents.map((record) => {
      const end = endOf(record, shown)
      return [record, end ? shown.indexOf(end) : shown.length]
    }),
  )
  const flown = new Set<PackageRecord>()
  return shown.flatMap((event, n) => {
    const records = concerned(event)
    if (flights.includes(event.event_type)) for (const record of records) flown.add(record)
    if (records.length > 0 && records.every((record) => n > (lastOf.get(record) ?? n))) return []
    return event.event_type === 'PACKAGE_SCANNED' && records.some((record) => flown.has(record))
      ? arrivalBy(event)
      : event
  })
}

type TimelineEvent = EventRecord | BagEvent
/** For each event that ends the way of a package, the statuses after which it still holds. */
const ends: Partial<Record<string, readonly string[]>> = {
  DELIVERED: ['DELIVERED', 'RETURNED'],
  RETURNED: ['RETURNED'],
}

/** The ends of packages that a correction has taken back since: their status is another, or they ended again. */
function endsTakenBack(
  { shipment }: Parcel,
  all: readonly TimelineEvent[],
  concerned: (event: TimelineEvent) => readonly PackageRecord[],
): ReadonlySet<TimelineEvent> {
  const found = new Set<TimelineEvent>()
  const kept = new Map<PackageRecord, Set<string>>()
  for (const event of all.toReversed()) {
    const statuses = ends[event.event_type]
    if (!statuses) continue
    const records = concerned(event)
    const standing = records.filter(
      (record) => statuses.includes(record.status) && !kept.get(record)?.has(event.event_type),
    )
    for (const record of standing) kept.set(record, new Set([...(kept.get(record) ?? []), event.event_type]))
    if (records.length === 0 ? !statuses.includes(shipment.status) : standing.length === 0) found.add(event)
  }
  return found
}

/** Events by which the packages of a bag are not where they were received any more. */
const flights: readonly string[] = ['BAG_LOADED', 'FLIGHT_DEPARTED', 'FLIGHT_ARRIVED']
/** A package that is scanned as received after its flight has arrived; without an effect, it had arrived before. */
const arrivalBy = (event: TimelineEvent) =>
  event.status_applied === false
    ? []
    : {
        ...event,
        event_type: 'ARRIVED_AT_WAREHOUSE',
        description: eventTypes.ARRIVED_AT_WAREHOUSE.description,
      }

/**
 * When a shipment was delivered or returned: by its last event of that, since scans may be sent later than they were made.
 * Undefined if it was not.
 */
export function finishOf(
  { status, finished_at }: ShipmentRecord,
  shown: readonly (EventRecord | BagEvent)[],
): string | undefined {
  if (!isFinal(status)) return undefined
  return shown.findLast(({ event_type }) => isEnd(status, event_type))?.timestamp ?? finished_at
}

/**
 * The day by which a parcel should be delivered: two after its last flight's arrival by the clocks there, or a week after
 * booking, in UTC.
 */
export function estimatedDelivery(
  { shipment, contents }: { shipment: Pick<ShipmentRecord, 'created_at'>; contents: readonly PackageRecord[] },
  bags: ReadonlyMap<string, BagRecord>,
): string {
  const flights = contents.flatMap(({ bag_id = '' }) => bags.get(bag_id)?.flight ?? [])
  const [last] = flights.sort((a, b) => (a.arrival < b.arrival ? 1 : -1))
  const [from, zone, days] = last
    ? [last.arrival, last.arrival_time_zone ?? 'UTC', daysAfterFlight]
    : [shipment.created_at, 'UTC', usualDays]
  return daysAfter(dayIn(Math.min(latestDay - days * day, Date.parse(from)), zone), days)
}
