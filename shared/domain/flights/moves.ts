import type { Write } from '../../db/requests.ts'
import { refuseToDepart, updateBag, appendBagEvent } from '../bags/changes.ts'
import { bags, type BagRecord, type LostFlight } from '../bags/record.ts'
import { bagMachine } from '../bags/status.ts'
import type { TenantWork } from '../kernel/context.ts'
import { couriers } from '../couriers/record.ts'
import type { EventName } from '../timeline/timeline-events.ts'
import { agendaWrites } from './agenda.ts'
import { copyOf, flights, type FlightRecord } from './record.ts'
import { passed, type FlightStatus } from './status.ts'
import { statesLeftBy } from '../kernel/state-machine.ts'
import { missedFlight } from '../couriers/no-shows.ts'

/**
 * A change of a flight with all its effects, in one transaction of at most 83 writes: its bags move on, are
 * released or go back, and copy its new times; couriers are credited, or recorded as no-shows; its agenda entry follows.
 * Throws a conflict if a user sets it to DEPARTED (`byHand`) with packages on hold; the provider's report is a fact.
 */
export async function planFlightChange(
  ctx: TenantWork,
  current: FlightRecord,
  change: Partial<FlightRecord>,
  { byHand = false } = {},
): Promise<{ writes: Write[]; record: FlightRecord }> {
  const { table, now } = ctx
  const entered = change.status && change.status !== current.status ? passed(current.status, change.status) : []
  const moment = now.toISOString()
  const flight: FlightRecord = {
    ...current,
    ...(entered.includes('DEPARTED') && { actual_departure: moment }),
    ...(entered.includes('ARRIVED') && { actual_arrival: moment }),
    ...change,
  }
  const plans = [current, flight].map((one) => JSON.stringify([copyOf(one), departure(one)]))
  const affectsBags = entered.length > 0 || plans[0] !== plans[1]
  const aboard = affectsBags
    ? await table.many(
        bags,
        [...(current.bags ?? [])].map((id) => ({ id })),
      )
    : []
  if (byHand && entered.includes('DEPARTED')) aboard.filter(goesAlong).forEach(refuseToDepart)
  const after = aboard.map((bag) => follow(ctx, bag, current, flight, entered))
  const left = after.filter(({ flight_id }) => flight_id === undefined)
  const remainingBags = [...(current.bags ?? [])].filter((id) => !left.some((bag) => bag.id === id))
  const { write, record } = table.updateVersion(flights, current, {
    ...flight,
    available_g: flight.available_g + left.reduce((sum, { total_weight_g }) => sum + total_weight_g, 0),
    bags: remainingBags.length > 0 ? new Set(remainingBags) : undefined,
    updated_at: moment,
  })
  const moved = after.flatMap((bag, n) => {
    const before = aboard[n]
    return before && bag !== before ? [updateBag(table, before, bag, now).write] : []
  })
  const agenda = agendaWrites(table, current, record)
  return { writes: [write, ...moved, ...agenda, ...people(ctx, flight, aboard, after, entered)], record }
}

/** A bag after its flight entered these states; the same object if nothing changes. */
function follow(
  ctx: TenantWork,
  bag: BagRecord,
  before: FlightRecord,
  flight: FlightRecord,
  entered: readonly FlightStatus[],
): BagRecord {
  let next = bag
  const happens = (event: EventName, location: string, change: Partial<BagRecord> = {}, at?: string) => {
    next = { ...next, ...change, ...appendBagEvent(ctx, next, event, location, at) }
  }
  const copy = copyOf(flight)
  if (JSON.stringify(copy) !== JSON.stringify(bag.flight)) next = { ...next, flight: copy }
  if (entered.length === 0 && isLater(flight, before)) happens('FLIGHT_DELAYED', flight.departure_airport)
  for (const status of entered) {
    if (next.flight_id === undefined) break
    if (status === 'DEPARTED') {
      if (goesAlong(next))
        happens('FLIGHT_DEPARTED', flight.departure_airport, { status: 'IN_TRANSIT' }, flight.actual_departure)
      else if (next.status !== 'DELIVERED')
        happens('BAG_MISSED_FLIGHT', flight.departure_airport, offFlight(flight, 'MISSED'))
      // Records that the bag has flown, in case one of its packages is reopened.
      else next = { ...next, delivered_from: 'IN_TRANSIT' }
    }
    if (status === 'ARRIVED')
      happens(
        'FLIGHT_ARRIVED',
        flight.arrival_airport,
        {
          arrived_at: next.arrived_at ?? flight.actual_arrival ?? ctx.now.toISOString(),
          ...(next.total_packages === 0 && { status: 'DELIVERED', delivered_from: next.status }),
        },
        flight.actual_arrival,
      )
    if (status === 'CANCELLED')
      happens('FLIGHT_CANCELLED', flight.departure_airport, {
        ...offFlight(flight, 'CANCELLED'),
        ...(goesAlong(next) && { status: 'SEALED', checked_in: undefined, arrived_at: undefined }),
      })
  }
  return next
}

/** A bag's fields after it has lost its flight. */
const offFlight = (flight: FlightRecord, cause: LostFlight['cause']): Partial<BagRecord> => ({
  flight: undefined,
  flight_id: undefined,
  lost_flight: {
    flight_id: flight.id,
    flight_number: flight.flight_number,
    cause,
    departure: flight.actual_departure ?? departure(flight),
    departure_time_zone: flight.departure_time_zone ?? null,
  },
})
/** Checked in, so that it flies with its flight. */
const goesAlong = ({ status }: BagRecord) => statesLeftBy(bagMachine, 'FLIGHT_DEPARTED').includes(status)
const departure = ({ estimated_departure, scheduled_departure }: FlightRecord) =>
  estimated_departure ?? scheduled_departure
/** The threshold of a delay is 15 minutes; airlines count less as on time. */
const quarterHoursLate = (flight: FlightRecord) =>
  Math.floor((Date.parse(departure(flight)) - Date.parse(flight.scheduled_departure)) / 900_000)
/**
 * Whether a change is a delay worth an event: a later planned departure, or an estimate that is later by another 15
 * minutes.
 */
const isLater = (flight: FlightRecord, before: FlightRecord) =>
  flight.scheduled_departure > before.scheduled_departure ||
  quarterHoursLate(flight) > Math.max(0, quarterHoursLate(before))

/** Couriers who flew are credited; couriers with bags on the flight and none checked in are no-shows. */
function people(
  ctx: TenantWork,
  { id }: FlightRecord,
  aboard: readonly BagRecord[],
  after: readonly BagRecord[],
  entered: readonly FlightStatus[],
): Write[] {
  const of = (some: readonly BagRecord[]) => new Set(some.flatMap(({ courier_id }) => courier_id ?? []))
  const flown = of(after.filter(({ flight_id }) => flight_id !== undefined))
  const absent = entered.includes('DEPARTED') ? [...of(aboard)].filter((courier) => !flown.has(courier)) : []
  const landed = entered.includes('ARRIVED') ? [...flown] : []
  return [
    ...absent.map((courier_id) => missedFlight(ctx, { courier_id, flight_id: id }).write),
    ...landed.map((courier) =>
      ctx.table.patchUnread(couriers, { id: courier }, { add: { flights_completed: 1 } }),
    ),
  ]
}
