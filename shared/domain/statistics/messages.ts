import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Change } from '../../db/stream-change.ts'
import type { Message } from '../../messaging/queue.ts'
import { shipments } from '../shipments/record.ts'

/** Shipments of a tenant that may have to be counted otherwise than before. */
export const CountMessage = lazySchema(() => z.object({ tenant_id: z.guid(), shipment_ids: z.array(z.guid()) }))

/**
 * The message for the queue `statistics`, if there are shipments. A tenant is a message group, so its counters have one
 * writer at a time. `source` identifies the stream records: if they are delivered again, the message is not added twice.
 */
export const countMessages = (tenant_id: string, shipment_ids: string[], source: string): Message[] =>
  shipment_ids.length > 0 ? [{ body: { tenant_id, shipment_ids }, deduplicationId: source }] : []

const { sk: shipmentKey } = shipments.key({ id: '' })
/** The id of a shipment that was booked or deleted, or whose status changed, if this is one. */
export function shipmentToCount({ sk, before, after }: Change): string | undefined {
  if (sk !== shipmentKey) return undefined
  const isSame = before?.['status'] === after?.['status'] && before?.['finished_at'] === after?.['finished_at']
  return isSame ? undefined : shipments.ref.safeParse(after ?? before).data?.id
}
