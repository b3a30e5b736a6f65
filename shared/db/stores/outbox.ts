import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { absent } from '../conditions.ts'
import { partitions } from '../keys.ts'
import type { Write } from '../requests.ts'

/** Why somebody gets a letter. */
export const emailKinds = ['verification', 'reset', 'invitation'] as const
/**
 * A letter that is to be sent to an address, outside of any tenant: whoever asks for one may be nobody's user. It is
 * written by the request and sent by what follows the table's stream, so that a request takes the same time and costs
 * the same whether there is somebody to write to or not.
 */
const OutboxMessage = lazySchema(() =>
  z.object({
    id: z.guid(),
    occasion: z.enum(emailKinds),
    to: z.string(),
    posted_at: z.iso.datetime(),
    /** What else the letter says, sealed for this posting (shared/core/seal.ts). */
    sealed: z.string().optional(),
  }),
)
export type OutboxMessage = z.output<typeof OutboxMessage>

/** A posting goes by its time to live a day later. */
export const outboxWrite = (message: OutboxMessage): Write => ({
  put: {
    ...{ pk: `${partitions.outbox}${message.id}`, sk: 'O', ...message },
    ttl: Math.floor(Date.parse(message.posted_at) / 1000) + 24 * 3600,
  },
  when: absent('pk'),
})

/** Reads a posting from an item. Throws a ZodError for what is none. */
export const parseOutboxMessage = (item: unknown): OutboxMessage => OutboxMessage.parse(item)
