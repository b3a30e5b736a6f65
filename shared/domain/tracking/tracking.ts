import * as z from 'zod'
import { absent, any, equals } from '../../db/conditions.ts'
import { Refusal } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { PublicContext } from '../kernel/context.ts'
import { Timestamp } from '../kernel/fields.ts'
import { events, PublicEvent, timelineLength, type EventRecord } from '../timeline/timeline-events.ts'
import type { BagRecord } from '../bags/record.ts'
import { maxPackagesPerShipment, packages, packagesOf, type PackageRecord } from '../packages/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { isFinal, shipmentStatuses, total } from '../states/shipment.ts'
import { CompanyCard, companyCard } from './company.ts'
import { PickupPlace, pickupPlaces } from './pickup.ts'
import { bagsOf, numbering, timeline } from './timeline.ts'

/** An entry of a shipment's public timeline, with the numbers of its packages that it concerns, from 1. */
const TrackingEvent = lazySchema(() =>
  PublicEvent.unwrap()
    .extend({ packages: z.array(z.int().min(1)).optional() })
    .meta({ id: 'TrackingEvent' }),
)

/** The public view of a shipment for anyone with its tracking id: no names, owners or prices. */
export const Tracking = lazySchema(() =>
  z
    .object({
      tracking_id: z.string(),
      status: z.enum(shipmentStatuses),
      origin: z.string(),
      destination: z.string(),
      estimated_delivery: z.iso.date(),
      packages_count: z.int().min(0),
      /** Only while it is ready for pickup, and where is known. */
      pickup: z.array(PickupPlace).optional(),
      /** When it was delivered or returned; missing before. */
      finished_at: Timestamp.optional(),
      company: CompanyCard.optional(),
      events: z.array(TrackingEvent),
    })
    .meta({ id: 'Tracking' }),
)

const day = 24 * 3600 * 1000
/** How many days a shipment can be tracked after its end, and after its last event. */
const daysAfterEnd = 90
const daysAfterLastEvent = 365
/** The days that a shipment takes if there is no better estimate. */
const usualDays = 7
const daysAfterFlight = 2
/** The last day that four-digit years can express. */
const latestDay = Date.UTC(9999, 11, 31)

const untraceable = () => new Refusal('not_found', 'No parcel has this tracking id, or it has expired')

/**
 * The public tracking of a shipment. Throws not_found, the same for an unknown, deleted or expired tracking id.
 */
export async function track(
  { directory, tenant, now }: PublicContext,
  trackingId: string,
): Promise<z.input<typeof Tracking>> {
  const entry = await directory.find('tracking', trackingId)
  if (!entry) throw untraceable()
  const table = tenant(entry.grant)
  const [
    {
      SHIP: [shipment],
      PKG: contents,
      EVENT: newest,
    },
    company,
  ] = await Promise.all([
    table.listByKind({ SHIP: shipments, PKG: packages, EVENT: events }, shownOf(entry.ref)),
    companyCard(table, entry.grant.tenantId),
  ])
  if (!shipment) throw untraceable()
  const [bags, pickup] = await Promise.all([
    bagsById(table, bagsOf(contents)),
    shipment.status === 'READY_FOR_PICKUP' ? pickupPlaces(table, contents) : [],
  ])
  // Skips events of deleted packages.
  const there = new Set(contents.map(({ id }) => id))
  const own = newest.filter(({ package_id }) => package_id === undefined || there.has(package_id))
  const shown = timeline(own, contents, bags).filter((event) => event.public)
  if (hasExpired(shipment, shown, now)) throw untraceable()
  const numbers = numbering(contents.toReversed(), bags)
  const finished_at = finishOf(shipment, shown)
  const { tracking_id, status, origin_place, destination_place, counts, created_at } = shipment
  return {
    tracking_id,
    status,
    origin: origin_place,
    destination: destination_place,
    estimated_delivery: new Date(Math.min(latestDay, estimate(created_at, contents, bags)))
      .toISOString()
      .slice(0, 10),
    packages_count: total(counts),
    ...(pickup.length > 0 && { pickup }),
    ...(finished_at !== undefined && { finished_at }),
    ...(company && { company }),
    events: shown.map((event) => ({ ...event, packages: someOf(numbers(event)) })),
  }
}

/** The query for a shipment, its packages and its newest public events, in the order of their sort keys. */
const shownOf = (id: string) => ({
  ...packagesOf(id),
  ...{ from: 'EVENT#', to: 'SHIP', limit: 1 + maxPackagesPerShipment + timelineLength },
  filter: any(absent('public'), equals('public', true)),
})

const someOf = (numbers: number[]) => (numbers.length > 0 ? numbers : undefined)

/** When it ended: by its last event of that, since scans may be sent later than they were made. */
function finishOf(
  { status, finished_at }: ShipmentRecord,
  seen: readonly Pick<EventRecord, 'event_type' | 'timestamp'>[],
): string | undefined {
  if (!isFinal(status)) return undefined
  return seen.findLast(({ event_type }) => event_type === status)?.timestamp ?? finished_at
}

/** Two days after its last flight's arrival, or a week after booking. In milliseconds since 1970. */
function estimate(
  created_at: string,
  contents: readonly PackageRecord[],
  bags: ReadonlyMap<string, BagRecord>,
): number {
  const arrivals = contents.flatMap(({ bag_id = '' }) => bags.get(bag_id)?.flight?.arrival ?? [])
  const last = arrivals.sort().at(-1)
  return last === undefined
    ? Date.parse(created_at) + usualDays * day
    : Date.parse(last) + daysAfterFlight * day
}

function hasExpired(
  { finished_at, created_at }: ShipmentRecord,
  seen: readonly Pick<EventRecord, 'recorded_at'>[],
  now: Date,
) {
  const passed = (moment: string, days: number) => now.getTime() >= Date.parse(moment) + days * day
  const last = seen.reduce((last, { recorded_at }) => (recorded_at > last ? recorded_at : last), created_at)
  return passed(finished_at ?? now.toISOString(), daysAfterEnd) || passed(last, daysAfterLastEvent)
}
