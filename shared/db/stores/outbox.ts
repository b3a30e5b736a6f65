import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { absent } from '../conditions.ts'
import { partitions } from '../keys.ts'
import type { Write } from '../requests.ts'

/** The kinds of e-mail. */
export const emailKinds = ['verification', 'reset', 'invitation', 'handover'] as const
/** Events of an account that its user is written about. */
export const accountEvents = [
  'password_changed',
  'device_added',
  'second_factor_added',
  'second_factor_ended',
  'second_factor_reset',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'webhook_created',
  'manager_added',
  'role_changed',
  'ownership_offered',
  'ownership_changed',
] as const
export type AccountEvent = (typeof accountEvents)[number]

/**
 * An e-mail to send, outside of any tenant, since the address may belong to no user. The request writes it and the
 * stream's consumer sends it, so that a request takes the same time and costs the same whether the user exists or
 * not.
 */
const OutboxMessage = lazySchema(() =>
  z.object({
    id: z.guid(),
    occasion: z.enum([...emailKinds, ...accountEvents, 'redirected']),
    to: z.string(),
    posted_at: z.iso.datetime(),
    /** Further content of the e-mail, sealed for this message (shared/core/seal.ts). */
    sealed: z.string().optional(),
    /** The name or role that an event of an account is about. */
    detail: z.string().optional(),
    /** Of an event of an account: the page of its user, if it is not the console. */
    page: z.literal('work').optional(),
  }),
)
export type OutboxMessage = z.output<typeof OutboxMessage>

/** The item expires a day later. */
export const outboxWrite = (message: OutboxMessage): Write => ({
  put: {
    pk: `${partitions.outbox}${message.id}`,
    sk: 'O',
    ...message,
    ttl: Math.floor(Date.parse(message.posted_at) / 1000) + 24 * 3600,
  },
  when: absent('pk'),
})

/** Reads a message from an item. Throws a ZodError for an invalid one. */
export const parseOutboxMessage = (item: unknown): OutboxMessage => OutboxMessage.parse(item)
