import type * as z from 'zod'
import { allInOrder, ValidationError } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { Plan } from '../../db/commit.ts'
import type { Write } from '../../db/requests.ts'
import { bags, noShowKey } from '../bags/record.ts'
import { noShows, type NewNoShow, type NoShowRecord } from '../couriers/no-show-record.ts'
import { couriers } from '../couriers/record.ts'
import { flights, type FlightRecord } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { boards } from './status.ts'
import { updateBag } from '../bags/changes.ts'
import { expectOwnFlight } from './flights.ts'

/**
 * Records a no-show. Before the departure it marks the courier's bags on the flight, which need another courier. An existing
 * one for the same flight is returned unchanged. Throws "Courier not found", "Flight not found"; for couriers, who record
 * their own, also ValidationError without a flight, and a conflict if it has departed or has none of their bags.
 */
export async function recordNoShow(
  ctx: TenantContext,
  courierId: string,
  { flight_id, cause, note }: z.output<typeof NewNoShow>,
): Promise<Plan<NoShowRecord>> {
  const { table, actor, now, newId } = ctx
  const courier_id = Id.safeParse(courierId).data ?? ''
  expectOwn(actor, couriers.noun, { courier_id })
  const isOwn = actor.role === 'courier'
  if (isOwn && flight_id === undefined)
    throw new ValidationError({
      loc: ['body', 'flight_id'],
      type: 'missing',
      msg: 'Couriers name the flight that they cannot take',
    })
  const [, flight, existing] = await allInOrder(
    table.get(couriers, { id: courier_id }),
    flight_id === undefined ? Promise.resolve(undefined) : table.get(flights, { id: flight_id }),
    flight_id === undefined
      ? Promise.resolve(undefined)
      : table.find(noShows, { courier_id, occasion: flight_id }),
  )
  if (flight) await expectOwnFlight(ctx, flight)
  if (existing) return { writes: [], result: existing }
  const marks = flight && boards(flight.status) ? await markBags(ctx, courier_id, flight) : []
  if (isOwn && marks.length === 0) throw refused.no_bag_on_flight()
  const id = newId()
  const record: NoShowRecord = {
    id,
    tenant_id: actor.tenant_id,
    courier_id,
    flight_id: flight_id ?? null,
    occasion: flight_id ?? id,
    cause,
    note,
    recorded_by: actor.user_id,
    created_at: now.toISOString(),
  }
  return { writes: [table.create(noShows, record), ...marks], result: record }
}

/** Marks the courier's bags on a flight. */
async function markBags(
  { table, now }: TenantContext,
  courier_id: string,
  flight: FlightRecord,
): Promise<Write[]> {
  const aboard = await table.many(
    bags,
    [...(flight.bags ?? [])].map((id) => ({ id })),
  )
  const no_show = noShowKey(courier_id, flight.id)
  return aboard
    .filter((bag) => bag.courier_id === courier_id)
    .map((bag) => updateBag(table, bag, { no_show }, now).write)
}
