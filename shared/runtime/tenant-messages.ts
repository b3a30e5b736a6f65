import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { grantOf } from '../db/stream-change.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import type { Runtime } from './runtime.ts'
import { tenantJobContext } from './tenant-job.ts'

/** The messages of a tenant, parsed from JSON, and what they are carried out with. */
interface TenantMessages {
  work: TenantWork
  tenant_id: string
  bodies: unknown[]
}

/**
 * Carries out the messages of a FIFO queue whose groups are tenants. All messages of a tenant fail together, so that
 * they are carried out again in their order; their error is logged as `name`.
 */
export async function forEachTenant(
  given: Runtime,
  { Records }: SQSEvent,
  name: string,
  carryOut: (messages: TenantMessages) => Promise<void>,
): Promise<SQSBatchResponse> {
  const byTenant = [...Map.groupBy(Records, ({ attributes }) => attributes.MessageGroupId ?? '')]
  const failed = await Promise.all(
    byTenant.map(async ([tenant_id, records]) => {
      try {
        const work = tenantJobContext(given, grantOf({ tenant_id }), given.clock())
        const bodies = records.map(({ body }) => JSON.parse(body) as unknown)
        await carryOut({ work, tenant_id, bodies })
        return []
      } catch (error) {
        given.log.error(name, { tenant_id, error })
        return records.map(({ messageId }) => ({ itemIdentifier: messageId }))
      }
    }),
  )
  return { batchItemFailures: failed.flat() }
}
