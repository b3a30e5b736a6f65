import type { Email } from '../../mail/emails.ts'
import type { TenantWork } from '../kernel/context.ts'
import { addressOf } from './policy.ts'
import { notices, type NoticeRecord, type NoticeState } from './record.ts'
import { addressDigest, suppress, suppressionOf } from './suppression.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'
import { withdrawNotice } from '../shipments/update.ts'
import { composeNotice } from './letter.ts'

type Ref = Pick<NoticeRecord, 'shipment_id' | 'id'>

/** How long a notice is worth sending, in milliseconds. */
const lifetime = 24 * 3600 * 1000

/**
 * The e-mail of a notice that is to be sent; undefined if it is settled, if the shipment has not its status any more, or if
 * the address is suppressed. A notice that was overtaken by a correction is not the one that the shipment gets once.
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
    const address = addressDigest(addressOf(shipment, notice.party))
    if (await suppressionOf(table, address, now))
      return { writes: [settled(ctx, notice, 'SUPPRESSED')], result: undefined }
    return { writes: [], result: { notice, shipment } }
  })
  return found && composeNotice(ctx, found.notice, found.shipment)
}

const isOutdated = (notice: NoticeRecord, shipment: ShipmentRecord, now: Date) =>
  shipment.status !== notice.status ||
  addressOf(shipment, notice.party) === '' ||
  now.getTime() - Date.parse(notice.created_at) > lifetime

/** Records what became of a notice; of a rejected address also that it gets no more. May be repeated. */
export const settleNotice = (ctx: TenantWork, ref: Ref, state: 'SENT' | 'REJECTED', to: string) =>
  ctx.transact(async () => {
    const notice = await ctx.table.find(notices, ref)
    if (notice?.state !== 'PENDING') return { writes: [], result: undefined }
    const suppressed =
      state === 'REJECTED' ? await suppress(ctx.table, addressDigest(to), 'rejected', ctx.now) : []
    return { writes: [settled(ctx, notice, state), ...suppressed], result: undefined }
  })

const settled = ({ table, now }: TenantWork, notice: NoticeRecord, state: NoticeState) =>
  table.updateVersion(notices, notice, { state, updated_at: now.toISOString() }).write
