import { forEachParallel } from '../../core/batches.ts'
import type { Backoffs } from '../../db/stores/backoffs.ts'
import type { Outcome, Webhook } from '../../messaging/webhooks/post.ts'
import { signatureHeaders } from '../../messaging/webhooks/signature.ts'
import { publicUrlOf } from '../../config/function-settings.ts'
import type { TenantWork } from '../kernel/context.ts'
import { drainSubscription, type Turn } from '../subscriptions/drain.ts'
import type { Subscription } from '../subscriptions/record.ts'
import { groupBySubject, nextBatch, scheduleNextWake } from './batch.ts'
import { planNext } from './deliveries.ts'
import { expectHost, hostOf, noteOutcomes, takePosts } from './host.ts'
import {
  challengeOf,
  deliveries,
  isControlEvent,
  scheduledAttemptOf,
  scheduledAttempts,
  maxAttempts,
  retryAfter,
  webhooks,
  type Attempt,
  type DeliveryRecord,
  type WebhookRecord,
} from './record.ts'
import { webhookSecrets } from './secrets.ts'
import { notePing, switchOff } from './webhooks.ts'

/**
 * Posts a signed event to an address, for at most `milliseconds`; never throws for what the receiver does
 * (shared/messaging/webhooks/post.ts).
 */
export type Post = (to: Webhook, milliseconds: number) => Promise<Outcome>

/** The maximum number of concurrent deliveries to a receiver. */
const sideBySide = 16

/** A receiver has ten seconds. While it fails it has three, so that one that hangs occupies few workers. */
const timeoutAfter = (failures: number) => (failures > 0 ? 3000 : 10_000)

/** The longest that the writes after an attempt may take. */
const saveMilliseconds = 3000

/** A failing receiver gets no new events for 5 s, then 10, … 5 minutes. */
const backoffUntil = (failures: number, now: Date) =>
  new Date(now.getTime() + Math.min(300, 5 * 2 ** (failures - 1)) * 1000).toISOString()

/**
 * Delivers due attempts and new events of the feed to a webhook until none is left (see `drainSubscription`). A PENDING
 * webhook gets pings only; once it has confirmed one, it is enabled and gets the events since its creation. Deliveries
 * beyond the limit of the host, and those to a host that fails, wait (host.ts).
 * While the receiver fails, one new event at a time is tried, with growing delays, and the others stay in the
 * feed; after a success everything that waits is sent at once.
 */
export async function deliverEvents(
  work: TenantWork,
  id: string,
  turn: Turn,
  { post, backoffs }: { post: Post; backoffs: Backoffs },
) {
  const { signing } = await webhookSecrets(work)
  const origin = URL.parse(publicUrlOf(work.settings))?.host ?? work.settings.issuer
  let [sent, failed] = [0, 0]

  const outcome = await drainSubscription(work, id, turn, async (subscription, now) => {
    // Read again: the secret or address may have changed, or the webhook may be disabled.
    const webhook = await work.table.find(webhooks, { id })
    if (!webhook || webhook.status === 'DISABLED') return undefined
    const next = (size?: number) => nextBatch(work, webhook, subscription, now, size)
    let batch = await next()
    if (countOf(batch) === 0) {
      const { newest, due: _, fresh: __, ...moved } = batch
      const hasMoved =
        moved.cursor !== subscription.cursor ||
        moved.released_to !== subscription.released_to ||
        (subscription.released_at !== undefined && moved.released_at === undefined)
      const change = hasMoved ? moved : await scheduleNextWake(work, webhook, subscription, now, turn)
      return change ? { change } : newest === undefined ? undefined : { completeTo: newest }
    }
    const host = hostOf(webhook)
    const backoff = await backoffs.read(host)
    const expected = expectHost(backoff, webhook, subscription, now)
    if ('until' in expected)
      return waitUntil(
        subscription,
        now,
        expected.until,
        expected.isOnce ? { waits_until: expected.until } : {},
      )
    const { posts, until } = await takePosts(work, host, now, Math.min(countOf(batch), expected.mostPosts))
    if (posts === 0) return waitUntil(subscription, now, until)
    if (posts < countOf(batch)) batch = await next(posts)
    const { due, fresh, newest, ...moved } = batch
    const timeout = timeoutAfter(subscription.failures)
    const attempted: Ended[] = []
    const outcomes: Outcome[] = []
    await forEachParallel(groupBySubject([...due, ...fresh]), sideBySide, async (group) => {
      attempted.push(...(await deliverGroup(webhook, group, timeout, outcomes)))
    })
    await noteOutcomes(backoffs, host, backoff, { webhook, outcomes, now: turn.clock() })
    const ended = await saveAttempts(work, attempted, due)
    const delivered = ended.filter(({ status }) => status === 'DELIVERED').length
    sent += delivered
    failed += ended.length - delivered
    const why = disableReason(subscription, ended, delivered > 0)
    if (why) await switchOff(work, id, why)
    const waiting = ended.filter(({ status }) => status === 'PENDING').length
    return {
      change: {
        ...moved,
        parked: Math.max(0, subscription.parked - due.length + waiting),
        waits_until: undefined,
        ...(delivered + fresh.length > 0 && health(subscription, delivered > 0, turn.clock())),
      },
    }
  })
  return { outcome, sent, failed }

  /** The change after which a wake-up goes on; none if one is scheduled already. */
  async function waitUntil(
    { look_at = '', waits_until }: Subscription,
    now: Date,
    until: string,
    change: Partial<Subscription> = {},
  ) {
    const isScheduled = look_at > now.toISOString() && look_at <= until
    if (isScheduled && change.waits_until === waits_until) return undefined
    if (!isScheduled) await turn.scheduleWake(until)
    return { change: { ...change, ...(!isScheduled && { look_at: until }) } }
  }

  /** Within a subject, later events do not overtake a failed one; and no group outlasts the turn. */
  async function deliverGroup(
    webhook: WebhookRecord,
    group: readonly DeliveryRecord[],
    timeout: number,
    outcomes: Outcome[],
  ) {
    const ended: Ended[] = []
    let wait: string | null = null
    for (const delivery of group) {
      const now = turn.clock()
      if (wait === null && turn.endsAt.getTime() - now.getTime() < timeout + saveMilliseconds)
        wait = after(now, 0)
      const later = wait
      const change: Ended['change'] =
        later === null
          ? await attempt(webhook, delivery, now, timeout, outcomes)
          : () => ({ next_attempt_at: later })
      ended.push({ delivery, change })
      wait = { ...delivery, ...change(delivery) }.next_attempt_at
    }
    return ended
  }

  async function attempt(
    webhook: WebhookRecord,
    delivery: DeliveryRecord,
    at: Date,
    timeout: number,
    outcomes: Outcome[],
  ) {
    const { event } = delivery
    const isPing = isControlEvent(event) && event.type === 'webhook.ping'
    const challenge = challengeOf(webhook)
    const body = JSON.stringify(isPing ? { ...event, data: { ...event.data, challenge } } : event)
    const headers = signatureHeaders(signing(webhook, at), { id: delivery.id, at, body })
    const asks = isPing && { asks: { challenge, origin } }
    const outcome = await post({ url: webhook.url, headers, body, ...asks }, timeout)
    outcomes.push(outcome)
    const ended = turn.clock()
    const made: Attempt = {
      at: at.toISOString(),
      status: 'status' in outcome ? outcome.status : null,
      fault: 'fault' in outcome ? outcome.fault : null,
      duration_ms: Math.max(0, ended.getTime() - at.getTime()),
    }
    // Before the attempt is saved: after a crash in between, the ping is sent again.
    if (webhook.status === 'PENDING' && took(made))
      await notePing(work, webhook, 'isConfirmed' in outcome && (outcome.isConfirmed ?? false))
    return (current: DeliveryRecord): Partial<DeliveryRecord> => ({
      ...(isEarly(delivery, at) && !took(made) ? {} : next(current, made, ended)),
      attempts: [...current.attempts, made].slice(-maxAttempts),
    })
  }
}

/** A delivery of a batch, and its change by the attempt, or by the failure of an earlier event of its subject. */
interface Ended {
  delivery: DeliveryRecord
  change: (current: DeliveryRecord) => Partial<DeliveryRecord>
}

const countOf = ({ due, fresh }: { due: readonly unknown[]; fresh: readonly unknown[] }) =>
  due.length + fresh.length

const took = ({ status }: Attempt) => status !== null && status >= 200 && status < 300
/** An early attempt, made because the receiver works again: if it fails, the schedule stays. */
const isEarly = ({ next_attempt_at }: DeliveryRecord, at: Date) => (next_attempt_at ?? '') > at.toISOString()

/** The change of a delivery after an attempt. */
function next({ tries }: DeliveryRecord, made: Attempt, now: Date): Partial<DeliveryRecord> {
  if (took(made)) return { status: 'DELIVERED', next_attempt_at: null, tries: tries + 1 }
  const again = tries < retryAfter.length
  return {
    status: again ? 'PENDING' : 'FAILED',
    tries: tries + 1,
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

/**
 * Saves a batch. A replay of one that was `due` may have been requested meanwhile. New deliveries are stored already if the last
 * worker crashed after it had saved them.
 */
function saveAttempts(
  { table, transact }: TenantWork,
  ended: readonly Ended[],
  due: readonly DeliveryRecord[],
): Promise<DeliveryRecord[]> {
  let mayBeStored = due
  return transact(async () => {
    const stored = await table.many(deliveries, mayBeStored)
    mayBeStored = ended.map(({ delivery }) => delivery)
    const plans = ended.map(({ delivery, change }) => {
      const current = stored.find(({ id }) => id === delivery.id)
      if (current) return planNext(table, current, change(current))
      const result = { ...delivery, ...change(delivery) }
      const waiting = scheduledAttemptOf(result).map((due) => table.put(scheduledAttempts, due))
      return { writes: [table.create(deliveries, result), ...waiting], result }
    })
    return { writes: plans.flatMap(({ writes }) => writes), result: plans.map(({ result }) => result) }
  })
}

/** The receiver's health after a batch; a single event that always fails does not count against it. */
function health({ failures, parked }: Subscription, took: boolean, now: Date): Partial<Subscription> {
  if (!took) return { failures: failures + 1, rests_until: backoffUntil(failures + 1, now) }
  const again = failures > 0 && parked > 0 ? { released_at: now.toISOString(), released_to: undefined } : {}
  return { failures: 0, rests_until: undefined, took_at: now.toISOString(), ...again }
}
