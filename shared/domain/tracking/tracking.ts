import * as z from 'zod'
import { shipmentTexts } from '../shipments/record.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { PublicContext } from '../kernel/context.ts'
import { Timestamp } from '../kernel/fields.ts'
import { airportOf, placeOf } from '../kernel/places.ts'
import { trackingIdOf } from '../kernel/tracking-id.ts'
import { PublicEvent, type EventRecord } from '../timeline/timeline-events.ts'
import type { WarehouseRecord } from '../warehouses/record.ts'
import { bagsById } from '../packages/with-bag.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { shipmentStatuses, total } from '../shipments/status.ts'
import { CompanyCard, companyCard } from './company.ts'
import { estimatedDelivery, finishOf, publicTimeline, readParcel } from './parcel.ts'
import { counterOf, nameOf, PickupPlace, pickupPlaces, waitingAt, warehousesWith } from './pickup.ts'
import { bagsOf, concerning } from './timeline.ts'

/** An entry of a shipment's public timeline, with the numbers of its packages that it concerns, from 1. */
const TrackingEvent = lazySchema(() =>
  PublicEvent.unwrap()
    .extend({
      place: z.string().meta({
        description:
          'Where it happened, for recipients: the city of an airport or a warehouse, or the name of the warehouse where the shipment waits; empty if it is unknown',
        examples: ['Tbilisi (TBS)'],
      }),
      packages: z
        .array(z.int().min(1))
        .optional()
        .meta({
          description:
            'The packages that it concerns, numbered from 1; missing if it concerns the shipment as such',
          examples: [[1, 2]],
        }),
    })
    .meta({ id: 'TrackingEvent' }),
)

/** The public view of a shipment for anyone with its tracking id: no names, owners or prices. */
export const Tracking = lazySchema(() =>
  z
    .object({
      tracking_id: z.string().meta(shipmentTexts.trackingId),
      status: z.enum(shipmentStatuses).meta(commonTexts.status),
      origin: z.string().meta(shipmentTexts.origin),
      destination: z.string().meta(shipmentTexts.destination),
      estimated_delivery: z.iso
        .date()
        .meta({ description: 'The day of delivery, as far as it is known', examples: ['2026-11-25'] }),
      packages_count: z.int().min(0).meta(shipmentTexts.packagesCount),
      received_at_warehouse: z
        .string()
        .optional()
        .meta({
          description:
            'The name of the warehouse that took it in at its counter, or its city; empty if neither is known, and missing if it was booked elsewhere',
          examples: ['Tbilisi hub'],
        }),
      /** Only while it is ready for pickup, and where is known. */
      pickup: z.array(PickupPlace).optional().meta({
        description: 'Where it can be collected; only while it is ready for pickup, if that is known',
      }),
      /** When it was delivered or returned; missing before. */
      finished_at: Timestamp.optional().meta({
        description: 'When it was delivered or returned; missing before',
        examples: ['2026-11-25T10:05:00.000Z'],
      }),
      cancelled_at: Timestamp.optional().meta({
        ...shipmentTexts.cancelledAt,
        description: `${shipmentTexts.cancelledAt.description}; missing if it was not`,
      }),
      company: CompanyCard.optional().meta({ description: 'The company that carries it' }),
      events: z.array(TrackingEvent).meta({ description: 'What happened, oldest first' }),
    })
    .meta({ id: 'Tracking' }),
)

const day = 24 * 3600 * 1000
/** How many days a shipment can be tracked after its end, and after its last event. */
const daysAfterEnd = 90
const daysAfterLastEvent = 365
const untraceable = refused.tracking_id_unknown

/**
 * The public tracking of a shipment, by its tracking id in any form that `trackingIdOf` reads. Throws not_found, the same for an unknown, deleted or expired tracking id.
 */
export async function track(
  { directory, tenant, now }: PublicContext,
  trackingId: string,
): Promise<z.input<typeof Tracking>> {
  const entry = await directory.find('tracking', trackingIdOf(trackingId) ?? trackingId)
  if (!entry) throw untraceable()
  const table = tenant(entry.grant)
  const [parcel, company] = await Promise.all([
    readParcel(table, entry.ref),
    companyCard(table, entry.grant.tenantId),
  ])
  if (!parcel) throw untraceable()
  const { shipment, contents } = parcel
  const bags = await bagsById(table, bagsOf(contents))
  const shown = publicTimeline(parcel, bags)
  if (hasExpired(shipment, shown, now)) throw untraceable()
  const counter = counterOf(parcel.own)
  const waiting = shipment.status === 'READY_FOR_PICKUP' ? waitingAt(contents) : []
  const ids = [counter, ...waiting, ...shown.map(({ warehouse_id }) => warehouse_id)]
  const found = await warehousesWith(table, ids)
  const warehouse = (id: string | undefined) => found.find((one) => one.id === id)
  const pickup = pickupPlaces(found.filter(({ id }) => waiting.includes(id)))
  const inOrder = contents.toReversed()
  const concerned = concerning(inOrder, bags)
  const numbers = (event: (typeof shown)[number]) =>
    concerned(event).map((record) => inOrder.indexOf(record) + 1)
  const finished_at = finishOf(shipment, shown)
  // The clock of a phone may be ahead of the reader's.
  const moment = now.toISOString()
  const past = (timestamp: string) => (timestamp < moment ? timestamp : moment)
  const { tracking_id, status, origin_place, destination_place, counts, cancelled_at } = shipment
  return {
    tracking_id,
    status,
    origin: origin_place,
    destination: destination_place,
    estimated_delivery: estimatedDelivery(parcel, bags),
    packages_count: total(counts),
    ...(counter !== undefined && { received_at_warehouse: nameOf(warehouse(counter)) }),
    ...(pickup.length > 0 && { pickup }),
    ...(finished_at !== undefined && { finished_at: past(finished_at) }),
    ...(cancelled_at !== undefined && { cancelled_at }),
    ...(company && { company }),
    events: shown.map((event) => ({
      ...event,
      timestamp: past(event.timestamp),
      place:
        event.warehouse_id === undefined
          ? placeOnTheWay(shipment, event.location)
          : placeOfWarehouse(warehouse(event.warehouse_id), waiting),
      packages: someOf(numbers(event)),
    })),
  }
}

/** A warehouse where packages wait has its name, others their city, which says more to recipients. */
function placeOfWarehouse(warehouse: WarehouseRecord | undefined, waiting: readonly string[]): string {
  if (!warehouse) return ''
  if (waiting.includes(warehouse.id)) return nameOf(warehouse)
  return warehouse.city || placeOf(warehouse.airport_code)
}
/** An airport with its city; the shipment's own need no search. */
const placeOnTheWay = ({ origin_place, destination_place }: ShipmentRecord, location: string) =>
  [origin_place, destination_place].find((place) => airportOf(place) === location && location !== '') ??
  (/^[A-Z]{3}$/.test(location) ? placeOf(location) : location)

const someOf = (numbers: number[]) => (numbers.length > 0 ? numbers : undefined)

function hasExpired(
  { finished_at, created_at }: ShipmentRecord,
  seen: readonly Pick<EventRecord, 'recorded_at'>[],
  now: Date,
) {
  const passed = (moment: string, days: number) => now.getTime() >= Date.parse(moment) + days * day
  const last = seen.reduce((last, { recorded_at }) => (recorded_at > last ? recorded_at : last), created_at)
  return passed(finished_at ?? now.toISOString(), daysAfterEnd) || passed(last, daysAfterLastEvent)
}
