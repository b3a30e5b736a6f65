import type { TenantTable } from '../../db/table.ts'
import { conflict } from '../../core/errors.ts'
import { tenants, users, type UserRecord } from './record.ts'
import { administers } from './status.ts'

/**
 * Who owns a company: its registrant, or whom they passed it on to. Nobody else can deactivate them or change their role.
 * Undefined if the registrant's address turned out to be another person's.
 */
export async function ownerOf(table: TenantTable, tenantId: string): Promise<UserRecord | undefined> {
  const owner = await namedOwner(table, tenantId)
  if (owner) return owner
  const { records } = await table.list(users, { index: 'gsi1', partition: 'USER', limit: 1 })
  return records[0]
}

/** The same, without the registrant of a company that registered before owners were stored: for letters. */
export async function namedOwner(table: TenantTable, tenantId: string): Promise<UserRecord | undefined> {
  const tenant = await table.find(tenants, { id: tenantId })
  return tenant?.owner_id === undefined ? undefined : table.find(users, { id: tenant.owner_id })
}

/** Throws a conflict if a change would take the role of a manager, or the access, from the owner of the company. */
export function expectOwnerStays(owner: UserRecord | undefined, after: UserRecord, actorId: string): void {
  if (owner?.id !== after.id || administers(after)) return
  throw conflict(
    actorId === owner.id
      ? 'You own the company: pass the ownership on first (POST /api/v1/users/{id}/ownership)'
      : 'The owner of the company stays its manager; only they can pass the ownership on',
  )
}
