import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFunctionSettings } from '../../../shared/config/function-settings.ts'
import { transact } from '../../../shared/db/commit.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { dynamoStore } from '../../../shared/db/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { entryHash } from '../../../shared/domain/audit/chain.ts'
import { closeSegments } from '../../../shared/domain/audit/close-segment.ts'
import { appendEvents } from '../../../shared/domain/events/append.ts'
import { feedMessages, type FeedMessage } from '../../../shared/domain/events/feed-messages.ts'
import type { UnsequencedEvent } from '../../../shared/domain/events/record.ts'
import type { TenantWork } from '../../../shared/domain/kernel/context.ts'
import type { Message } from '../../../shared/messaging/queue.ts'
import { fakeTable } from './dynamodb.ts'
import { fifoGroup } from './queue.ts'
import { inVirtualTime } from './virtual-time.ts'

export interface Load {
  /** Stream shards, each with a publisher that sends one batch after the other. */
  shards: number
  eventsPerBatch: number
  /** Of all shards. */
  batches: number
  /** Whether each event comes with an entry of the audit log, of which segments are closed. */
  audited?: boolean
}

const event = (): UnsequencedEvent => ({
  id: randomUUID(),
  type: 'shipment.status_changed',
  timestamp: '2030-06-01T12:00:00.000Z',
  data: {
    shipment_id: randomUUID(),
    tracking_id: 'TRK-23456789BCDFG',
    status: 'IN_TRANSIT',
    previous_status: 'RECEIVED',
  },
})

const leaf = ({ id, timestamp }: UnsequencedEvent) => ({ id, timestamp, hash: entryHash({ id }) })

/**
 * Sends the events of one company through a fake FIFO queue to the real `appendEvents`, over a fake table, in virtual
 * time. Throws an AssertionError unless the feed has each event once, without gaps, and in the order of its shard.
 */
export const simulate = ({ shards, eventsPerBatch, batches, audited = true }: Load) =>
  inVirtualTime(async (now) => {
    const table = fakeTable(now)
    const store = dynamoStore(table.client, 'table')
    const tenant_id = randomUUID()
    const work = {
      table: tableOn(store, mintGrant(tenant_id)),
      transact: (decide) => transact(store, decide),
      now: new Date(),
      settings: readFunctionSettings(() => undefined),
    } as Pick<TenantWork, 'table' | 'transact' | 'now' | 'settings'> as TenantWork
    const group = fifoGroup<Message & { body: FeedMessage }>(now, async (batch) => {
      await Promise.all([
        appendEvents(
          work,
          batch.flatMap(({ body }) => body.events),
        ),
        closeSegments(
          work,
          batch.flatMap(({ body }) => body.audit),
        ),
      ])
    })

    const sent = await Promise.all(
      Array.from({ length: shards }, async (_, shard) => {
        const ids: string[] = []
        for (let n = 0; n < batches / shards; n++) {
          const events = Array.from({ length: eventsPerBatch }, event)
          for (const message of feedMessages(
            tenant_id,
            { events, audit: audited ? events.map(leaf) : [] },
            `${shard}-${n}`,
          ))
            await group.send(message)
          ids.push(...events.map(({ id }) => id))
        }
        return ids
      }),
    )
    await group.drained()

    const feed = [...table.items.values()].filter(({ sk }) => sk.startsWith('N#'))
    const numbers = new Map(feed.map(({ id, number }) => [id as string, number as number]))
    const total = sent.flat().length
    assert.deepEqual(
      [...numbers.values()].sort((a, b) => a - b),
      [...Array(total).keys()].map((n) => n + 1),
    )
    const closed = [...table.items.values()].filter(({ pk }) => pk.endsWith('#AUDIT-SEGMENTS'))
    const entries = closed.flatMap((segment) => segment['entries'] as { id: string }[])
    assert.deepEqual(new Set(entries.map(({ id }) => id)), new Set(audited ? sent.flat() : []))
    for (const ids of sent)
      ids.reduce((before, id) => {
        const number = numbers.get(id) ?? 0
        assert.ok(number > before)
        return number
      }, 0)
    const { batches: invocations, failures, throttled } = group.counts()
    return {
      eventsPerSecond: (total / now()) * 1000,
      eventsPerInvocation: total / invocations,
      unitsPerEvent: table.counts.units / total,
      refused: table.counts.conflicts + table.counts.throttled,
      failures,
      throttled,
    }
  })
