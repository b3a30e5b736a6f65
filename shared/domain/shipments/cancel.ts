import * as z from 'zod'
import { maxWrites, type Plan } from '../../db/commit.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { isOpen } from '../bags/status.ts'
import type { BagRecord } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { Id, optional, Reason } from '../kernel/fields.ts'
import { withPrintWarnings } from '../labels/warnings.ts'
import { bagHistory, containingBagId, type PackageRecord } from '../packages/record.ts'
import { neverBagged } from '../packages/status.ts'
import { cascadeStatus, planMoves } from '../packages/steps.ts'
import { bagsById, shipmentWithPackages } from '../packages/with-bag.ts'
import { shipmentDetailsChanged } from '../timeline/details-changed.ts'
import { progressSetManually } from './progress.ts'
import { shipments, toShipmentResponse, type ShipmentRecord, type ShipmentResponse } from './record.ts'
import { isBeforeTravel, isFinal } from './status.ts'
import { updateShipment } from './update.ts'

export const Cancellation = lazySchema(() =>
  z
    .object({ reason: optional(Reason).meta(commonTexts.reason) })
    .meta({ id: 'Cancellation', examples: [{ reason: 'The sender changed their mind' }] }),
)

/** Payments of which nothing was received: after a cancellation nothing is due. */
const unpaid: readonly ShipmentRecord['payment_status'][] = ['PENDING', 'UNPAID', 'COD', 'FAILED']

/**
 * Cancels a shipment that has not left: it and its packages become RETURNED, those in open bags are taken out, and a payment that
 * is due becomes CANCELLED. Without effect if it is cancelled. Throws not_found, stale (If-Match), and a conflict if it has ended,
 * a package has travelled or is in a closed bag, or there is a return.
 */
export async function cancelShipment(
  ctx: TenantContext,
  shipmentId: string,
  { reason }: z.output<typeof Cancellation>,
): Promise<Plan<ShipmentResponse>> {
  const { table, now, expectVersion } = ctx
  const { shipment, contents } = await shipmentWithPackages(table, Id.safeParse(shipmentId).data ?? '')
  if (!shipment) throw notFound(shipments.noun)
  expectVersion(shipment.version)
  if (shipment.cancelled_at !== undefined)
    return { writes: [], result: withPrintWarnings(toShipmentResponse(shipment)) }
  const bags = await bagsById(
    table,
    contents.map(({ bag_id }) => bag_id),
  )
  refuseUnderWay(shipment, contents, bags)
  const there =
    shipment.return_of === undefined ? undefined : await table.find(shipments, { id: shipment.return_of })
  const cancelled = {
    payment_status: unpaid.includes(shipment.payment_status) ? ('CANCELLED' as const) : shipment.payment_status,
  }
  // The events of one moment are in this order.
  const recorded = shipmentDetailsChanged(ctx, shipment, { ...shipment, ...cancelled })
  const moves = cascadeStatus(contents, bags, { status: 'RETURNED', lowered: false })
  const event = { event_type: 'SHIPMENT_CANCELLED', ...(reason !== undefined && { reason }) }
  const { writes, steps } = planMoves(ctx, shipment, moves, bags, event)
  const [updated, freed] = await Promise.all([
    updateShipment(ctx, shipment, {
      ...cancelled,
      ...progressSetManually(shipment, 'RETURNED', steps, now),
      cancelled_at: now.toISOString(),
    }),
    // The shipment that it would have brought back may have another return.
    there && updateShipment(ctx, there, { return_id: undefined }),
  ])
  const needed = [...recorded, ...writes, ...updated.writes, ...(freed?.writes ?? [])]
  if (needed.length > maxWrites) throw refused.too_many_packages_unpacked()
  return { writes: needed, result: withPrintWarnings(toShipmentResponse(updated.record)) }
}

function refuseUnderWay(
  { id: shipment_id, status, floor, return_id }: ShipmentRecord,
  contents: readonly PackageRecord[],
  bags: ReadonlyMap<string, BagRecord>,
): void {
  if (isFinal(status)) throw refused.shipment_over({ shipment_status: status })
  if (return_id !== undefined) throw refused.shipment_has_return({ return_id })
  if (floor !== undefined && !isBeforeTravel(floor))
    throw refused.shipment_set_on_its_way({ shipment_status: floor, shipment_id })
  for (const record of contents) {
    const bag = bags.get(containingBagId(record) ?? '')
    if (bag && !isOpen(bag.status))
      throw refused.package_in_closed_bag({ package: record.qr_code, bag_status: bag.status, shipment_id })
    if (hasTravelled(record, bag))
      throw refused.package_has_travelled({
        package: record.qr_code,
        package_status: record.status,
        shipment_id,
      })
  }
}

/** Whether a package has been on its way: in an earlier bag than the open one that holds it, or scanned beyond the first warehouse. */
const hasTravelled = (record: PackageRecord, openBag: BagRecord | undefined) =>
  bagHistory(record).length > 0 || !(openBag || [...neverBagged, 'RETURNED', 'LOST'].includes(record.status))
