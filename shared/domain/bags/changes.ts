import { atLeast, contains } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { refused } from './refusals.ts'
import { bags, type BagRecord } from './record.ts'
import type { TenantWork } from '../kernel/context.ts'
import { eventFields, type BagEvent, type EventName } from '../timeline/timeline-events.ts'
import { couriers } from '../couriers/record.ts'
import { flights, type FlightRecord } from '../flights/record.ts'

/** The change of a bag's counters by added, removed or changed packages. */
export interface Tally {
  packages: number
  weight_g: number
  open: number
  delivered: number
  /** On hold. */
  held: number
}
export const zeroTally: Tally = { packages: 0, weight_g: 0, open: 0, delivered: 0, held: 0 }

/**
 * A bag is DELIVERED once none of its packages is open and one was delivered; it is reopened with a package.
 */
function statusWith(
  bag: BagRecord,
  open: number,
  delivered: number,
): Pick<BagRecord, 'status' | 'delivered_from'> {
  const { status, delivered_from } = bag
  if (status === 'DELIVERED')
    return open > 0
      ? { status: delivered_from ?? 'IN_TRANSIT', delivered_from: undefined }
      : { status, delivered_from }
  return open === 0 && delivered > 0
    ? { status: 'DELIVERED', delivered_from: status }
    : { status, delivered_from }
}

/** A bag's fields after a change of its counters. */
export function countersAfter(
  bag: BagRecord,
  { packages, weight_g, open, delivered, held }: Tally,
): Partial<BagRecord> {
  const open_packages = bag.open_packages + open
  const delivered_packages = bag.delivered_packages + delivered
  return {
    open_packages,
    delivered_packages,
    held_packages: bag.held_packages + held,
    total_packages: bag.total_packages + packages,
    total_weight_g: bag.total_weight_g + weight_g,
    ...statusWith(bag, open_packages, delivered_packages),
  }
}

/** The error for a flight without enough capacity. */
export const flightIsFull = ({ flight_number }: Pick<FlightRecord, 'flight_number'>) =>
  refused.flight_lacks_capacity({ flight: flight_number })

/** Reserves or releases weight on the bag's flight. Throws a conflict if the flight has no room. */
export function reserveFlightCapacity(
  table: TenantTable,
  { flight }: Pick<BagRecord, 'flight'>,
  weight_g: number,
): Write[] {
  if (!flight || weight_g === 0) return []
  const room = weight_g > 0 && {
    when: atLeast('available_g', weight_g),
    onConditionFailed: flightIsFull(flight),
  }
  return [table.patchUnread(flights, flight, { add: { available_g: -weight_g } }, room || {})]
}

/** Credits deliveries to a courier, or reverses them. */
export const creditDeliveries = (table: TenantTable, courierId: string, deliveries: number): Write[] =>
  deliveries === 0
    ? []
    : [table.patchUnread(couriers, { id: courierId }, { add: { packages_delivered: deliveries } })]

/** The maximum number of a bag's events: beyond it, the oldest ones are dropped. */
const maxEvents = 50
/** Events that say the same again if their user repeats them at once: a tag read again, a later estimate. */
const repeatable = ['BAG_CHECKED_IN', 'FLIGHT_DELAYED', 'BAG_TAKEN_OVER', 'BAG_HANDED_OVER']

/**
 * A bag's events with a new one, which replaces the latest one if it repeats it. A scan without effect replaces the latest one of
 * its kind, so that repeated scans do not push out the bag's other events.
 */
export function withBagEvent(
  { events }: Pick<BagRecord, 'events'>,
  event: BagEvent,
): Pick<BagRecord, 'events'> {
  const { event_type, status_applied, actor_id } = event
  const latest = events.findLastIndex(
    (one, n) =>
      one.event_type === event_type &&
      (repeatable.includes(event_type)
        ? n === events.length - 1 && one.actor_id === actor_id
        : status_applied === false && one.status_applied === false),
  )
  return { events: [...events.filter((_, n) => n !== latest), event].slice(-maxEvents) }
}

/** The same with an event at the current time, or `at` an earlier one, but not before the bag's latest event. */
export function appendBagEvent(
  ctx: Pick<TenantWork, 'actor' | 'now' | 'newId'>,
  bag: Pick<BagRecord, 'events'>,
  event_type: EventName,
  location: string,
  at?: string,
) {
  const event = eventFields(ctx, event_type, location)
  const latest = bag.events.at(-1)?.timestamp ?? ''
  const timestamp = at === undefined || at > event.timestamp ? event.timestamp : at < latest ? latest : at
  return withBagEvent(bag, { ...event, timestamp })
}

/** The capacity that a bag returns to the flight it leaves. */
export const releaseFlightCapacity = (
  table: TenantTable,
  { id, flight, total_weight_g }: BagRecord,
): Write[] =>
  flight
    ? [
        table.patchUnread(
          flights,
          flight,
          { add: { available_g: total_weight_g }, take: { bags: new Set([id]) } },
          { when: contains('bags', id) },
        ),
      ]
    : []

/** Throws a conflict for a bag with packages on hold. */
export function refuseToDepart({ label, held_packages }: BagRecord): void {
  if (held_packages > 0) throw refused.bag_has_held_packages({ bag: label, packages: held_packages })
}

/** A bag's next version. */
export const updateBag = (table: TenantTable, bag: BagRecord, change: Partial<BagRecord>, now: Date) =>
  table.updateVersion(bags, bag, { ...change, updated_at: now.toISOString() })
