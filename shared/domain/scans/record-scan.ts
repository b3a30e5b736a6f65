import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { allInOrder } from '../../core/errors.ts'
import type { TenantContext } from '../kernel/context.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { nextActions } from '../packages/next-actions.ts'
import { effectiveStatus, packages, type Pointer } from '../packages/record.ts'
import { followWithShipment } from '../packages/with-bag.ts'
import { refuseForged } from './scans.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'
import { scanBag } from './bag-scans.ts'
import { effectOf } from './effects.ts'
import { scanDetails, type ScanEventResult, type ScanInput } from './scan-events.ts'
import { pointerOf, scannedCode } from './scanned-code.ts'

/**
 * Records a scan of a package or of a bag, with its effect, or without one if the change is not allowed. Refuses a label
 * that this service did not sign (bad_request), and throws "Package not found" for an unknown code, and the errors of
 * `scanBag`.
 */
export async function scanEvent(
  ctx: TenantContext,
  scan: ScanInput,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const scanned = scannedCode(scan.qr_code)
  const refused = await refuseForged(ctx, scanned)
  if (refused) return refused
  if (scanned.label?.t === 'bag') return scanBag(ctx, scanned.label.i, scan)
  return scanPackage(ctx, await pointerOf(ctx.table, scanned), scan)
}

async function scanPackage(
  ctx: TenantContext,
  pointer: Pointer,
  scan: ScanInput,
): Promise<Plan<z.input<typeof ScanEventResult>>> {
  const { event_type } = scan
  const [parcel, { warehouse, writes: opened }] = await allInOrder(
    followOwn(ctx, pointer),
    warehouseAt(ctx, scan.warehouse_id),
  )
  const event = { event_type, ...scanDetails(ctx, parcel.record, warehouse, scan) }
  const outcome = await effectOf({ ctx, parcel, event_type, warehouse_id: warehouse.id, event })
  const { record, bag } = outcome
  return {
    writes: [...opened, ...outcome.writes],
    result: {
      event_id: outcome.event.id,
      package_id: record.id,
      qr_code: record.qr_code,
      event_type,
      timestamp: outcome.event.timestamp,
      warehouse_current: warehouse.code,
      next_actions: nextActions(record, bag),
      status: effectiveStatus(record, bag),
      status_applied: outcome.applied,
      warnings: scan.warnings,
    },
  }
}

async function followOwn({ table, actor }: TenantContext, pointer: Pointer) {
  const parcel = await followWithShipment(table, pointer)
  expectOwn(actor, packages.noun, parcel.bag)
  return parcel
}
