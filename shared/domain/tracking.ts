import * as z from 'zod'
import { equals } from '../db/conditions.ts'
import { Refusal } from '../errors.ts'
import type { PublicContext } from './context.ts'
import { events, newestEvents, PublicEvent, type EventRecord } from './events.ts'
import { packages, packagesOf } from './package-record.ts'
import { shipments, type ShipmentRecord } from './shipment-record.ts'
import { shipmentStatuses, total } from './shipment-status.ts'

/** What anyone may know who has a tracking id: nothing that tells who, whose, or for how much. */
export const Tracking = z
  .object({
    tracking_id: z.string(),
    status: z.enum(shipmentStatuses),
    origin: z.string(),
    destination: z.string(),
    estimated_delivery: z.iso.date(),
    packages_count: z.int().min(0),
    events: z.array(PublicEvent),
  })
  .meta({ id: 'Tracking' })

const day = 24 * 3600 * 1000
/** Days for which a shipment can be followed after it has ended, and after its last event. */
const daysAfterEnd = 90
const daysAfterLastEvent = 365
/** Days that a shipment takes if nothing tells better. */
const usualDays = 7

const untraceable = () => new Refusal('not_found', 'No parcel has this tracking id, or it has expired')

/** Where a parcel is. Throws not found, the same for a tracking id that is unknown, deleted or expired. */
export async function track(
  { directory, tenant, now }: PublicContext,
  trackingId: string,
): Promise<z.input<typeof Tracking>> {
  const entry = await directory.find('tracking', trackingId)
  if (!entry) throw untraceable()
  const table = tenant(entry.grant)
  const [shipment, contents, newest] = await Promise.all([
    table.find(shipments, { id: entry.ref }),
    table.gather(packages, packagesOf(entry.ref)),
    table.gather(events, { ...newestEvents(entry.ref), filter: equals('public', true) }),
  ])
  if (!shipment || hasExpired(shipment, newest, now)) throw untraceable()
  // Events of a package that was deleted since are left behind.
  const there = new Set(contents.map(({ id }) => id))
  const shown = newest.filter(({ package_id }) => package_id === undefined || there.has(package_id))
  const { tracking_id, status, origin_place, destination_place, counts, created_at } = shipment
  return {
    tracking_id,
    status,
    origin: origin_place,
    destination: destination_place,
    estimated_delivery: new Date(Date.parse(created_at) + usualDays * day).toISOString().slice(0, 10),
    packages_count: total(counts),
    events: shown.reverse(),
  }
}

function hasExpired({ finished_at, created_at }: ShipmentRecord, seen: readonly EventRecord[], now: Date) {
  const passed = (moment: string, days: number) => now.getTime() >= Date.parse(moment) + days * day
  const last = seen.reduce((last, { recorded_at }) => (recorded_at > last ? recorded_at : last), created_at)
  return passed(finished_at ?? now.toISOString(), daysAfterEnd) || passed(last, daysAfterLastEvent)
}
