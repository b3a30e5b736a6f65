import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { ValidationError } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { bags } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { couriers } from '../couriers/record.ts'
import { deleted, differences, toGrams, toKilograms } from '../kernel/fields.ts'
import { agendaWrites } from './agenda.ts'
import { planFlightChange } from './moves.ts'
import {
  derivedFields,
  flights,
  toFlightResponse,
  arrivesBeforeDeparture,
  type FlightChange,
  type FlightRecord,
  type FlightResponse,
  type NewFlight,
} from './record.ts'
import { syncs } from './sync-record.ts'
import { flightMachine } from './status.ts'
import { moveTo } from '../kernel/state-machine.ts'
import { expectOwn, canSee, type Viewer } from '../kernel/ownership.ts'

/** Creates a flight. Throws "Courier not found". */
export async function scheduleFlight(
  { actor, table, now, newId }: TenantContext,
  { max_weight_kg, ...input }: z.output<typeof NewFlight>,
): Promise<Plan<FlightResponse>> {
  if (input.courier_id !== undefined) await table.get(couriers, { id: input.courier_id })
  const moment = now.toISOString()
  const max_weight_g = toGrams(max_weight_kg)
  const record: FlightRecord = {
    ...input,
    id: newId(),
    tenant_id: actor.tenant_id,
    status: 'SCHEDULED',
    max_weight_g,
    available_g: max_weight_g,
    created_at: moment,
    updated_at: moment,
    version: 1,
    ...derivedFields(input),
  }
  const writes = [table.create(flights, record), ...agendaWrites(table, undefined, record)]
  return { writes, result: toFlightResponse(record) }
}

/** Throws "Flight not found". */
export async function readFlight(ctx: TenantContext, id: string): Promise<FlightResponse> {
  const flight = await ctx.table.get(flights, { id })
  await expectOwnFlight(ctx, flight)
  return toFlightResponse(flight)
}

/**
 * A courier may see flights that name the courier or carry the courier's bags. Throws "Flight not found" for
 * others.
 */
export async function expectOwnFlight(
  { table, actor }: Pick<TenantContext, 'table'> & { actor: Viewer },
  flight: FlightRecord,
): Promise<void> {
  if (canSee(actor, flight)) return
  const aboard = await table.many(
    bags,
    [...(flight.bags ?? [])].map((id) => ({ id })),
  )
  expectOwn(
    actor,
    flights.noun,
    aboard.find((bag) => canSee(actor, bag)),
  )
}

/**
 * Merges the named fields; null removes the courier. Throws not_found, of the flight or the courier; stale (If-Match); ValidationError for
 * an arrival before the departure; and a conflict for an impossible status change, or a capacity below the weight
 * of its bags.
 */
export async function changeFlight(
  ctx: TenantContext,
  id: string,
  { max_weight_kg, courier_id, ...input }: z.output<typeof FlightChange>,
): Promise<Plan<FlightResponse>> {
  const current = await ctx.table.get(flights, { id })
  ctx.expectVersion(current.version)
  const change = {
    ...differences(current, {
      ...input,
      courier_id: courier_id ?? undefined,
      max_weight_g: max_weight_kg === undefined ? undefined : toGrams(max_weight_kg),
    }),
    ...(courier_id === null && current.courier_id !== undefined && { courier_id: undefined }),
  }
  if (Object.keys(change).length === 0) return { writes: [], result: toFlightResponse(current) }
  const changed = { ...current, ...change }
  if (changed.scheduled_arrival <= changed.scheduled_departure)
    throw new ValidationError({
      loc: ['body', 'scheduled_arrival'],
      msg: arrivesBeforeDeparture,
      type: 'value_error',
    })
  if (change.courier_id !== undefined) await ctx.table.get(couriers, { id: change.courier_id })
  if (change.status && !moveTo(flightMachine, current.status, change.status, false))
    throw refused.flight_status_not_settable({
      flight_status: current.status,
      new_flight_status: change.status,
    })
  const all = {
    ...change,
    ...derivedFields(changed),
    ...(change.max_weight_g !== undefined && { available_g: roomLeft(current, change.max_weight_g) }),
  }
  const { writes, record } = await planFlightChange(ctx, current, all, { byHand: true })
  return { writes, result: toFlightResponse(record) }
}

/** The remaining grams for a new capacity. Throws a conflict if the bags weigh more. */
function roomLeft({ max_weight_g, available_g }: FlightRecord, most: number): number {
  const reserved = max_weight_g - available_g
  if (most >= reserved) return most - reserved
  throw refused.flight_bags_weigh_more({ kilograms: toKilograms(reserved) })
}

/** Deletes a flight. Throws not_found, stale (If-Match), and a conflict while it has bags. */
export async function deleteFlight({ table, expectVersion }: TenantContext, id: string) {
  const flight = await table.get(flights, { id })
  expectVersion(flight.version)
  if (flight.bags) throw refused.flight_has_bags()
  return {
    writes: [
      table.remove(flights, flight),
      table.remove(syncs, { flight_id: flight.id }),
      ...agendaWrites(table, flight, undefined),
    ],
    result: deleted('flight', flight.id),
  }
}
