import * as z from 'zod'
import { batchesBySize } from '../../core/batches.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Message } from '../../messaging/queue.ts'
import type { AuditLeaf } from '../audit/segment-record.ts'
import type { UnsequencedEvent } from './record.ts'

/** Events and audit entries of a tenant, which follow those of earlier messages in its group of the queue `feed`. */
export const FeedMessage = lazySchema(() =>
  z.object({
    tenant_id: z.guid(),
    events: z.array(z.custom<UnsequencedEvent>()),
    audit: z.array(z.custom<AuditLeaf>()).default([]),
  }),
)
export type FeedMessage = z.output<typeof FeedMessage>

/**
 * In bytes. SQS takes 1 MiB a message (SQS developer guide, "Amazon SQS message quotas"), but Lambda 6 MB for an event of
 * ten, in which the JSON is quoted (AWS Lambda quotas).
 */
const maxBytes = 240_000

/**
 * Messages for the queue `feed`, to be sent one after the other. `source` identifies the stream records that the events
 * come from: if they are delivered again, the same messages are not added twice.
 */
export function feedMessages(
  tenant_id: string,
  { events, audit }: Pick<FeedMessage, 'events' | 'audit'>,
  source: string,
): (Message & { body: FeedMessage })[] {
  const sizeOf = (part: object) => Buffer.byteLength(JSON.stringify(part)) + 1
  const of = (event: UnsequencedEvent) => ({ events: [event], audit: [] })
  const all = [...events.map(of), ...audit.map((leaf) => ({ events: [], audit: [leaf] }))]
  return batchesBySize(all, maxBytes, sizeOf).map((parts, n) => ({
    body: {
      tenant_id,
      events: parts.flatMap((part) => part.events),
      audit: parts.flatMap((part) => part.audit),
    },
    deduplicationId: `${source}-${n}`,
  }))
}
