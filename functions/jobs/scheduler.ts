import type { SQSEvent } from 'aws-lambda'
import type { TableRights } from '../../shared/db/rights.ts'
import { isLive } from '../../shared/domain/events/head.ts'
import { send } from '../../shared/messaging/queue.ts'
import { isDue, scheduledMessage, Wake, wakeMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {}
export const queues: readonly QueueName[] = ['scheduled', 'webhooks', 'live']

/** Wakes subscriptions at the scheduled time, since FIFO queues have no delay for a single message. */
export const handler = job(async (given, { Records }: SQSEvent): Promise<void> => {
  for (const { messageId, body } of Records) {
    const wake = Wake.parse(JSON.parse(body))
    const now = given.clock()
    if (isDue(wake, now))
      await send(given, isLive(wake.subscription) ? 'live' : 'webhooks', [wakeMessage(wake, messageId)])
    else await send(given, 'scheduled', [scheduledMessage(wake, now)])
  }
})
