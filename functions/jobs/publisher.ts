import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import * as z from 'zod'
import { changeOf, type Change } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { appendEvents } from '../../shared/domain/events/feed.ts'
import type { FeedHead, UnsequencedEvent } from '../../shared/domain/events/record.ts'
import { deriveEvents, publishedKeyPrefixes } from '../../shared/domain/events/derive-events.ts'
import { packages } from '../../shared/domain/packages/record.ts'
import { newlyScheduledAttempt, duePrefix } from '../../shared/domain/webhooks/record.ts'
import { send, type Message } from '../../shared/messaging/queue.ts'
import { delayedMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { runtime, type Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
}
export const queues: readonly QueueName[] = ['webhooks', 'live', 'sweeps', 'undelivered']

/** The stream's filter: sort keys of items that are written, and of deleted ones. */
export const streamFilter = { written: [...publishedKeyPrefixes, duePrefix], gone: ['PKG#'] }

type Outgoing = Partial<Record<QueueName, Message[]>>

/**
 * Appends events to each tenant's feed, then wakes the subscriptions. Driven by the table's stream, at least once:
 * redelivered events already have their numbers, so only the subscriptions are woken again.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const given = runtime()
  const changes = Records.flatMap((record) => changeOf(record) ?? [])
  const byTenant = Map.groupBy(changes, ({ grant }) => grant.tenantId)
  const failed = await Promise.all(
    [...byTenant.values()].map(async (changes) => {
      const [first] = changes
      if (!first) return []
      try {
        await publish(given, changes, first)
        return []
      } catch (error) {
        const { grant, sequence } = first
        given.log.error('publish', {
          tenant_id: grant.tenantId,
          stream_record: sequence,
          error,
        })
        return [{ itemIdentifier: sequence }]
      }
    }),
  )
  // The stream redelivers from the first of these, in order.
  return { batchItemFailures: failed.flat() }
}

async function publish(given: Runtime, changes: readonly Change[], { grant }: Change): Promise<void> {
  const work = tenantJobContext(given, grant, given.clock())
  const { tenantId: tenant_id } = grant
  const events: UnsequencedEvent[] = []
  const outgoing: Outgoing = {}
  const post = (queue: QueueName, body: Record<string, unknown> & { due?: string }) =>
    (outgoing[queue] ??= []).push(delayedMessage({ tenant_id, ...body }, work.now))
  for (const change of changes) {
    try {
      events.push(...(await deriveEvents(change, work.table)))
    } catch (error) {
      // It can never succeed. It goes to the dead letter queue for an operator, and the others go on.
      if (!(error instanceof z.ZodError)) throw error
      given.log.error('publish', { tenant_id, stream_record: change.sequence, error })
      post('undelivered', { stream_record: change.sequence, kind: change.sk.split('#')[0] })
    }
    const gone = packageGone(change)
    if (gone) post('sweeps', { package_id: gone })
    const due = newlyScheduledAttempt(change, work.now)
    if (due) post('webhooks', due)
  }
  const head = events.length > 0 ? await appendEvents(work, events) : undefined
  if (head) for (const [queue, body] of followersOf(head, work.now)) post(queue, body)
  for (const [queue, messages] of Object.entries(outgoing)) await send(given, queue as QueueName, messages)
  if (head) given.log.info('events', { tenant_id, events: events.length, number: head.number })
}

/** Wakes the subscriptions of the feed. */
const followersOf = ({ webhooks, live_until }: FeedHead, now: Date): [QueueName, Record<string, unknown>][] => [
  ...[...(webhooks ?? [])].map((webhook_id): [QueueName, Record<string, unknown>] => [
    'webhooks',
    { webhook_id },
  ]),
  ...(live_until !== undefined && live_until > now.toISOString()
    ? ([['live', {}]] as [QueueName, Record<string, unknown>][])
    : []),
]

/** The id of a deleted package, if this is one; manifest entries of bags have such keys too. */
const packageGone = ({ before, after }: Change) =>
  before && !after ? packages.schema.safeParse(before).data?.id : undefined
