import type { Outcome } from '../../messaging/webhooks/post.ts'
import { signatureHeaders } from '../../messaging/webhooks/signature.ts'
import type { TenantWork } from '../kernel/context.ts'
import { readFeed } from '../events/feed.ts'
import { subjectOf } from '../events/record.ts'
import { drainSubscription, type LeaseOptions } from '../subscriptions/drain.ts'
import type { Subscription } from '../subscriptions/record.ts'
import { planNext } from './deliveries.ts'
import {
  deliveries,
  dueBy,
  scheduledAttemptOf,
  scheduledAttempts,
  maxAttempts,
  maxScheduled,
  retryAfter,
  webhooks,
  type Attempt,
  type DeliveryRecord,
  type WebhookRecord,
} from './record.ts'
import { webhookSecrets } from './secrets.ts'
import { switchOff } from './webhooks.ts'

/**
 * Posts a signed event to an address; never throws for what the receiver does (shared/messaging/webhooks/post.ts).
 */
export type Post = (to: { url: string; headers: Record<string, string>; body: string }) => Promise<Outcome>

/** The maximum number of concurrent deliveries to a receiver. */
const atOnce = 16

/** A failing receiver gets no new events for 5 s, then 10, … 5 minutes. */
const backoffUntil = (failures: number, now: Date) =>
  new Date(now.getTime() + Math.min(300, 5 * 2 ** (failures - 1)) * 1000).toISOString()

/**
 * Delivers due attempts and new events of the feed to a webhook until none is left (see `drainSubscription`).
 * While the receiver fails, one new event at a time is tried, with growing delays, and the others stay in the
 * feed; after a success everything that waits is sent at once.
 */
export async function deliverEvents(work: TenantWork, id: string, lease: LeaseOptions, post: Post) {
  const { signing } = await webhookSecrets(work)
  let [sent, failed] = [0, 0]

  const outcome = await drainSubscription(work, id, lease, async (subscription, now) => {
    // Read again: the secret or address may have changed, or the webhook may be disabled.
    const webhook = await work.table.find(webhooks, { id })
    if (webhook?.status !== 'ENABLED') return undefined
    const { due, fresh, ...moved } = await nextBatch(work, webhook, subscription, now)
    if (due.length + fresh.length === 0)
      return moved.cursor !== subscription.cursor ||
        subscription.released_to !== moved.released_to ||
        (subscription.released_at && !moved.released_at)
        ? moved
        : scheduleNextWake(work, subscription, now, lease)
    const ended = (
      await Promise.all(groupBySubject([...due, ...fresh]).map((group) => deliverGroup(webhook, group)))
    ).flat()
    const through = ended.filter(({ status }) => status === 'DELIVERED').length
    sent += through
    failed += ended.length - through
    const why = disableReason(subscription, ended, through > 0)
    if (why) await switchOff(work, id, why)
    const parked = subscription.parked - due.length + ended.filter(({ status }) => status === 'PENDING').length
    return {
      ...moved,
      parked: Math.max(0, parked),
      ...(through + fresh.length > 0 && health(subscription, through > 0, lease.clock())),
    }
  })
  return { outcome, sent, failed }

  /** Within a subject, later events do not overtake a failed one; and no group outlasts the lease. */
  async function deliverGroup(
    webhook: WebhookRecord,
    group: readonly DeliveryRecord[],
  ): Promise<DeliveryRecord[]> {
    const ended: DeliveryRecord[] = []
    let wait: string | null = null
    for (const delivery of group) {
      const now = lease.clock()
      if (wait === null && lease.endsAt.getTime() - now.getTime() < lease.batchMilliseconds)
        wait = after(now, 0)
      const next: DeliveryRecord =
        wait === null
          ? await attempt(webhook, delivery, now)
          : await saveAttempt(work, delivery, () => ({ next_attempt_at: wait }))
      ended.push(next)
      wait = next.next_attempt_at
    }
    return ended
  }

  async function attempt(webhook: WebhookRecord, delivery: DeliveryRecord, at: Date): Promise<DeliveryRecord> {
    const body = JSON.stringify(delivery.event)
    const headers = signatureHeaders(signing(webhook, at), { id: delivery.id, at, body })
    const outcome = await post({ url: webhook.url, headers, body })
    const ended = lease.clock()
    const made: Attempt = {
      ...{ at: at.toISOString(), status: null, fault: null, ...outcome },
      duration_ms: Math.max(0, ended.getTime() - at.getTime()),
    }
    return saveAttempt(work, delivery, (current) => ({
      ...(isEarly(delivery, at) && !took(made) ? {} : next(current, made, ended)),
      attempts: [...current.attempts, made].slice(-maxAttempts),
    }))
  }
}

const took = ({ status }: Attempt) => status !== null && status >= 200 && status < 300
/** An early attempt, made because the receiver works again: if it fails, the schedule stays. */
const isEarly = ({ next_attempt_at }: DeliveryRecord, at: Date) => (next_attempt_at ?? '') > at.toISOString()

/** The change of a delivery after an attempt. */
function next({ tries }: DeliveryRecord, made: Attempt, now: Date): Partial<DeliveryRecord> {
  if (took(made)) return { status: 'DELIVERED', next_attempt_at: null, tries: tries + 1 }
  const again = tries < retryAfter.length
  return {
    ...{ status: again ? 'PENDING' : 'FAILED', tries: tries + 1 },
    next_attempt_at: again ? after(now, tries) : null,
  }
}
/** The time of the next attempt after so many. */
const after = (now: Date, tries: number) =>
  new Date(now.getTime() + (retryAfter[tries] ?? 0) * 1000).toISOString()

/** RFC 9110 §15.5.11: the receiver is gone for good. */
const gone = 410

/** A receiver that is gone, or has failed for the whole schedule, is disabled. */
function disableReason({ took_at }: Subscription, ended: readonly DeliveryRecord[], took: boolean) {
  if (ended.some(({ attempts }) => attempts.at(-1)?.status === gone)) return 'gone'
  const inVain = (one: DeliveryRecord) => one.status === 'FAILED' && (took_at ?? '') < one.created_at
  return !took && ended.some(inVain) ? 'failing' : undefined
}

/** Saves the outcome of a delivery, which may be new; a replay may have been requested meanwhile. */
const saveAttempt = (
  { table, transact }: TenantWork,
  delivery: DeliveryRecord,
  change: (current: DeliveryRecord) => Partial<DeliveryRecord>,
): Promise<DeliveryRecord> =>
  transact(async () => {
    const current = await table.find(deliveries, delivery)
    if (current) return planNext(table, current, change(current))
    const result = { ...delivery, ...change(delivery) }
    const waiting = scheduledAttemptOf(result).map((due) => table.put(scheduledAttempts, due))
    return { writes: [table.create(deliveries, result), ...waiting], result }
  })

/** The receiver's health after a batch; a single event that always fails does not count against it. */
function health({ failures, parked }: Subscription, took: boolean, now: Date): Partial<Subscription> {
  if (!took) return { failures: failures + 1, rests_until: backoffUntil(failures + 1, now) }
  const again = failures > 0 && parked > 0 ? { released_at: now.toISOString(), released_to: undefined } : {}
  return { failures: 0, rests_until: undefined, took_at: now.toISOString(), ...again }
}

/** Schedules one wake-up per webhook for the next attempt that is due, unless an earlier one is scheduled. */
async function scheduleNextWake(
  { table }: TenantWork,
  { id, rests_until, look_at }: Subscription,
  now: Date,
  lease: LeaseOptions,
) {
  const moment = now.toISOString()
  const [next] = (await table.list(scheduledAttempts, { ...dueBy(id), limit: 1 })).records
  const [soonest] = [next?.due, rests_until].filter((at) => at !== undefined && at > moment).sort()
  if (soonest === undefined || (look_at !== undefined && look_at > moment && look_at <= soonest))
    return undefined
  await lease.scheduleWake(new Date(soonest))
  return { look_at: soonest }
}

/** The next batch: due retries, waiting ones if the receiver works again, and new events. */
async function nextBatch(
  { table, transact }: TenantWork,
  webhook: WebhookRecord,
  subscription: Subscription,
  now: Date,
) {
  const { id: webhook_id, types } = webhook
  const { cursor, failures, parked, released_at, released_to, rests_until = '' } = subscription
  const { records: waiting } = await table.list(scheduledAttempts, {
    ...dueBy(webhook_id, released_at === undefined ? now.toISOString() : undefined),
    ...(released_at !== undefined &&
      released_to !== undefined && { after: { pk: `WEBHOOK#${webhook_id}`, sk: released_to } }),
    limit: atOnce,
  })
  const full = waiting.length === atOnce
  const resting = failures > 0 && rests_until > now.toISOString()
  const newEvents =
    full || resting || parked >= maxScheduled
      ? { records: [] }
      : await readFeed(table, { from: cursor, limit: failures > 0 ? 1 : atOnce, now })
  const stored = await table.many(deliveries, waiting)
  const due = waiting.flatMap(({ id, due: at }) =>
    stored.filter((one) => one.id === id && one.next_attempt_at === at),
  )
  const stale = waiting.filter(
    ({ id, due: at }) => !due.some((one) => one.id === id && one.next_attempt_at === at),
  )
  if (stale.length > 0)
    await transact(async () => ({
      writes: stale.map((one) => table.remove(scheduledAttempts, one)),
      result: undefined,
    }))
  const fresh = newEvents.records
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map((event): DeliveryRecord => ({
      ...{ id: event.id, webhook_id, status: 'PENDING', attempts: [], next_attempt_at: null },
      ...{ event, created_at: now.toISOString(), tries: 0, version: 1 },
    }))
  const last = waiting.at(-1)
  return {
    // A delivery that failed since the receiver works again waits for its time.
    due: due.filter(({ attempts }) => released_at === undefined || (attempts.at(-1)?.at ?? '') < released_at),
    fresh,
    cursor: newEvents.records.at(-1)?.number ?? cursor,
    released_at: full ? released_at : undefined,
    released_to: full && released_at !== undefined && last ? scheduledAttempts.key(last).sk : undefined,
  }
}

/** Subjects in parallel, the events of one subject in order. */
const groupBySubject = (all: readonly DeliveryRecord[]) => [
  ...Map.groupBy(all, ({ id, event: { type, data } }) =>
    type === 'webhook.test' ? id : subjectOf(data),
  ).values(),
]
