import { v5 } from 'uuid'
import type { Item } from '../../db/keys.ts'
import type { Entity } from '../../db/entity.ts'
import type { TenantTable } from '../../db/table.ts'
import { bags, manifestEntries, manifestListing } from '../bags/record.ts'
import { events, type BagEvent, type EventRecord } from '../timeline/timeline-events.ts'
import type { FeedEvent, UnsequencedEvent } from './record.ts'
import { flights } from '../flights/record.ts'
import { noShows } from '../couriers/no-show-record.ts'
import { packages, type PackageRecord } from '../packages/record.ts'
import { scans } from '../scans/record.ts'
import { shipments } from '../shipments/record.ts'

/** An item before and after a change; one of the two may be missing. */
interface Images {
  before: Item | undefined
  after: Item | undefined
}
type EventMapper = (
  images: Images,
  table: TenantTable,
) => readonly UnsequencedEvent[] | Promise<readonly UnsequencedEvent[]>

/**
 * Most scans are valid, and publish nothing. By sort key, the values of attributes with which a created item publishes no
 * event; its changes publish none either. The stream's filter is built from them, so such items invoke no function.
 */
export const silentValues = { SCAN: { validation_result: 'valid' } } as const

/** The events of a change, by the item's sort key or the prefix of it. */
const eventMappers: Record<string, EventMapper> = {
  SHIP: onStatusChange(shipments, 'shipment.status_changed', ({ id, tracking_id }) => ({
    shipment_id: id,
    tracking_id,
  })),
  BAG: async (images, table) => [...bagStatus(images), ...(await bagTimelineEvents(images, table))],
  FLIGHT: onStatusChange(flights, 'flight.status_changed', ({ id, flight_number }) => ({
    flight_id: id,
    flight_number,
  })),
  SCAN: onCreate(scans, ({ id, user_id, validation_result, created_at }) =>
    validation_result === silentValues.SCAN.validation_result
      ? []
      : [unsequencedEvent(id, 'scan.rejected', created_at, { scan_id: id, user_id, validation_result })],
  ),
  'EVENT#': onCreate(events, (event) => [
    packageEvent(event.id, event, {
      shipment_id: event.shipment_id,
      package_ids: [...(event.packages ?? []), ...(event.package_id ? [event.package_id] : [])],
      bag_id: event.bag_id ?? null,
      flight_id: null,
    }),
  ]),
  'NOSHOW#': onCreate(noShows, ({ id, courier_id, flight_id, cause, created_at }) => [
    unsequencedEvent(id, 'courier.no_show', created_at, { courier_id, no_show_id: id, flight_id, cause }),
  ]),
}

/**
 * The sort keys, exact or as prefixes, whose changes publish events; the stream's filter is built from them.
 */
export const publishedKeyPrefixes = Object.keys(eventMappers)
const mapperFor = (sk: string) =>
  eventMappers[sk] ?? Object.entries(eventMappers).find(([key]) => key.endsWith('#') && sk.startsWith(key))?.[1]

/**
 * Derives events from a change of an item. Deterministic, so redelivery repeats ids. A bag change yields one event
 * per shipment inside: two calls, and one more for each hundred packages. Throws a ZodError for an item that is
 * not a valid record.
 */
export async function deriveEvents({ sk, ...images }: Images & { sk: string }, table: TenantTable) {
  return (await mapperFor(sk)?.(images, table)) ?? []
}

function unsequencedEvent<N extends FeedEvent['type']>(
  id: string,
  type: N,
  timestamp: string,
  data: Extract<FeedEvent, { type: N }>['data'],
): UnsequencedEvent {
  return { id, type, timestamp, data } as unknown as UnsequencedEvent
}

/** Events of records that are created once and never changed. */
function onCreate<T extends R, R extends object>(
  of: Entity<T, R>,
  map: (record: T) => readonly UnsequencedEvent[],
): EventMapper {
  return ({ before, after }) => (after && !before ? map(of.schema.parse(after)) : [])
}

interface WithStatus {
  id: string
  status: string
  version: number
  updated_at: string
}
function onStatusChange<T extends R & WithStatus, R extends object, N extends FeedEvent['type']>(
  of: Entity<T, R>,
  type: N,
  data: (record: T) => Omit<Extract<FeedEvent, { type: N }>['data'], 'status' | 'previous_status'>,
) {
  return ({ before, after }: Images): UnsequencedEvent[] => {
    if (!after || before?.status === after.status) return []
    const record = of.schema.parse(after)
    const moved = { status: record.status, previous_status: before?.status ?? null }
    const id = idOf(type, record.id, String(record.version))
    return [
      {
        id,
        type,
        timestamp: record.updated_at,
        data: { ...data(record), ...moved },
      } as unknown as UnsequencedEvent,
    ]
  }
}
const bagStatus = onStatusChange(bags, 'bag.status_changed', ({ id, courier_id, flight_id }) => ({
  bag_id: id,
  courier_id: courier_id ?? null,
  flight_id: flight_id ?? null,
}))

/** A name-based id (RFC 9562 §5.5): the same names give the same id, so duplicates are recognised. */
const idOf = (...names: string[]) => v5(JSON.stringify(names), '0b7a1c5e-8a5f-4f0d-9a43-2f6f8f1f7d10')

type Entry = Extract<FeedEvent, { type: 'package.event_created' }>['data']
const packageEvent = (
  id: string,
  event: EventRecord | BagEvent,
  what: Pick<Entry, 'shipment_id' | 'package_ids' | 'bag_id' | 'flight_id'>,
) =>
  unsequencedEvent(id, 'package.event_created', event.recorded_at, {
    ...what,
    event_id: event.id,
    event_type: event.event_type,
    ...(event.actor_id !== undefined && { actor_id: event.actor_id }),
    occurred_at: event.timestamp,
    location: event.location,
    description: event.description,
    status_applied: event.status_applied ?? null,
  })

/** The new timeline events of a bag, for each shipment that had packages in it. */
async function bagTimelineEvents({ before, after }: Images, table: TenantTable): Promise<UnsequencedEvent[]> {
  if (!after) return []
  const { id: bag_id, events: all, flight_id: now } = bags.schema.parse(after)
  const former = before && bags.schema.parse(before)
  const known = new Set(former?.events.map(({ id }) => id))
  // An event that releases a bag from its flight belongs to that flight.
  const flight_id = now ?? former?.flight_id ?? null
  const fresh = all.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return []
  const { records } = await table.list(manifestEntries, manifestListing(bag_id))
  const contents = await table.many(packages, records)
  return fresh.flatMap((event) =>
    [...byShipment(contents.filter((one) => wasIn(one, bag_id, event)))].map(([shipment_id, package_ids]) =>
      packageEvent(idOf(event.id, shipment_id), event, { shipment_id, package_ids, bag_id, flight_id }),
    ),
  )
}

const wasIn = ({ stays }: PackageRecord, bagId: string, { recorded_at }: BagEvent) =>
  stays.some(
    ({ bag_id, from, until }) =>
      bag_id === bagId && recorded_at >= from && (until === undefined || recorded_at <= until),
  )

function byShipment(contents: readonly PackageRecord[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { shipment_id, id } of contents.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    found.set(shipment_id, [...(found.get(shipment_id) ?? []), id])
  return found
}
