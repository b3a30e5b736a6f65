import type { Grant } from '../db/grant.ts'
import { transact } from '../db/commit.ts'
import type { TenantWork, UserWork } from '../domain/kernel/context.ts'
import type { Runtime } from './runtime.ts'

/** A job's work for a tenant, in the service's own name. */
export const tenantJobContext = (given: Runtime, grant: Grant, now: Date): TenantWork => {
  const { newId, secret, settings, bucket, client, limits, store } = given
  return {
    now,
    newId,
    secret,
    settings,
    bucket,
    client,
    limits,
    actor: { tenant_id: grant.tenantId },
    table: given.tenant(grant),
    transact: (decide) => transact(store, decide),
  }
}

/** A job's work in the name of a user, as one request for each id. */
export const userJobContext = (
  work: TenantWork,
  actor: Omit<UserWork['actor'], 'tenant_id'>,
  requestId: string,
): UserWork => ({
  ...work,
  actor: { ...actor, ...work.actor, user_id: actor.user_id },
  table: work.table.forPart(),
  requestId: () => requestId,
})
