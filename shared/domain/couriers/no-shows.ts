import type { Write } from '../../db/requests.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext, TenantWork } from '../kernel/context.ts'
import { couriers } from './record.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { noShows, type NoShowRecord } from './no-show-record.ts'

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
