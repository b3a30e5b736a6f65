import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { countShipments } from '../../shared/domain/statistics/count.ts'
import { CountMessage } from '../../shared/domain/statistics/messages.ts'
import { runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
}

/**
 * Counts the shipments of messages in the statistics of their tenants. The messages of a tenant fail together, so that
 * they are carried out again in their order.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const given = runtime()
  const byTenant = [...Map.groupBy(Records, ({ attributes }) => attributes.MessageGroupId ?? '')]
  const failed = await Promise.all(
    byTenant.map(async ([tenant_id, records]) => {
      try {
        const work = tenantJobContext(given, grantOf({ tenant_id }), given.clock())
        const ids = records.flatMap(({ body }) => CountMessage.parse(JSON.parse(body)).shipment_ids)
        await countShipments(work, ids)
        given.log.info('statistics', { tenant_id, shipments: ids.length })
        return []
      } catch (error) {
        given.log.error('statistics', { tenant_id, error })
        return records.map(({ messageId }) => ({ itemIdentifier: messageId }))
      }
    }),
  )
  return { batchItemFailures: failed.flat() }
}
