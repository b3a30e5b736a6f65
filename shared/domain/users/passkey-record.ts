import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity, epochSeconds } from '../../db/entity.ts'
import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import { Id, name, Timestamp } from '../kernel/fields.ts'

/** The user's name for a passkey, such as `Nino’s laptop`. */
export const passkeyName = () => name.max(100)

const Passkey = lazySchema(() =>
  z.object({
    id: Id,
    user_id: Id,
    name: z.string(),
    /** The id that the authenticator gave it, and its public key (COSE), in base64url. */
    credential_id: z.string(),
    public_key: z.string(),
    /** How often the authenticator has signed with it; 0 if it does not count. */
    counter: z.int(),
    /** How browsers reach the authenticator. */
    transports: z.array(z.string()),
    /** Whether it can be on several devices of its user. */
    is_synced: z.boolean(),
    created_at: Timestamp,
    last_used_at: Timestamp.optional(),
    version: z.int(),
  }),
)
export type Passkey = z.output<typeof Passkey>

/** A passkey of a user (WebAuthn Level 3, discoverable credential). The directory leads to it by `credential_id`. */
export const passkeys = entity({
  noun: 'Passkey',
  schema: Passkey,
  ref: pick(Passkey, 'id', 'user_id'),
  fields: {
    personal: ['name'],
    secret: ['credential_id', 'public_key'],
    internal: ['counter', 'transports', 'last_used_at', 'version'],
    plain: ['id', 'user_id', 'is_synced', 'created_at'],
  },
  audited: 'passkey',
  auditedBy: 'user_id',
  place: { within: { index: 'gsi1', partition: 'USER' }, from: 'PASSKEY#' },
  key: ({ id, user_id }) => ({ pk: `USER#${user_id}`, sk: `PASSKEY#${id}` }),
})

/** The number of passkeys that a user may have. */
export const maxPasskeys = 10

/** All passkeys of a user. */
export const passkeysOf = async (
  table: Pick<TenantTable, 'list'>,
  userId: string,
): Promise<readonly Passkey[]> =>
  (
    await table.list(passkeys, {
      partition: `USER#${userId}`,
      from: 'PASSKEY#',
      to: 'PASSKEY#~',
      limit: maxPasskeys,
    })
  ).records

/** What removes passkeys, with their entries in the directory. */
export const passkeyRemovals = (table: TenantTable, removed: readonly Passkey[]): Write[] =>
  removed.flatMap((passkey) => [
    table.remove(passkeys, passkey),
    table.deleteDirectoryEntry('passkey', passkey.credential_id),
  ])

const UsedChallenge = lazySchema(() => z.object({ id: Id, used_at: Timestamp }))
/** Marks a challenge as used. */
export const usedChallenges = entity({
  noun: 'Challenge',
  schema: UsedChallenge,
  ref: pick(UsedChallenge, 'id'),
  fields: { plain: ['id', 'used_at'] },
  key: ({ id }) => ({ pk: `CHALLENGE#${id}`, sk: 'CHALLENGE' }),
  expires: ({ used_at }) => epochSeconds(new Date(used_at)) + 600,
})
