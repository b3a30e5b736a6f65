import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { Message } from '../../messaging/queue.ts'

/** A transfer that has work. */
export const TransferMessage = lazySchema(() =>
  z.object({ tenant_id: z.guid(), transfer: z.enum(['import', 'export']), id: z.guid() }),
)
export type TransferMessage = z.output<typeof TransferMessage>

/**
 * A message for the queue of transfers. A company's transfers are a message group, so that one of them runs at a time. Two
 * messages of one step within five minutes are one.
 */
export const transferMessage = (body: TransferMessage, step: string | number): Message => ({
  body,
  group: body.tenant_id,
  deduplicationId: `${body.id}-${step}`,
})
