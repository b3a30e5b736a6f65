import type { SQSEvent } from 'aws-lambda'
import type { TableRights } from '../../shared/db/rights.ts'
import { closeSegments } from '../../shared/domain/audit/close-segment.ts'
import { appendEvents } from '../../shared/domain/events/append.ts'
import { FeedMessage } from '../../shared/domain/events/feed-messages.ts'
import { isLive } from '../../shared/domain/events/head.ts'
import { send } from '../../shared/messaging/queue.ts'
import { wakeMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { job } from '../../shared/runtime/job.ts'
import { forEachTenant } from '../../shared/runtime/tenant-messages.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
}
export const queues: readonly QueueName[] = ['webhooks', 'live']

/**
 * Appends the events of messages to the feeds of their tenants, then wakes the subscriptions; closes segments of the audit log. The queue is FIFO and a
 * tenant a group, so a feed has one writer at a time, and events keep their order. All messages of a tenant fail
 * together, because later events must not be appended before earlier ones.
 */
export const handler = job((given, event: SQSEvent) =>
  forEachTenant(given, event, 'feed', async ({ work, tenant_id, bodies }) => {
    const messages = bodies.map((body) => FeedMessage.parse(body))
    const events = messages.flatMap((message) => message.events)
    const audit = messages.flatMap((message) => message.audit)
    const [appended] = await Promise.all([
      events.length > 0 ? appendEvents(work, events) : undefined,
      closeSegments(work, audit),
    ])
    if (!appended) return
    const { number, wake } = appended
    const [live, webhooks] = [true, false].map((is) =>
      wake
        .filter((subscription) => isLive(subscription) === is)
        .map((subscription) => wakeMessage({ tenant_id, subscription }, work.newId())),
    )
    await Promise.all([send(given, 'live', live ?? []), send(given, 'webhooks', webhooks ?? [])])
    given.log.info('events', { tenant_id, events: events.length, number })
  }),
)
