import type { Outcome } from '../webhooks/post.ts'
import { signatureHeaders } from '../webhooks/signature.ts'
import type { TenantWork } from './context.ts'
import { readFeed } from './feed.ts'
import { subjectOf } from './feed-record.ts'
import { follow, type Shift } from './outlet.ts'
import type { Outlet } from './outlet-record.ts'
import { planNext } from './webhook-deliveries.ts'
import {
  deliveries,
  dueBy,
  dueOf,
  dues,
  mostAttempts,
  mostParked,
  retryAfter,
  webhooks,
  type Attempt,
  type DeliveryRecord,
  type WebhookRecord,
} from './webhook-record.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import { switchOff } from './webhooks.ts'

/** Posts what is signed to an address; never throws for what the receiver does (shared/webhooks/post.ts). */
export type Post = (to: { url: string; headers: Record<string, string>; body: string }) => Promise<Outcome>

/** So many deliveries are under way to a receiver at a time. */
const atOnce = 16

/** Sends a webhook what is due, and what is new in the feed, until there is no more (see `follow`). */
export async function serveWebhook(work: TenantWork, id: string, shift: Shift, post: Post) {
  const { signing } = await webhookSecrets(work)
  let [sent, failed] = [0, 0]

  const outcome = await follow(work, id, shift, async (outlet, now) => {
    // As it is by now: its secret or its address may have changed, or it was switched off.
    const webhook = await work.table.find(webhooks, { id })
    if (webhook?.status !== 'ENABLED') return undefined
    const { due, fresh, cursor } = await nextFor(work, webhook, outlet, now)
    if (due.length === 0 && cursor === outlet.cursor) return undefined
    const ended = (await Promise.all(lanes([...due, ...fresh]).map((lane) => serveLane(webhook, lane)))).flat()
    const took = ended.filter(({ status }) => status === 'DELIVERED').length
    sent += took
    failed += ended.length - took
    const why = whyOff(outlet, ended, took > 0)
    if (why) await switchOff(work, id, why)
    const parked = outlet.parked - due.length + ended.filter(({ status }) => status === 'PENDING').length
    return { cursor, parked: Math.max(0, parked), ...(took > 0 && { took_at: shift.clock().toISOString() }) }
  })
  return { outcome, sent, failed }

  /** What happened later to a thing does not overtake what has not got through; nor does a lane outlast the shift. */
  async function serveLane(webhook: WebhookRecord, lane: readonly DeliveryRecord[]): Promise<DeliveryRecord[]> {
    const ended: DeliveryRecord[] = []
    let wait: string | null = null
    for (const delivery of lane) {
      const now = shift.clock()
      if (wait === null && shift.ends.getTime() - now.getTime() < shift.turn) wait = after(now, 0)
      const next: DeliveryRecord =
        wait === null
          ? await attempt(webhook, delivery, now)
          : await note(work, delivery, () => ({ next_attempt_at: wait }))
      ended.push(next)
      wait = next.next_attempt_at
    }
    return ended
  }

  async function attempt(webhook: WebhookRecord, delivery: DeliveryRecord, at: Date): Promise<DeliveryRecord> {
    const body = JSON.stringify(delivery.event)
    const headers = signatureHeaders(signing(webhook, at), { id: delivery.id, at, body })
    const outcome = await post({ url: webhook.url, headers, body })
    const ended = shift.clock()
    const made: Attempt = {
      ...{ at: at.toISOString(), status: null, fault: null, ...outcome },
      duration_ms: Math.max(0, ended.getTime() - at.getTime()),
    }
    return note(work, delivery, (current) => ({
      ...next(current, made, ended),
      attempts: [...current.attempts, made].slice(-mostAttempts),
    }))
  }
}

/** What becomes of a delivery by an attempt. */
function next({ tries }: DeliveryRecord, { status }: Attempt, now: Date): Partial<DeliveryRecord> {
  if (status !== null && status >= 200 && status < 300)
    return { status: 'DELIVERED', next_attempt_at: null, tries: tries + 1 }
  const again = status !== gone && tries < retryAfter.length
  return {
    ...{ status: again ? 'PENDING' : 'FAILED', tries: tries + 1 },
    next_attempt_at: again ? after(now, tries) : null,
  }
}
/** When it is tried again after so many tries. */
const after = (now: Date, tries: number) =>
  new Date(now.getTime() + (retryAfter[tries] ?? 0) * 1000).toISOString()

/** RFC 9110 §15.5.11: the receiver is not there any more, and will not be. */
const gone = 410

/** A receiver that is gone, or has taken nothing for as long as something was tried, gets no more. */
function whyOff({ took_at }: Outlet, ended: readonly DeliveryRecord[], took: boolean) {
  if (ended.some(({ attempts }) => attempts.at(-1)?.status === gone)) return 'gone'
  const inVain = (one: DeliveryRecord) => one.status === 'FAILED' && (took_at ?? '') < one.created_at
  return !took && ended.some(inVain) ? 'failing' : undefined
}

/** Keeps what became of a delivery, which may be new; somebody may have asked for it again meanwhile. */
const note = (
  { table, settle }: TenantWork,
  delivery: DeliveryRecord,
  change: (current: DeliveryRecord) => Partial<DeliveryRecord>,
): Promise<DeliveryRecord> =>
  settle(async () => {
    const current = await table.find(deliveries, delivery)
    if (current) return planNext(table, current, change(current))
    const result = { ...delivery, ...change(delivery) }
    const waiting = dueOf(result).map((due) => table.put(dues, due))
    return { writes: [table.create(deliveries, result), ...waiting], result }
  })

/** What is to be sent next: what is due again, and what is new. */
async function nextFor({ table, settle }: TenantWork, webhook: WebhookRecord, outlet: Outlet, now: Date) {
  const { id: webhook_id, types } = webhook
  const [{ records: waiting }, news] = await Promise.all([
    table.list(dues, { ...dueBy(webhook_id, now.toISOString()), limit: atOnce }),
    outlet.parked < mostParked ? readFeed(table, { from: outlet.cursor, limit: atOnce, now }) : { records: [] },
  ])
  const stored = await table.many(deliveries, waiting)
  const due = stored.filter(({ id, next_attempt_at }) =>
    waiting.some((one) => one.id === id && one.due === next_attempt_at),
  )
  const stale = waiting.filter(
    ({ id, due: at }) => !due.some((one) => one.id === id && one.next_attempt_at === at),
  )
  if (stale.length > 0)
    await settle(async () => ({ writes: stale.map((one) => table.remove(dues, one)), result: undefined }))
  const fresh = news.records
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map((event): DeliveryRecord => ({
      ...{ id: event.id, webhook_id, status: 'PENDING', attempts: [], next_attempt_at: null },
      ...{ event, created_at: now.toISOString(), tries: 0, version: 1 },
    }))
  return { due, fresh, cursor: news.records.at(-1)?.number ?? outlet.cursor }
}

/** Side by side what is about different things, in order what is about one. */
const lanes = (all: readonly DeliveryRecord[]) => [
  ...Map.groupBy(all, ({ id, event: { type, data } }) =>
    type === 'webhook.test' ? id : subjectOf(data),
  ).values(),
]
