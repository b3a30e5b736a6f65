import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { allInOrder } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { releaseFlightCapacity, flightIsFull, updateBag, appendBagEvent } from './changes.ts'
import {
  bags,
  holdersOf,
  tagDigest,
  tagHolders,
  type Assignment,
  type BagRecord,
  type BagResponse,
  type CheckIn,
} from './record.ts'
import { bagMachine, isBeforeTransit } from './status.ts'
import { bagPresenter } from './bags.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from '../couriers/record.ts'
import { copyOf, flights, maxBagsPerFlight, type FlightRecord } from '../flights/record.ts'
import { plainNumber } from '../flights/plain-number.ts'
import { boards } from '../flights/status.ts'
import { moveTo } from '../kernel/state-machine.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { bagsById } from '../packages/with-bag.ts'

/**
 * Assigns a courier and a flight to a bag, and releases an earlier flight. The bag's status stays; the response's
 * is ASSIGNED (interface, "Bag"). Throws not_found before stale (If-Match) and any conflict.
 */
export async function assignCourier(
  ctx: TenantContext,
  id: string,
  { courier_id, flight_id }: z.output<typeof Assignment>,
) {
  const { table, now } = ctx
  const [bag, courier, flight] = await allInOrder(
    table.get(bags, { id }),
    table.get(couriers, { id: courier_id }),
    table.get(flights, { id: flight_id }),
  )
  ctx.expectVersion(bag.version)
  if (!isBeforeTransit(bag.status)) throw refused.bag_not_assignable({ bag_status: bag.status })
  if (courier.status !== 'ACTIVE') throw refused.courier_not_active({ courier_status: courier.status })
  // The bag says whether it is aboard, since its write is conditional on its version. A flight that says otherwise was
  // read before a concurrent write.
  const boarded = bag.flight_id === flight.id ? undefined : board(flight, bag)
  const answer = {
    id: bag.id,
    courier_id: courier.id,
    courier_name: courier.full_name,
    flight_id: flight.id,
    flight_number: flight.flight_number,
    status: 'ASSIGNED' as const,
  }
  if (bag.flight_id === flight.id && bag.courier_id === courier.id) return { writes: [], result: answer }
  const { write } = updateBag(
    table,
    bag,
    {
      courier_id: courier.id,
      courier_name: courier.full_name,
      flight: copyOf(flight),
      flight_id: flight.id,
      lost_flight: undefined,
      ...appendBagEvent(ctx, bag, 'COURIER_ASSIGNED', bag.origin),
    },
    now,
  )
  const writes = boarded
    ? [...releaseFlightCapacity(table, bag), table.updateVersion(flights, flight, boarded).write]
    : []
  return { writes: [write, ...writes], result: answer }
}

/** A flight with one more bag. Throws a conflict if it is full. */
function board(flight: FlightRecord, { id, total_weight_g }: BagRecord): Partial<FlightRecord> {
  const { flight_number, status, available_g } = flight
  const already = flight.bags ?? new Set()
  if (!boards(status)) throw refused.flight_not_boarding({ flight: flight_number, flight_status: status })
  if (already.size >= maxBagsPerFlight) throw refused.flight_has_most_bags({ max: maxBagsPerFlight })
  if (available_g < total_weight_g) throw flightIsFull(flight)
  return { bags: new Set([...already, id]), available_g: available_g - total_weight_g }
}

/** Seals a bag; a sealed one stays unchanged. Throws not_found, and a conflict once it is in transit. */
export async function sealBag(ctx: TenantContext, id: string): Promise<Plan<BagResponse>> {
  const { table, now } = ctx
  const bag = await table.get(bags, { id })
  ctx.expectVersion(bag.version)
  const show = await bagPresenter(ctx)
  const move = moveTo(bagMachine, bag.status, 'SEALED', false)
  if (!move && isBeforeTransit(bag.status)) return { writes: [], result: show(bag) }
  if (!move) throw refused.bag_not_sealable({ bag_status: bag.status })
  const sealed = { status: move.to, ...appendBagEvent(ctx, bag, 'BAG_SEALED', bag.origin) }
  const { write, record } = updateBag(table, bag, sealed, now)
  return { writes: [write], result: show(record) }
}

/**
 * Checks a bag in at the airline, sealing it if needed; repeating it sets a new tag. A flight number other than
 * the assigned flight's, and a tag of another bag that is not delivered, are accepted with a warning. Throws not_found, and a conflict once it is in transit.
 */
export async function checkInBag(ctx: TenantContext, id: string, input: z.output<typeof CheckIn>) {
  const { table, actor, now } = ctx
  const bag = await table.get(bags, { id })
  expectOwn(actor, bags.noun, bag)
  ctx.expectVersion(bag.version)
  const move = moveTo(bagMachine, bag.status, 'CHECKED_IN', false)
  if (!move) throw refused.bag_not_ready_for_check_in({ bag_status: bag.status })
  const location = bag.flight?.departure_airport ?? bag.origin
  const change = { status: move.to, checked_in: input, ...appendBagEvent(ctx, bag, 'BAG_CHECKED_IN', location) }
  const { write, record } = updateBag(table, bag, change, now)
  const differs = bag.flight && plainNumber(bag.flight.flight_number) !== plainNumber(input.flight_number)
  const { writes, isInUse } = await tagHolding(ctx, bag, input.airline_tag_code)
  const warnings = [...(differs ? ['flight_number_mismatch'] : []), ...(isInUse ? ['airline_tag_in_use'] : [])]
  return {
    writes: [write, ...writes],
    result: { id: bag.id, status: move.to, ...input, warnings, version: record.version },
  }
}

/**
 * The writes after which a bag is known to have a tag, and whether another bag that is not delivered has it. Bags that are
 * checked in at the same time may not see each other.
 */
async function tagHolding({ table }: TenantContext, bag: BagRecord, tag: string) {
  const holders = await table.listAll(tagHolders, holdersOf(tag))
  const others = await bagsById(
    table,
    holders.map(({ bag_id }) => bag_id).filter((id) => id !== bag.id),
  )
  const hasTag = ({ status, checked_in }: BagRecord) =>
    status !== 'DELIVERED' &&
    checked_in !== undefined &&
    tagDigest(checked_in.airline_tag_code) === tagDigest(tag)
  const former = bag.checked_in && { tag: tagDigest(bag.checked_in.airline_tag_code), bag_id: bag.id }
  const held = { tag: tagDigest(tag), bag_id: bag.id }
  return {
    isInUse: [...others.values()].some(hasTag),
    writes: [
      ...(holders.some(({ bag_id }) => bag_id === bag.id) ? [] : [table.put(tagHolders, held)]),
      ...(former && former.tag !== held.tag ? [table.remove(tagHolders, former)] : []),
    ],
  }
}
