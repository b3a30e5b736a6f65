import { digest } from '../../db/keys.ts'
import type { Write } from '../../db/requests.ts'
import { forSeconds } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { sealer } from '../../core/seal.ts'
import { codeTries, codeSeconds, handoverCodes, isCode, wasValid } from './code.ts'
import type { HandoverRecord, NewHandover } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { photos } from '../photos/record.ts'
import { readSettings } from '../settings/settings.ts'
import type { Proof } from '../settings/record.ts'

/** The checked proofs of a hand-over. */
interface Checked {
  code_check: HandoverRecord['code_check']
  /** Where the confirmed code was sent, masked, and when. */
  code: Pick<HandoverRecord, 'code_sent_to' | 'code_sent_at'>
  photos: HandoverRecord['photos']
  writes: Write[]
  /** Whether the required code could not be confirmed, so that people have to settle it. */
  unconfirmed: boolean
}

/**
 * Checks what proves a hand-over. Without a connection a code can be neither sent nor checked, so signature and photo replace
 * it, and a wrong one refuses nothing, since the parcel is gone. Throws a conflict for a missing proof, bad_request for a
 * wrong code, too_many_requests for the sixth guess, and "Photo not found".
 */
export async function checkProofs(
  ctx: TenantContext,
  shipment_id: string,
  given: NewHandover,
  occurredAt: Date,
): Promise<Checked> {
  const { handover } = await readSettings(ctx.table)
  const needsCode = handover.require.includes('code')
  const needed: readonly Proof[] = given.offline && needsCode ? ['signature', 'photo'] : handover.require
  const missing = inOrder.filter((proof) => needed.includes(proof) && !has[proof](given))
  if (missing.length > 0) throw refused[missingReason(missing)]()
  const photos = await photosOf(ctx, given)
  if (given.code === undefined)
    return { photos, code_check: 'NONE', code: noCode, writes: [], unconfirmed: needsCode }
  // Without `offline` the code is checked as of now, whatever `occurred_at` says.
  const checkedAt = given.offline ? occurredAt : ctx.now
  const used = await useCode(ctx, shipment_id, { ...given, code: given.code }, checkedAt)
  if (used) return { photos, code_check: 'CONFIRMED', ...used, unconfirmed: false }
  if (!given.offline) throw refused.handover_code_wrong()
  return { photos, code_check: 'WRONG', code: noCode, writes: [], unconfirmed: needsCode }
}

const noCode = { code_sent_to: null, code_sent_at: null }

const has: Record<Proof, (given: NewHandover) => boolean> = {
  code: ({ code }) => code !== undefined,
  signature: ({ signature }) => signature !== undefined,
  photo: ({ photo_ids }) => photo_ids.length > 0,
}
const inOrder: readonly Proof[] = ['code', 'signature', 'photo']
type MissingReason = Extract<keyof typeof refused, `${'code' | 'signature' | 'photo'}${string}_missing`>
const missingReason = (missing: readonly Proof[]) => `${missing.join('_and_')}_missing` as MissingReason

/**
 * The write that uses the code up, and where it was sent; undefined for a wrong one. A guess is counted before it is checked, so that guesses at the
 * same time do not exceed the limit, and once for a hand-over that is sent again.
 */
async function useCode(
  { table, limits, now, secret }: TenantContext,
  shipment_id: string,
  { handover_id, code }: Pick<NewHandover, 'handover_id'> & { code: string },
  occurredAt: Date,
): Promise<Pick<Checked, 'code' | 'writes'> | undefined> {
  const stored = await table.find(handoverCodes, { shipment_id })
  if (!stored) return undefined
  const limit = { name: 'handover-code', quota: codeTries, window: codeSeconds }
  const hit = digest(handover_id, code).slice(0, 12)
  const { allowed, resetsIn } = await limits.reserve(limit, stored.id, now, hit)
  if (!allowed) throw forSeconds(refused.handover_code_guesses_used_up(), resetsIn)
  if (!wasValid(stored, occurredAt, now) || !isCode(stored, code, await secret('sealing', sealer)))
    return undefined
  const { write } = table.updateVersion(handoverCodes, stored, { used_at: now.toISOString() })
  return { code: { code_sent_to: stored.sent_to, code_sent_at: stored.sent_at }, writes: [write] }
}

/** The photos, each with its package. Throws "Photo not found", and a conflict for one that is not ready. */
async function photosOf({ table }: TenantContext, { photo_ids, package_ids }: NewHandover) {
  if (photo_ids.length === 0) return []
  const found = await table.many(
    photos,
    package_ids.flatMap((package_id) => photo_ids.map((id) => ({ package_id, id }))),
  )
  if (found.length < photo_ids.length) throw notFound(photos.noun)
  const pending = found.find(({ status }) => status !== 'ready')
  if (pending) throw refused.photo_not_ready({ photo_id: pending.id, photo_status: pending.status })
  return found.map(({ package_id, id }) => ({ package_id, photo_id: id }))
}
