import type { Context, SQSEvent } from 'aws-lambda'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { deliverEvents } from '../../shared/domain/webhooks/deliver.ts'
import { send } from '../../shared/messaging/queue.ts'
import { scheduledMessage, Wake } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { postWebhook } from '../../shared/messaging/webhooks/post.ts'
import { targetOptions } from '../../shared/messaging/webhooks/target.ts'

export const secrets: readonly SecretName[] = ['webhooks']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
}
export const queues: readonly QueueName[] = ['scheduled']

/**
 * The longest batch in milliseconds: attempts start for 2 s and take at most 10 s, the rest is for writes. A receiver that answers
 * at once is thus sent a whole batch.
 */
const batchMilliseconds = 15_000
/** Delivers events to a webhook; reads its queue one message at a time. */
export const handler = job(async (given, { Records }: SQSEvent, context: Context): Promise<void> => {
  const endsAt = new Date(given.clock().getTime() + context.getRemainingTimeInMillis())
  for (const { body } of Records) {
    const { tenant_id, subscription } = Wake.parse(JSON.parse(body))
    const wake = { tenant_id, subscription }
    const work = tenantJobContext(given, grantOf(wake), given.clock())
    const scheduleWake = (due: string) =>
      send(given, 'scheduled', [scheduledMessage({ ...wake, due }, given.clock())])
    const turn = { clock: given.clock, endsAt, batchMilliseconds, scheduleWake }
    const [target, post] = [targetOptions(given.settings), given.post ?? postWebhook]
    const served = await deliverEvents(work, subscription, turn, (to, milliseconds) =>
      post(to, { ...target, milliseconds }),
    )
    if (served.outcome === 'more') await scheduleWake(given.clock().toISOString())
    given.log.info('webhook', { tenant_id, webhook_id: subscription, ...served })
  }
})
