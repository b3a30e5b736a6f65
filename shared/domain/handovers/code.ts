import { randomInt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { entity, epochSeconds } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import type { Sealer } from '../../core/seal.ts'
import { Id, Timestamp } from '../kernel/fields.ts'

/** The lifetime of a hand-over code in seconds, and the number of guesses at one. */
export const codeSeconds = 24 * 3600
export const codeTries = 5
/** How long an expired code is kept for hand-overs that phones send later, in seconds. */
const keptSeconds = 30 * 24 * 3600

const HandoverCode = lazySchema(() =>
  z.object({
    shipment_id: Id,
    /** The e-mail that it was sent with. */
    id: Id,
    /** Six digits, sealed for this id (shared/core/seal.ts). */
    sealed: z.string(),
    sent_at: Timestamp,
    /** When it and those before it were sent within a day, which limits them. */
    sent_times: z.array(Timestamp).default([]),
    /** The address, masked. */
    sent_to: z.string().default(''),
    used_at: Timestamp.optional(),
    version: z.int(),
  }),
)
export type HandoverCode = z.output<typeof HandoverCode>

/** The code of a shipment; a newer one replaces it. */
export const handoverCodes = entity({
  noun: 'Code',
  schema: HandoverCode,
  ref: pick(HandoverCode, 'shipment_id'),
  fields: {
    personal: ['sent_to'],
    secret: ['sealed'],
    internal: ['version', 'sent_times'],
    plain: ['shipment_id', 'id', 'sent_at', 'used_at'],
  },
  audited: 'handover_code',
  auditedBy: 'shipment_id',
  place: { within: { index: 'gsi1', partition: 'SHIP' }, from: 'CODE' },
  key: ({ shipment_id }) => ({ pk: `SHIP#${shipment_id}`, sk: 'CODE' }),
  expires: ({ sent_at }) => epochSeconds(new Date(sent_at)) + codeSeconds + keptSeconds,
})

/** Six digits, which can be read aloud in any language; five guesses find one in 200,000. */
export const newHandoverCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Whether an unused code was valid at a moment, of which the service learns now: a phone sends what it did without a connection
 * within a day.
 */
export function wasValid({ sent_at, used_at }: HandoverCode, at: Date, now: Date) {
  const sent = Date.parse(sent_at)
  const isInTime = now.getTime() < sent + 2 * codeSeconds * 1000
  return used_at === undefined && isInTime && at.getTime() >= sent && at.getTime() < sent + codeSeconds * 1000
}

/** Whether it equals the typed code, in constant time; spaces and hyphens are ignored. */
export function isCode({ sealed, id }: HandoverCode, typed: string, { open }: Sealer): boolean {
  const right = Buffer.from(open(sealed, id) ?? '')
  const given = Buffer.from(typed.replace(/[\s-]/g, ''))
  return right.length > 0 && right.length === given.length && timingSafeEqual(right, given)
}
