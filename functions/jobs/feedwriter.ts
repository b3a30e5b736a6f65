import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { grantOf } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { appendEvents } from '../../shared/domain/events/append.ts'
import type { FeedHead } from '../../shared/domain/events/record.ts'
import { FeedMessage } from '../../shared/messaging/feed-messages.ts'
import { send } from '../../shared/messaging/queue.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { runtime, type Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
}
export const queues: readonly QueueName[] = ['webhooks', 'live']

/**
 * Appends the events of messages to the feeds of their tenants, then wakes the subscriptions. The queue is FIFO and a
 * tenant a group, so a feed has one writer at a time, and events keep their order.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const given = runtime()
  const messages = Records.map(({ messageId, body }) => ({ messageId, ...FeedMessage.parse(JSON.parse(body)) }))
  const byTenant = [...Map.groupBy(messages, ({ tenant_id }) => tenant_id)]
  const failed = await Promise.all(
    byTenant.map(async ([tenant_id, ofTenant]) => {
      try {
        await append(given, tenant_id, ofTenant)
        return []
      } catch (error) {
        given.log.error('feed', { tenant_id, error })
        return ofTenant.map(({ messageId }) => ({ itemIdentifier: messageId }))
      }
    }),
  )
  return { batchItemFailures: failed.flat() }
}

async function append(given: Runtime, tenant_id: string, messages: readonly FeedMessage[]): Promise<void> {
  const work = tenantJobContext(given, grantOf({ tenant_id }), given.clock())
  const events = messages.flatMap((message) => message.events)
  const head = await appendEvents(work, events)
  await wakeSubscriptions(given, tenant_id, head, work.now)
  given.log.info('events', { tenant_id, events: events.length, number: head.number })
}

/** Wakes the webhooks of the feed, and its sockets if there may be one. */
async function wakeSubscriptions(given: Runtime, tenant_id: string, head: FeedHead, now: Date): Promise<void> {
  const webhooks = [...(head.webhooks ?? [])].map((webhook_id) => ({ body: { tenant_id, webhook_id } }))
  await send(given, 'webhooks', webhooks)
  if ((head.live_until ?? '') > now.toISOString()) await send(given, 'live', [{ body: { tenant_id } }])
}
