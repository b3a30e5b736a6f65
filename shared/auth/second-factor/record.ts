import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity } from '../../db/entity.ts'
import { Id, Timestamp } from '../../domain/kernel/fields.ts'

const SecondFactor = lazySchema(() =>
  z.object({
    user_id: Id,
    /** The secret that the user's authenticator app has, sealed. */
    secret: z.string(),
    /** The time step of the last code that was used: a code is valid once (RFC 6238 §5.2). */
    last_step: z.int(),
    /** Digests of the recovery codes that are left. */
    recovery: z.array(z.string()),
    created_at: Timestamp,
    version: z.int(),
  }),
)
export type SecondFactor = z.output<typeof SecondFactor>

/**
 * The authenticator app of a user. It is asked for once a code has confirmed it, which the user's `second_factor_since` says. Apart
 * from the user, so that a sign-in does not change the user's version.
 */
export const secondFactors = entity({
  noun: 'Second factor',
  schema: SecondFactor,
  ref: pick(SecondFactor, 'user_id'),
  fields: {
    secret: ['secret', 'recovery'],
    internal: ['last_step', 'version'],
    plain: ['user_id', 'created_at'],
  },
  audited: 'second_factor',
  auditedBy: 'user_id',
  key: ({ user_id }) => ({ pk: `USER#${user_id}`, sk: 'FACTOR' }),
})

/** What the secret of a user is sealed for (shared/core/seal.ts). */
export const sealingContext = (userId: string) => `second-factor:${userId}`
