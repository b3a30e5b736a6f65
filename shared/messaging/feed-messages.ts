import * as z from 'zod'
import { lazySchema } from '../core/lazy-schema.ts'
import type { UnsequencedEvent } from '../domain/events/record.ts'
import type { Message } from './queue.ts'

/** The events of a tenant that follow on those of the messages before. */
export const FeedMessage = lazySchema(() =>
  z.object({ tenant_id: z.guid(), events: z.array(z.custom<UnsequencedEvent>()) }),
)
export type FeedMessage = z.output<typeof FeedMessage>

/** In bytes; SQS takes 256 KiB (SQS developer guide, "Message quotas"). */
const maxBytes = 240_000

/**
 * Messages for the queue `feed`, to be sent one after the other. `source` identifies the stream records that the events
 * come from: if they are delivered again, the same messages are not added twice.
 */
export function feedMessages(
  tenant_id: string,
  events: readonly UnsequencedEvent[],
  source: string,
): (Message & { body: FeedMessage })[] {
  const parts: UnsequencedEvent[][] = []
  let bytes = Infinity
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event)) + 1
    if (bytes + size > maxBytes) {
      parts.push([])
      bytes = 0
    }
    bytes += size
    parts.at(-1)?.push(event)
  }
  return parts.map((events, n) => ({ body: { tenant_id, events }, deduplicationId: `${source}-${n}` }))
}
