import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import { Page, type Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { ValidationError } from '../../core/errors.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext, TenantWork } from '../kernel/context.ts'
import { Id, optional } from '../kernel/fields.ts'
import {
  feed,
  feedAfter,
  feedTypeNames,
  heads,
  numberOf,
  sequencedEvents,
  typesFor,
  type FeedEvent,
  type FeedHead,
  type UnsequencedEvent,
} from './record.ts'

export const FeedFilter = lazySchema(() =>
  z.object({
    after: optional(z.string().max(100)),
    type: optional(z.enum(feedTypeNames)),
  }),
)

/**
 * The tenant's events in order of their numbers, of the types that the caller's role may read. Throws
 * ValidationError for an `after` that is not, or no longer, in the feed.
 */
export async function listEvents(
  { table, actor, now }: TenantContext,
  { after, type }: z.output<typeof FeedFilter>,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<FeedEvent>> {
  const from = page.after ? numberOf(page.after) : after === undefined ? 0 : await sequenceOf(table, after)
  const wanted = typesFor(actor.role).filter((name) => type === undefined || name === type)
  const found = await readFeed(table, { from, limit: page.limit, now })
  return found.flatMap((event) => (wanted.includes(event.type) ? [event] : []))
}

async function sequenceOf(table: TenantTable, after: string): Promise<number> {
  const id = Id.safeParse(after).data
  const place = id && (await table.find(sequencedEvents, { id }))
  if (place) return place.number
  throw new ValidationError({
    loc: ['query', 'after'],
    msg: 'This event is not in the feed, which keeps 30 days; omit the parameter to begin with the oldest event',
    type: 'value_error',
  })
}

/**
 * The events after a number. A query can see a transaction partially (DynamoDB developer guide, "Isolation
 * levels"): an event without the one before it. A reader that continued from there would miss that one. So a gap
 * is queried again, and in the end the page stops before it. Older gaps are expired events.
 */
export async function readFeed(
  table: TenantTable,
  { from, limit, now }: { from: number; limit: number; now: Date },
): Promise<Page<FeedEvent>> {
  const streamed = new Date(now.getTime() - 24 * 3600 * 1000).toISOString()
  for (let attempt = 1; ; attempt++) {
    const page = await table.list(feed, { ...feedAfter(from), limit })
    const gap = page.records.findIndex(
      ({ number, timestamp }, i) =>
        number !== (page.records[i - 1]?.number ?? from) + 1 && timestamp > streamed,
    )
    if (gap < 0) return page
    if (attempt === 3) return new Page(page.records.slice(0, gap))
    await pause(20 * attempt)
  }
}

/** The number of events per transaction: each takes two writes, the head one. */
const maxEventsPerTransaction = 45

/**
 * Numbers events in their order, each once however often it is passed. Returns the feed's head, which names the
 * subscriptions. Throws a conflict after 3 s of contention; events appended by then stay.
 */
export async function appendEvents(work: TenantWork, events: readonly UnsequencedEvent[]): Promise<FeedHead> {
  let head: FeedHead = { number: 0, version: 0 }
  for (let from = 0; from < events.length; from += maxEventsPerTransaction) {
    const some = unique(events.slice(from, from + maxEventsPerTransaction))
    head = await work.transact(() => planAppend(work, some))
  }
  return head
}

const unique = (events: readonly UnsequencedEvent[]) => [
  ...new Map(events.map((event) => [event.id, event])).values(),
]

async function planAppend({ table }: TenantWork, events: readonly UnsequencedEvent[]) {
  const [head, before] = await Promise.all([table.find(heads, {}), table.many(sequencedEvents, events)])
  const known = new Set(before.map(({ id }) => id))
  const fresh = events.filter(({ id }) => !known.has(id))
  const number = head?.number ?? 0
  const next = { ...head, number: number + fresh.length, version: (head?.version ?? 0) + 1 }
  const numbered = fresh.map((event, i) => ({ ...event, number: number + i + 1 }))
  const writes: Write[] = numbered.flatMap((event) => [
    table.create(feed, event),
    table.create(sequencedEvents, { id: event.id, number: event.number, timestamp: event.timestamp }),
  ])
  if (writes.length > 0) writes.push(headAt(table, head, next.number))
  return { writes, result: next }
}

/** Subscriptions are also written to the head; only its number must be unchanged. */
const headAt = (table: TenantTable, head: FeedHead | undefined, number: number): Write =>
  head
    ? table.patchUnread(heads, {}, { set: { number } }, { when: equals('number', head.number) })
    : table.create(heads, { number, version: 1 })
