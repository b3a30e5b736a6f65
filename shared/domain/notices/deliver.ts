import type { Write } from '../../db/requests.ts'
import type { Email } from '../../mail/emails.ts'
import type { TenantWork } from '../kernel/context.ts'
import { readSettings } from '../settings/settings.ts'
import { addressOf, correctedMark, partiesOf } from './policy.ts'
import {
  notices,
  noticesOf,
  statusOf,
  type NoticeRecord,
  type NoticeState,
  type WithheldReason,
} from './record.ts'
import { withheldBy } from './allowance.ts'
import { addressDigest, suppress } from './suppression.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { withdrawNotice } from '../shipments/update.ts'
import { composeNotice } from './letter.ts'

type Ref = Pick<NoticeRecord, 'shipment_id' | 'id'>

/** How long a notice is worth sending, in milliseconds. */
const lifetime = 24 * 3600 * 1000

/**
 * The e-mail of a notice that is to be sent; undefined if it is settled, if the shipment has not its status any more, or if
 * it is withheld. A notice that was overtaken by a correction is not the one that the shipment gets once, and is not corrected.
 */
export async function prepareNotice(ctx: TenantWork, ref: Ref): Promise<Email | undefined> {
  const { table, now } = ctx
  const found = await ctx.transact(async () => {
    const notice = await table.find(notices, ref)
    if (notice?.state !== 'PENDING') return { writes: [], result: undefined }
    const shipment = await table.find(shipments, { id: ref.shipment_id })
    if (!shipment || isOutdated(notice, shipment, now)) {
      const withdrawn = shipment && !notice.resent ? [withdrawNotice(table, shipment, notice)] : []
      return { writes: [settled(ctx, notice, 'OUTDATED'), ...withdrawn], result: undefined }
    }
    const sent = shipment.noticed.includes(correctedMark) ? await lastSentBefore(ctx, notice) : undefined
    if (!notice.resent && (await isSuperfluous(ctx, notice, shipment, sent)))
      return { writes: [settled(ctx, notice, 'OUTDATED')], result: undefined }
    const corrects = sent && statusOf(sent) === notice.corrects ? notice.corrects : null
    return { writes: [], result: { notice: { ...notice, corrects }, shipment } }
  })
  if (!found) return undefined
  const reason = await withheldBy(ctx, addressOf(found.shipment, found.notice.party), found.notice.id)
  if (reason === undefined) return composeNotice(ctx, found.notice, found.shipment)
  await settleNotice(ctx, ref, 'SUPPRESSED', reason)
  return undefined
}

/** The last notice that a party got before this one. */
async function lastSentBefore({ table }: TenantWork, { id, shipment_id, party }: NoticeRecord) {
  const all = await table.listAll(notices, { ...noticesOf(shipment_id), limit: 100 })
  return all.findLast((one) => one.id < id && one.party === party && one.state === 'SENT')
}

/**
 * Whether a notice has nothing new for its reader: the last one named the same status, or it corrects one that was never sent
 * and the company sends none of this status.
 */
async function isSuperfluous(
  { table }: TenantWork,
  notice: NoticeRecord,
  shipment: ShipmentRecord,
  sent: NoticeRecord | undefined,
): Promise<boolean> {
  if (sent && statusOf(sent) === statusOf(notice)) return true
  if (notice.corrects === null || (sent && statusOf(sent) === notice.corrects)) return false
  const { notices: settings } = await readSettings(table)
  return !partiesOf(shipment, settings).includes(notice.party)
}

const isOutdated = (notice: NoticeRecord, shipment: ShipmentRecord, now: Date) =>
  shipment.status !== notice.status ||
  addressOf(shipment, notice.party) === '' ||
  now.getTime() - Date.parse(notice.created_at) > lifetime

/** Records that a notice was sent, or that SES rejected its address, which then gets no more. May be repeated. */
export const noticeSent = (ctx: TenantWork, ref: Ref, state: 'SENT' | 'REJECTED', to: string) =>
  settleNotice(ctx, ref, state, null, async () =>
    state === 'REJECTED' ? suppress(ctx.table, addressDigest(to), 'rejected', ctx.now) : [],
  )

const settleNotice = (
  ctx: TenantWork,
  ref: Ref,
  state: NoticeState,
  reason: WithheldReason | null,
  more: () => Promise<Write[]> = async () => [],
) =>
  ctx.transact(async () => {
    const notice = await ctx.table.find(notices, ref)
    if (notice?.state !== 'PENDING') return { writes: [], result: undefined }
    return { writes: [settled(ctx, notice, state, reason), ...(await more())], result: undefined }
  })

const settled = (
  { table, now }: TenantWork,
  notice: NoticeRecord,
  state: NoticeState,
  reason: WithheldReason | null = null,
) => table.updateVersion(notices, notice, { state, reason, updated_at: now.toISOString() }).write
