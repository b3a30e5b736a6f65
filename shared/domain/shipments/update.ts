import type { Write } from '../../db/requests.ts'
import type { TenantTable } from '../../db/table.ts'
import type { TenantContext } from '../kernel/context.ts'
import { noticeName, noticesOfStatus } from '../notices/policy.ts'
import { parties, type NoticeRecord } from '../notices/record.ts'
import { shipments, type ShipmentRecord } from './record.ts'

/** The maximum number of writes of `updateShipment`. */
export const maxShipmentWrites = 1 + parties.length

/**
 * The next version of a shipment, and the notices of its new status. No other function writes a shipment's next version
 * (a lint rule), so no change of a status misses its notices.
 */
export async function updateShipment(
  ctx: Pick<TenantContext, 'table' | 'now' | 'newId'>,
  shipment: ShipmentRecord,
  change: Partial<ShipmentRecord>,
): Promise<{ writes: Write[]; record: ShipmentRecord }> {
  const after = { ...shipment, ...change }
  const { writes, noticed } =
    after.status === shipment.status
      ? { writes: [], noticed: shipment.noticed }
      : await noticesOfStatus(ctx, after, shipment)
  const { write, record } = ctx.table.updateVersion(shipments, shipment, { ...change, noticed })
  return { writes: [write, ...writes], record }
}

/** A notice of the status was not sent, so the shipment gets one if it reaches the status again. */
export const withdrawNotice = (
  table: TenantTable,
  shipment: ShipmentRecord,
  notice: Pick<NoticeRecord, 'status' | 'party'>,
): Write =>
  table.updateVersion(shipments, shipment, {
    noticed: shipment.noticed.filter((name) => name !== noticeName(notice)),
  }).write
