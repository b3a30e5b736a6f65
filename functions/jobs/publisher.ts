import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import * as z from 'zod'
import { leafOf } from '../../shared/domain/audit/close-segment.ts'
import { auditKey } from '../../shared/domain/audit/record.ts'
import type { AuditLeaf } from '../../shared/domain/audit/segment-record.ts'
import { changeOf, type Change } from '../../shared/db/stream-change.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import type { UnsequencedEvent } from '../../shared/domain/events/record.ts'
import { deriveEvents, publishedKeyPrefixes, silentValues } from '../../shared/domain/events/derive-events.ts'
import { liveSubscriptions } from '../../shared/domain/events/head.ts'
import { accessKeys, endedAccess } from '../../shared/domain/realtime/ended-access.ts'
import { feedMessages } from '../../shared/domain/events/feed-messages.ts'
import { packages } from '../../shared/domain/packages/record.ts'
import { countMessages, shipmentToCount } from '../../shared/domain/statistics/messages.ts'
import { exportKey, exports } from '../../shared/domain/transfers/export-record.ts'
import { transferMessage } from '../../shared/domain/transfers/messages.ts'
import { newlyScheduledAttempt, duePrefix } from '../../shared/domain/webhooks/record.ts'
import { send, type Message } from '../../shared/messaging/queue.ts'
import { wakeMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = []
export const table: TableRights = {
  tenant: ['BatchGetItem', 'Query'],
}
export const queues: readonly QueueName[] = [
  'feed',
  'webhooks',
  'live',
  'sweeps',
  'transfers',
  'statistics',
  'undelivered',
]

/** The stream's filter: sort keys of items that are written, of created ones unless they have a value, and of deleted ones. */
export const streamFilter = {
  written: [
    auditKey,
    ...publishedKeyPrefixes.filter((sk) => !(sk in silentValues)),
    duePrefix,
    exportKey,
    ...accessKeys.written,
  ],
  createdUnless: silentValues,
  gone: ['PKG#', 'SHIP', ...accessKeys.gone],
}

interface FollowUp {
  queue: QueueName
  /** The messages for a change, if it needs any. */
  messagesOf(change: Change, about: { tenant_id: string; now: Date }): Message[]
}
/** The work that follows changes of single items, besides events and statistics. */
const followUps: readonly FollowUp[] = [
  {
    queue: 'sweeps',
    messagesOf(change, { tenant_id }) {
      const package_id = deletedPackage(change)
      return package_id === undefined ? [] : [{ body: { tenant_id, package_id } }]
    },
  },
  {
    queue: 'transfers',
    messagesOf(change, { tenant_id }) {
      const id = newExport(change)
      return id === undefined ? [] : [transferMessage({ tenant_id, transfer: 'export', id }, 'request')]
    },
  },
  {
    queue: 'webhooks',
    messagesOf(change, { tenant_id, now }) {
      const attempt = newlyScheduledAttempt(change, now)
      return attempt ? [wakeMessage({ tenant_id, subscription: attempt.webhook_id }, change.sequence)] : []
    },
  },
  {
    queue: 'live',
    messagesOf(change, { tenant_id }) {
      const ended = endedAccess(change)
      if (!ended) return []
      return liveSubscriptions.map((subscription) =>
        wakeMessage({ tenant_id, subscription, ended }, `${change.sequence}-${subscription}`),
      )
    },
  },
]

type Outgoing = Partial<Record<QueueName, Message[]>>

/**
 * Derives the events of each tenant and queues them for its feed, in their order. Driven by the table's stream, at least
 * once: redelivered events have the same ids.
 */
export const handler = job(async (given, { Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
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
})

async function publish(given: Runtime, changes: readonly Change[], first: Change): Promise<void> {
  const work = tenantJobContext(given, first.grant, given.clock())
  const { tenantId: tenant_id } = first.grant
  const events: UnsequencedEvent[] = []
  const audit: AuditLeaf[] = []
  const outgoing: Outgoing = {}
  const counted = new Set<string>()
  const post = (queue: QueueName, message: Message) => (outgoing[queue] ??= []).push(message)
  for (const change of changes) {
    try {
      const leaf = leafOf(change)
      if (leaf) audit.push(leaf)
      else events.push(...(await deriveEvents(change, work.table)))
    } catch (error) {
      // It can never succeed. It goes to the dead letter queue for an operator, and the others go on.
      if (!(error instanceof z.ZodError)) throw error
      given.log.error('publish', { tenant_id, stream_record: change.sequence, error })
      post('undelivered', {
        body: { tenant_id, stream_record: change.sequence, kind: change.sk.split('#')[0] },
      })
    }
    const moved = shipmentToCount(change)
    if (moved) counted.add(moved)
    for (const { queue, messagesOf } of followUps)
      for (const message of messagesOf(change, { tenant_id, now: work.now })) post(queue, message)
  }
  const source = `${first.sequence}-${changes.at(-1)?.sequence ?? ''}`
  for (const message of countMessages(tenant_id, [...counted], source)) post('statistics', message)
  // One call each: of several messages in one call, the first may fail and the second be added before it.
  for (const message of feedMessages(tenant_id, { events, audit }, source)) await send(given, 'feed', [message])
  for (const [queue, messages] of Object.entries(outgoing)) await send(given, queue as QueueName, messages)
}

/** The id of a deleted package, if this is one; manifest entries of bags have such keys too. */
const deletedPackage = ({ before, after }: Change) =>
  before && !after ? packages.schema.safeParse(before).data?.id : undefined

/** The id of an export that was requested, if this is one. */
const newExport = ({ sk, before, after }: Change) =>
  sk === exportKey && !before ? exports.schema.safeParse(after).data?.id : undefined
