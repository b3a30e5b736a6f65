import type { TableRights } from '../../shared/db/rights.ts'
import { deliverEvents } from '../../shared/domain/webhooks/deliver.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { postWebhook } from '../../shared/messaging/webhooks/post.ts'
import { targetOptions } from '../../shared/messaging/webhooks/target.ts'
import { subscriptionJob } from '../../shared/runtime/subscription-job.ts'

export const secrets: readonly SecretName[] = ['webhooks']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  limits: ['GetItem', 'UpdateItem'],
}
export const queues: readonly QueueName[] = ['scheduled']

/**
 * The longest batch in milliseconds: attempts start for 2 s and take at most 10 s, the rest is for writes. A receiver that answers
 * at once is thus sent a whole batch.
 */
const batchMilliseconds = 15_000

/** Delivers events to a webhook. */
export const handler = subscriptionJob(
  { name: 'webhook', batchMilliseconds },
  ({ given, work, wake, turn }) => {
    const [target, post] = [targetOptions(given.settings), given.post ?? postWebhook]
    return deliverEvents(work, wake.subscription, turn, {
      post: (to, milliseconds) => post(to, { ...target, milliseconds }),
      backoffs: given.backoffs,
    })
  },
)
