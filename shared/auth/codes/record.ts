import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { absent, any, below } from '../../db/conditions.ts'
import type { OutboxMessage } from '../../db/stores/outbox.ts'
import type { Write } from '../../db/requests.ts'
import { entity, epochSeconds } from '../../db/entity.ts'
import type { TenantTable } from '../../db/table.ts'
import { crockford } from '../../domain/kernel/codes.ts'
import { Id, Timestamp } from '../../domain/kernel/fields.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { currentKey, type Keyring } from '../../config/secrets.ts'

/** The purposes of e-mailed codes; a code is valid for one purpose only. */
const purposes = ['verification', 'reset'] as const
export type Purpose = (typeof purposes)[number]
/** The lifetime of a code in seconds. */
export const codeSeconds = 600
/** The number of guesses at a code that are checked: of one client network, and of all. */
export const codeTries = 5
export const codeCeiling = 100

const CodeRecord = lazySchema(() =>
  z.object({
    user_id: Id,
    purpose: z.enum(purposes),
    /** The outbox message that the code was sent with. */
    id: Id,
    hash: z.string(),
    posted_at: Timestamp,
    used_at: Timestamp.optional(),
    version: z.int(),
  }),
)
export type CodeRecord = z.output<typeof CodeRecord>

/** The hashed code of a user for a purpose; a newer code replaces an older one. */
export const codes = entity({
  noun: 'Code',
  schema: CodeRecord,
  ref: pick(CodeRecord, 'user_id', 'purpose'),
  fields: {
    secret: ['id', 'hash'],
    internal: ['version'],
    plain: ['user_id', 'purpose', 'posted_at', 'used_at'],
  },
  audited: 'code',
  auditedBy: 'user_id',
  key: ({ user_id, purpose }) => ({ pk: `USER#${user_id}`, sk: `CODE#${purpose}` }),
  expires: ({ posted_at }) => epochSeconds(new Date(posted_at)) + codeSeconds,
})
/**
 * Stores the code of an outbox message, unless it or a newer one is stored. The version belongs to the code, so
 * that guesses at an older code do not count against it.
 */
export const storeCode = (table: TenantTable, code: Omit<CodeRecord, 'version'>): Write => ({
  ...table.put(codes, { ...code, version: Date.parse(code.posted_at) }),
  when: any(absent('pk'), below('posted_at', code.posted_at)),
})

export const isFresh = ({ posted_at, used_at }: CodeRecord, now: Date) =>
  used_at === undefined && Date.parse(posted_at) + codeSeconds * 1000 > now.getTime()

/**
 * Generates and verifies codes. A code is derived from its outbox message, so a redelivered message sends the same
 * code again. Only a keyed hash is stored, since 40 bits can be enumerated.
 */
export function codeMaker(peppers: Keyring) {
  const current = currentKey(peppers)
  const digestOf = (number: string, ...parts: string[]) =>
    createHmac('sha256', peppers[number] ?? '')
      .update(JSON.stringify(parts))
      .digest()
  const hash = (number: string, user_id: string, purpose: Purpose, code: string) =>
    `${number}:${digestOf(number, 'code hash', user_id, purpose, code).toString('base64url')}`
  return {
    /** Eight letters and digits (Crockford's base 32). */
    codeOf({ id, occasion }: Pick<OutboxMessage, 'id' | 'occasion'>): string {
      const bytes = digestOf(String(current.number), 'code', occasion, id)

      return Array.from(bytes.subarray(0, 8), (byte) => crockford[byte & 31]).join('')
    },
    hash: (user_id: string, purpose: Purpose, code: string) =>
      hash(String(current.number), user_id, purpose, code),
    /** In constant time, even without a code. */
    isRight(
      { user_id, purpose, hash: stored }: Pick<CodeRecord, 'user_id' | 'purpose' | 'hash'>,
      guess: string,
    ) {
      const [number = ''] = stored.split(':')
      const right = Buffer.from(stored)
      const given = Buffer.from(hash(number, user_id, purpose, normalizeCode(guess)))
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

/** Normalises a typed code: spaces and hyphens, lower case, O for 0 and I for 1. */
export const normalizeCode = (guess: string) =>
  guess.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
