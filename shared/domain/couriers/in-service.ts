import type { TenantTable } from '../../db/table.ts'
import { invalidToken } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { Viewer } from '../kernel/ownership.ts'
import { couriers } from './record.ts'

/**
 * Whether a user with the role courier has an ACTIVE courier record; true for other roles. A suspended or deactivated
 * courier is signed out: the access token of a courier is worth nothing without this.
 */
export async function isInService(
  table: Pick<TenantTable, 'find'>,
  { role, courier_id }: Viewer,
): Promise<boolean> {
  if (role !== 'courier') return true
  const courier = courier_id === undefined ? undefined : await table.find(couriers, { id: courier_id })
  return courier?.status === 'ACTIVE'
}

/** Throws unauthenticated for a courier who is not in service. */
export async function expectInService(table: Pick<TenantTable, 'find'>, viewer: Viewer): Promise<void> {
  if (await isInService(table, viewer)) return
  throw refused.courier_not_in_service().with(invalidToken)
}
