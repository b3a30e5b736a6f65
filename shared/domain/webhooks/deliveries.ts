import type * as z from 'zod'
import { equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { allInOrder } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { expectQuota } from '../kernel/quota.ts'
import {
  deliveries,
  isControlEvent,
  scheduledAttemptOf,
  scheduledAttempts,
  webhooks,
  type ControlEvent,
  type DeliveryFilter,
  type DeliveryRecord,
} from './record.ts'

/** A page of a webhook's deliveries, sent and waiting, newest first. Throws "Webhook not found". */
export async function listDeliveries(
  { table }: TenantContext,
  id: string,
  { status }: z.output<typeof DeliveryFilter>,
  page: PageRequest,
): Promise<Page<DeliveryRecord>> {
  const [found] = await Promise.all([
    table.list(deliveries, {
      index: 'gsi2',
      partition: `DELIVERY#${id}`,
      newestFirst: true,
      ...page,
      ...(status !== undefined && { filter: equals('status', status) }),
    }),
    table.get(webhooks, { id }),
  ])
  return found
}

/** Throws "Webhook not found", "Delivery not found". */
export async function readDelivery({ table }: TenantContext, webhook_id: string, id: string) {
  const [, delivery] = await allInOrder(
    table.get(webhooks, { id: webhook_id }),
    table.get(deliveries, { webhook_id, id }),
  )
  return delivery
}

/** Deliveries that a company can request again and again, to a receiver that may be another's. */
const perHour = (name: string, quota: number) => ({ name, quota, window: 3600 })
const maxControlEvents = perHour('webhook-test', 60)
const maxReplays = perHour('webhook-replay', 600)

/**
 * Sends a test event; to a PENDING webhook, a ping. Throws not_found, a conflict if the webhook is disabled, and
 * too_many_requests.
 */
export async function testWebhook(ctx: TenantContext, webhook_id: string): Promise<Plan<DeliveryRecord>> {
  const status = await expectOn(ctx.table, webhook_id)
  return planControlEvent(ctx, webhook_id, status === 'PENDING' ? 'webhook.ping' : 'webhook.test')
}

/** Plans a delivery that is due now, of an event that is not in the feed. Throws too_many_requests. */
export async function planControlEvent(
  ctx: TenantContext,
  webhook_id: string,
  type: ControlEvent['type'],
): Promise<Plan<DeliveryRecord>> {
  const { table, actor, now, newId } = ctx
  await expectQuota(ctx, maxControlEvents, actor.tenant_id, refused.test_events_used_up())
  const [id, moment] = [newId(), now.toISOString()]
  const delivery: DeliveryRecord = {
    id,
    webhook_id,
    status: 'PENDING',
    attempts: [],
    next_attempt_at: moment,
    created_at: moment,
    event: { id, type, timestamp: moment, data: { webhook_id } },
    tries: 0,
    version: 1,
  }
  const due = scheduledAttemptOf(delivery).map((one) => table.create(scheduledAttempts, one))
  return { writes: [table.create(deliveries, delivery), ...due], result: delivery }
}

/**
 * Sends an event again, whatever its outcome; a failure is retried by the same schedule. Throws not_found, a conflict
 * if the webhook is disabled, and too_many_requests.
 */
export async function replayDelivery(
  ctx: TenantContext,
  webhook_id: string,
  id: string,
): Promise<Plan<DeliveryRecord>> {
  const { table, actor, now } = ctx
  const status = await expectOn(table, webhook_id)
  const current = await table.get(deliveries, { webhook_id, id })
  if (status === 'PENDING' && !isControlEvent(current.event)) throw refused.webhook_pending()
  await expectQuota(ctx, maxReplays, actor.tenant_id, refused.replays_used_up())
  return planNext(table, current, { tries: 0, status: 'PENDING', next_attempt_at: now.toISOString() })
}

async function expectOn(table: TenantTable, id: string) {
  const { status } = await table.get(webhooks, { id })
  if (status === 'DISABLED') throw refused.webhook_disabled()
  return status
}

/** Writes a delivery's change, and replaces its scheduled attempt. */
export function planNext(table: TenantTable, current: DeliveryRecord, change: Partial<DeliveryRecord>) {
  const { write, record } = table.updateVersion(deliveries, current, change)
  const writes: Write[] = [write]
  if (current.next_attempt_at !== record.next_attempt_at)
    writes.push(
      ...scheduledAttemptOf(current).map((due) => table.remove(scheduledAttempts, due)),
      ...scheduledAttemptOf(record).map((due) => table.put(scheduledAttempts, due)),
    )
  return { writes, result: record }
}
