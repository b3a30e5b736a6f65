import { all, contains, equals } from '../../db/conditions.ts'
import { forEachParallel } from '../../core/batches.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantWork } from '../kernel/context.ts'
import { heads, subscribedTo } from './head.ts'
import { feed, sequencedEvents, type FeedEvent, type UnsequencedEvent } from './record.ts'

/** The number of events per transaction, which takes 100 items: each takes two writes. And transactions in parallel. */
const [maxEventsPerTransaction, sideBySide] = [45, 8]

export interface Appended {
  /** The number of the feed's newest event. */
  number: number
  /** The ids of the subscriptions to wake. */
  wake: string[]
}

/**
 * Numbers a company's next events in their order, and completes the feed up to them. One writer at a time calls it with the events of all that was not completed before, in the same
 * order: an event's number then follows from its place, so a writer that crashed, or still runs, wrote the same numbers.
 * Throws unavailable after 3 s of contention; events written by then stay, and the next call completes them.
 */
export async function appendEvents(work: TenantWork, events: readonly UnsequencedEvent[]): Promise<Appended> {
  const { table } = work
  const all = unique(events)
  const [head, known] = await Promise.all([table.find(heads, {}), table.many(sequencedEvents, all)])
  const before = head?.number ?? 0
  const numbers = new Map(known.map(({ id, number }) => [id, number]))
  const next = all.filter(({ id }) => !isUpTo(numbers.get(id), before))
  const numbered = next.map((event, i): FeedEvent => ({ ...event, number: before + i + 1 }))
  const missing = numbered.filter(({ id, number }) => numbers.get(id) !== number)
  const chunks = Array.from({ length: Math.ceil(missing.length / maxEventsPerTransaction) }, (_, n) =>
    missing.slice(n * maxEventsPerTransaction, (n + 1) * maxEventsPerTransaction),
  )
  await forEachParallel(chunks, sideBySide, (some) => writeEvents(work, some))
  return completeUpTo(work, before + next.length, next.length < all.length)
}

const isUpTo = (number: number | undefined, last: number) => number !== undefined && number <= last

const unique = (events: readonly UnsequencedEvent[]) => [
  ...new Map(events.map((event) => [event.id, event])).values(),
]

/** Writes numbered events that no writer has written; those that another one has written meanwhile are left. */
function writeEvents({ table, transact }: TenantWork, events: readonly FeedEvent[]): Promise<void> {
  let isRepeated = false
  return transact(async () => {
    const written = new Set(isRepeated ? (await table.many(sequencedEvents, events)).map(({ id }) => id) : [])
    isRepeated = true
    const writes: Write[] = events
      .filter(({ id }) => !written.has(id))
      .flatMap((event) => [
        table.create(feed, event),
        table.create(sequencedEvents, { id: event.id, number: event.number, timestamp: event.timestamp }),
      ])
    return { writes, result: undefined }
  })
}

/**
 * Moves the head to a number, and returns the subscriptions to wake: those that were idle, which are busy from then on.
 * If the feed had some of the events (`isRepeated`), their writer may have crashed before it woke the subscriptions that it
 * made busy, so all are woken.
 */
const completeUpTo = (
  { table, transact, now }: TenantWork,
  number: number,
  isRepeated: boolean,
): Promise<Appended> =>
  transact(async () => {
    const head = await table.find(heads, {})
    const subscribed = head ? subscribedTo(head, now) : []
    if (isUpTo(number, head?.number ?? 0)) return { writes: [], result: { number, wake: subscribed } }
    const isBusy = (id: string) => head?.busy?.has(id) ?? false
    const idle = subscribed.filter((id) => !isBusy(id))
    const change = { set: { number }, ...(idle.length > 0 && { add: { busy: new Set(idle) } }) }
    const unchanged = [
      equals('number', head?.number),
      ...subscribed.filter(isBusy).map((id) => contains('busy', id)),
    ]
    const write = head
      ? table.patchUnread(heads, {}, change, { when: all(...unchanged) })
      : table.create(heads, { number, version: 1 })
    return { writes: [write], result: { number, wake: isRepeated ? subscribed : idle } }
  })
