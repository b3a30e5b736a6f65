import { v5 } from 'uuid'
import type { Item } from '../../db/keys.ts'
import type { Entity } from '../../db/entity.ts'
import type { TenantTable } from '../../db/table.ts'
import { bags, members, membersOf, type BagEvent } from '../bags/record.ts'
import { events, type EventRecord } from '../timeline/timeline-events.ts'
import type { FeedEvent, Untold } from './record.ts'
import { flights } from '../flights/record.ts'
import { noShows } from '../couriers/no-show-record.ts'
import { packages, type PackageRecord } from '../packages/record.ts'
import { scans } from '../scans/record.ts'
import { shipments } from '../shipments/record.ts'

/** An item before and after; one of the two may be missing. */
interface Images {
  before: Item | undefined
  after: Item | undefined
}
type Tell = (images: Images, table: TenantTable) => readonly Untold[] | Promise<readonly Untold[]>

/** What is told of a change, by the sort key of the item, or by how that begins. */
const tellers: Record<string, Tell> = {
  SHIP: statusTold(shipments, 'shipment.status_changed', ({ id, tracking_id }) => ({
    shipment_id: id,
    tracking_id,
  })),
  BAG: async (images, table) => [...bagStatus(images), ...(await inside(images, table))],
  FLIGHT: statusTold(flights, 'flight.status_changed', ({ id, flight_number }) => ({
    flight_id: id,
    flight_number,
  })),
  SCAN: made(scans, ({ id, user_id, validation_result, created_at }) =>
    validation_result === 'valid'
      ? []
      : [told(id, 'scan.rejected', created_at, { scan_id: id, user_id, validation_result })],
  ),
  'EVENT#': made(events, (event) => [
    timelineEntry(event.id, event, {
      shipment_id: event.shipment_id,
      package_ids: [...(event.packages ?? []), ...(event.package_id ? [event.package_id] : [])],
      bag_id: event.bag_id ?? null,
      flight_id: null,
    }),
  ]),
  'NOSHOW#': made(noShows, ({ id, courier_id, flight_id, cause, created_at }) => [
    told(id, 'courier.no_show', created_at, { courier_id, no_show_id: id, flight_id, cause }),
  ]),
}

/** The sort keys of what is told of, as a filter of the stream writes them: exact, or how they begin. */
export const toldOf = Object.keys(tellers)
const tellerOf = (sk: string) =>
  tellers[sk] ?? Object.entries(tellers).find(([key]) => key.endsWith('#') && sk.startsWith(key))?.[1]

/**
 * What is to be told outside of a change of an item: always the same, however often it is asked. A bag's move is told once
 * for each shipment inside: two calls, and one for each hundred packages. Throws a ZodError for an item that is no record.
 */
export async function happeningsOf({ sk, ...images }: Images & { sk: string }, table: TenantTable) {
  return (await tellerOf(sk)?.(images, table)) ?? []
}

function told<N extends FeedEvent['type']>(
  id: string,
  type: N,
  timestamp: string,
  data: Extract<FeedEvent, { type: N }>['data'],
): Untold {
  return { id, type, timestamp, data } as unknown as Untold
}

/** Of what is made once and never changed. */
function made<T extends R, R extends object>(of: Entity<T, R>, tell: (record: T) => readonly Untold[]): Tell {
  return ({ before, after }) => (after && !before ? tell(of.schema.parse(after)) : [])
}

interface Moving {
  id: string
  status: string
  version: number
  updated_at: string
}
function statusTold<T extends R & Moving, R extends object>(
  of: Entity<T, R>,
  type: FeedEvent['type'],
  data: (record: T) => object,
) {
  return ({ before, after }: Images): Untold[] => {
    if (!after || before?.status === after.status) return []
    const record = of.schema.parse(after)
    const moved = { status: record.status, previous_status: before?.status ?? null }
    const id = idOf(type, record.id, String(record.version))
    return [
      { id, type, timestamp: record.updated_at, data: { ...data(record), ...moved } } as unknown as Untold,
    ]
  }
}
const bagStatus = statusTold(bags, 'bag.status_changed', ({ id, courier_id, flight_id }) => ({
  bag_id: id,
  courier_id: courier_id ?? null,
  flight_id: flight_id ?? null,
}))

/** An id that is always made of the same names (RFC 9562 §5.5), so that what comes twice is known. */
const idOf = (...names: string[]) => v5(JSON.stringify(names), '0b7a1c5e-8a5f-4f0d-9a43-2f6f8f1f7d10')

type Entry = Extract<FeedEvent, { type: 'package.event_created' }>['data']
const timelineEntry = (
  id: string,
  event: EventRecord | BagEvent,
  what: Pick<Entry, 'shipment_id' | 'package_ids' | 'bag_id' | 'flight_id'>,
) =>
  told(id, 'package.event_created', event.recorded_at, {
    ...what,
    event_id: event.id,
    event_type: event.event_type,
    occurred_at: event.timestamp,
    location: event.location,
    description: event.description,
    status_applied: event.status_applied ?? null,
  })

/** What newly happened to a bag, for each shipment that has packages in it then. */
async function inside({ before, after }: Images, table: TenantTable): Promise<Untold[]> {
  if (!after) return []
  const { id: bag_id, events: all, flight_id: now } = bags.schema.parse(after)
  const former = before && bags.schema.parse(before)
  const known = new Set(former?.events.map(({ id }) => id))
  // What takes a bag from its flight happened on that flight.
  const flight_id = now ?? former?.flight_id ?? null
  const fresh = all.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return []
  const { records } = await table.list(members, membersOf(bag_id))
  const contents = await table.many(packages, records)
  return fresh.flatMap((event) =>
    [...byShipment(contents.filter((one) => wasIn(one, bag_id, event)))].map(([shipment_id, package_ids]) =>
      timelineEntry(idOf(event.id, shipment_id), event, { shipment_id, package_ids, bag_id, flight_id }),
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
