import { auditing } from '../domain/audit/append.ts'
import type { Grant } from '../db/grant.ts'
import { transact } from '../db/commit.ts'
import type { TenantWork, UserWork } from '../domain/kernel/context.ts'
import type { Runtime } from './runtime.ts'

/** Work that no request is the cause of. */
const ofService = { route: null, session_id: null, network: null, onlyChanges: true }

/** A job's work for a tenant, in the service's own name. */
export const tenantJobContext = (given: Runtime, grant: Grant, now: Date): TenantWork => {
  const { newId, secret, settings, bucket, client, limits, store } = given
  const own = auditing(
    { now, newId, settings },
    { ...ofService, action: given.service, actor_type: 'service', actor_id: null, role: null },
  )
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
    audited: own,
    transact: (decide, audited = own) => transact(store, audited(decide)),
  }
}

/** A job's work in the name of a user, as one request for each id. `action` is its name in the audit log. */
export const userJobContext = (
  work: TenantWork,
  actor: Omit<UserWork['actor'], 'tenant_id'>,
  requestId: string,
  action: string,
): UserWork => ({
  ...work,
  audited: auditing(work, {
    ...ofService,
    action,
    actor_type: 'user',
    actor_id: actor.user_id,
    role: actor.role,
  }),
  actor: { ...actor, ...work.actor, user_id: actor.user_id },
  table: work.table.forPart(),
  requestId: () => requestId,
})
