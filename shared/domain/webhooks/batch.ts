import type { TenantWork } from '../kernel/context.ts'
import { readFeed } from '../events/feed.ts'
import { subjectOf } from '../events/record.ts'
import type { Turn } from '../subscriptions/drain.ts'
import type { Subscription } from '../subscriptions/record.ts'
import {
  deliveries,
  dueBy,
  isControlEvent,
  maxScheduled,
  ofControlEvents,
  scheduledAttempts,
  type DeliveryRecord,
  type ScheduledAttempt,
  type WebhookRecord,
} from './record.ts'

/**
 * The maximum number of deliveries in a batch, which is saved in one transaction: each takes at most three of its 100 writes.
 */
const batchSize = 32

/**
 * The next batch: due retries, waiting ones if the receiver works again, and new events, in all at most `size`. `newest` is
 * the number of the feed's newest event, if new events may be sent.
 */
export async function nextBatch(
  { table, transact }: TenantWork,
  webhook: WebhookRecord,
  subscription: Subscription,
  now: Date,
  size = batchSize,
) {
  const { id: webhook_id, types } = webhook
  const { cursor, failures, parked, released_at, released_to, rests_until = '' } = subscription
  const waiting = await table.listAll(scheduledAttempts, {
    ...dueBy(webhook_id, released_at === undefined ? now.toISOString() : undefined),
    ...sentTo(webhook),
    ...(released_at !== undefined &&
      released_to !== undefined && { after: { pk: `WEBHOOK#${webhook_id}`, sk: released_to } }),
    limit: size,
  })
  const full = waiting.length === size
  const resting = failures > 0 && rests_until > now.toISOString()
  const newEvents =
    webhook.status === 'PENDING' || full || resting || parked >= maxScheduled
      ? undefined
      : await readFeed(table, { from: cursor, limit: failures > 0 ? 1 : size - waiting.length })
  const records = newEvents?.page.records ?? []
  // A delivery that failed since the receiver works again waits for its time.
  const due = (await dueDeliveries({ table, transact }, waiting)).filter(
    ({ attempts }) => released_at === undefined || (attempts.at(-1)?.at ?? '') < released_at,
  )
  // The last worker may have crashed after it had saved its batch, and before the cursor: what failed is due already then.
  const ids = new Set(due.map(({ id }) => id))
  const fresh = records
    .filter(({ id, type }) => !ids.has(id) && (types.length === 0 || types.includes(type)))
    .map((event): DeliveryRecord => ({
      id: event.id,
      webhook_id,
      status: 'PENDING',
      attempts: [],
      next_attempt_at: null,
      event,
      created_at: now.toISOString(),
      tries: 0,
      version: 1,
    }))
  const last = waiting.at(-1)
  return {
    due,
    fresh,
    newest: newEvents?.newest,
    cursor: records.at(-1)?.number ?? cursor,
    released_at: full ? released_at : undefined,
    released_to: full && released_at !== undefined && last ? scheduledAttempts.key(last).sk : undefined,
  }
}

/** A PENDING webhook is sent nothing but pings. */
const sentTo = ({ status }: WebhookRecord) => (status === 'PENDING' ? { filter: ofControlEvents } : {})

/** The deliveries of scheduled attempts; attempts of deliveries that expired or were rescheduled are removed. */
async function dueDeliveries(
  { table, transact }: Pick<TenantWork, 'table' | 'transact'>,
  waiting: readonly ScheduledAttempt[],
): Promise<DeliveryRecord[]> {
  const stored = await table.many(deliveries, waiting)
  const due = waiting.map(({ id, due: at }) =>
    stored.find((one) => one.id === id && one.next_attempt_at === at),
  )
  const stale = waiting.filter((_, n) => due[n] === undefined)
  if (stale.length > 0)
    await transact(async () => ({
      writes: stale.map((one) => table.remove(scheduledAttempts, one)),
      result: undefined,
    }))
  return due.filter((one) => one !== undefined)
}

/** Schedules one wake-up per webhook for the next attempt that is due, unless an earlier one is scheduled. */
export async function scheduleNextWake(
  { table }: TenantWork,
  webhook: WebhookRecord,
  { rests_until, look_at }: Subscription,
  now: Date,
  turn: Turn,
) {
  const moment = now.toISOString()
  const [next] = await table.listAll(scheduledAttempts, { ...dueBy(webhook.id), ...sentTo(webhook), limit: 1 })
  const [soonest] = [next?.due, rests_until].filter((at) => at !== undefined && at > moment).sort()
  if (soonest === undefined || (look_at !== undefined && look_at > moment && look_at <= soonest))
    return undefined
  await turn.scheduleWake(soonest)
  return { look_at: soonest }
}

/** Subjects in parallel, the events of one subject in order. */
export const groupBySubject = (all: readonly DeliveryRecord[]) => [
  ...Map.groupBy(all, ({ id, event }) => (isControlEvent(event) ? id : subjectOf(event.data))).values(),
]
