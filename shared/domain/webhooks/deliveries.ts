import type * as z from 'zod'
import { equals } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, Position } from '../../db/page.ts'
import type { TenantTable } from '../../db/table.ts'
import { conflict, allInOrder } from '../../core/errors.ts'
import type { TenantContext } from '../kernel/context.ts'
import {
  deliveries,
  scheduledAttemptOf,
  scheduledAttempts,
  webhooks,
  type DeliveryFilter,
  type DeliveryRecord,
} from './record.ts'

/** A page of a webhook's deliveries, sent and waiting, newest first. Throws "Webhook not found". */
export async function listDeliveries(
  { table }: TenantContext,
  id: string,
  { status }: z.output<typeof DeliveryFilter>,
  page: { limit: number; after?: Position | undefined },
): Promise<Page<DeliveryRecord>> {
  const [found] = await Promise.all([
    table.list(deliveries, {
      ...{ index: 'gsi2', partition: `DELIVERY#${id}`, newestFirst: true, ...page },
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

/** Sends a test event. Throws not_found, and a conflict if the webhook is disabled. */
export async function testWebhook(
  { table, now, newId }: TenantContext,
  webhook_id: string,
): Promise<Plan<DeliveryRecord>> {
  await expectOn(table, webhook_id)
  const [id, moment] = [newId(), now.toISOString()]
  const delivery: DeliveryRecord = {
    ...{ id, webhook_id, status: 'PENDING', attempts: [], next_attempt_at: moment, created_at: moment },
    event: { id, type: 'webhook.test', timestamp: moment, data: { webhook_id } },
    ...{ tries: 0, version: 1 },
  }
  const due = scheduledAttemptOf(delivery).map((one) => table.create(scheduledAttempts, one))
  return { writes: [table.create(deliveries, delivery), ...due], result: delivery }
}

/**
 * Sends an event again, whatever its outcome; a failure is retried by the same schedule. Throws not_found, and a
 * conflict if the webhook is disabled.
 */
export async function replayDelivery(
  { table, now }: TenantContext,
  webhook_id: string,
  id: string,
): Promise<Plan<DeliveryRecord>> {
  await expectOn(table, webhook_id)
  const current = await table.get(deliveries, { webhook_id, id })
  return planNext(table, current, { tries: 0, status: 'PENDING', next_attempt_at: now.toISOString() })
}

async function expectOn(table: TenantTable, id: string): Promise<void> {
  const { status } = await table.get(webhooks, { id })
  if (status !== 'ENABLED') throw conflict(`The webhook is ${status}; enable it first`)
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
