import type { TenantTable } from '../../db/table.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { tenants, users, type UserRecord } from './record.ts'
import { administers } from './status.ts'

/**
 * `ownerId`: the registrant of the company, or the manager to whom they passed it on. Nobody else can deactivate them or change
 * their role. `offeredTo`: the id of the manager to whom the ownership is offered.
 */
export interface Ownership {
  ownerId?: string | undefined
  offeredTo?: string | undefined
}

/** The ownership of the caller's company. */
export async function ownershipOf({ table, actor, now }: TenantContext): Promise<Ownership> {
  const tenant = await table.find(tenants, { id: actor.tenant_id })
  const offer = tenant?.owner_offer
  return {
    ownerId: tenant?.owner_id ?? (await registrantOf(table))?.id,
    offeredTo: offer && offer.until > now.toISOString() ? offer.to : undefined,
  }
}

/** The first user, who owns a company that registered before owners were stored. */
const registrantOf = async (table: TenantTable) =>
  (await table.list(users, { index: 'gsi1', partition: 'USER', limit: 1 })).records[0]

/** The owner, but not of a company that registered before owners were stored: for letters, from functions that read no index. */
export async function storedOwner(
  table: Pick<TenantTable, 'find'>,
  tenantId: string,
): Promise<UserRecord | undefined> {
  const tenant = await table.find(tenants, { id: tenantId })
  return tenant?.owner_id === undefined ? undefined : table.find(users, { id: tenant.owner_id })
}

/** Throws a conflict if a change would take the role of a manager, or the access, from the owner of the company. */
export function expectOwnerStays(ownerId: string | undefined, after: UserRecord, actorId: string): void {
  if (ownerId !== after.id || administers(after)) return
  throw actorId === ownerId ? refused.you_own_company() : refused.owner_stays_manager()
}
