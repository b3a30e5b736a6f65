import type { Grant } from '../db/grant.ts'
import { transact } from '../db/commit.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import type { Runtime } from './runtime.ts'

/** What a job does for a tenant, in the service's own name. */
export const tenantJobContext = (given: Runtime, grant: Grant, now: Date): TenantWork => {
  const { newId, secret, settings, bucket, client, limits, store } = given
  return {
    ...{ now, newId, secret, settings, bucket, client, limits },
    actor: { tenant_id: grant.tenantId },
    table: given.tenant(grant),
    transact: (decide) => transact(store, decide),
  }
}
