import type { SQSEvent } from 'aws-lambda'
import type { TableRights } from '../../shared/db/rights.ts'
import { countShipments } from '../../shared/domain/statistics/count.ts'
import { CountMessage } from '../../shared/domain/statistics/messages.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { job } from '../../shared/runtime/job.ts'
import { forEachTenant } from '../../shared/runtime/tenant-messages.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
}

/** Counts the shipments of messages in the statistics of their tenants. */
export const handler = job((given, event: SQSEvent) =>
  forEachTenant(given, event, 'statistics', async ({ work, tenant_id, bodies }) => {
    const ids = bodies.flatMap((body) => CountMessage.parse(body).shipment_ids)
    await countShipments(work, ids)
    given.log.info('statistics', { tenant_id, shipments: ids.length })
  }),
)
