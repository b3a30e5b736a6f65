import type * as z from 'zod'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext, TenantWork } from '../kernel/context.ts'
import { allInOrder } from '../../core/errors.ts'
import { couriers } from './record.ts'
import { flights } from '../flights/record.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { noShows, type NewNoShow, type NoShowRecord } from './no-show-record.ts'

/**
 * Records a no-show. An existing one for the same flight is returned unchanged. Throws "Courier not found",
 * "Flight not found".
 */
export async function recordNoShow(
  ctx: TenantContext,
  courierId: string,
  { flight_id, cause, note }: z.output<typeof NewNoShow>,
): Promise<Plan<NoShowRecord>> {
  const { table, actor, now, newId } = ctx
  const courier_id = Id.safeParse(courierId).data ?? ''
  const [, , existing] = await allInOrder(
    table.get(couriers, { id: courier_id }),
    flight_id === undefined ? Promise.resolve() : table.get(flights, { id: flight_id }),
    flight_id === undefined
      ? Promise.resolve(undefined)
      : table.find(noShows, { courier_id, occasion: flight_id }),
  )
  if (existing) return { writes: [], result: existing }
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
  return { writes: [table.create(noShows, record)], result: record }
}

/**
 * The no-show of a courier whose flight departed without them, for the transaction of the departure. An existing
 * one for that flight stays unchanged.
 */
export function missedFlight(
  { table, actor, now, newId }: Pick<TenantWork, 'table' | 'actor' | 'now' | 'newId'>,
  { courier_id, flight_id }: { courier_id: string; flight_id: string },
): { record: NoShowRecord; write: Write } {
  const record: NoShowRecord = {
    id: newId(),
    tenant_id: actor.tenant_id,
    courier_id,
    flight_id,
    occasion: flight_id,
    cause: 'MISSED_FLIGHT',
    note: '',
    recorded_by: null,
    created_at: now.toISOString(),
  }
  return { record, write: table.ensure(noShows, record) }
}

/** A page of a courier's no-shows, newest first. Throws "Courier not found". */
export async function listNoShows(
  { table, actor }: TenantContext,
  courierId: string,
  page: PageRequest,
): Promise<Page<NoShowRecord>> {
  const id = Id.safeParse(courierId).data ?? ''
  expectOwn(actor, couriers.noun, { courier_id: id })
  const [records] = await Promise.all([
    table.list(noShows, { index: 'gsi2', partition: `NOSHOW#${id}`, newestFirst: true, ...page }),
    table.get(couriers, { id }),
  ])
  return records
}
