import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import type { Write } from '../../db/requests.ts'
import { notFound } from '../../core/refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { nextActions } from '../packages/next-actions.ts'
import { effectiveStatus, packages } from '../packages/record.ts'
import { followWithShipment, type PackageWithBag } from '../packages/with-bag.ts'
import { refuseForged } from '../scans/scans.ts'
import { finds, type Find, type FindRecord, type FindResult } from './find-record.ts'
import type { UnloadingRecord } from './record.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'
import { scanDetails } from '../scans/scan-events.ts'
import { pointerOf, scannedCode } from '../scans/scanned-code.ts'
import { effectOfFind } from './find-effect.ts'

type Found = z.output<typeof Find>

/**
 * Records a package that was found in an unloading, even after its end. It becomes ARRIVED here if its state permits,
 * unless it is misrouted; then it is not missing any more. A package counts once: a second find may only report damage.
 * Refuses a label that this service did not sign (bad_request), and throws "Package not found" for an unknown code.
 */
export async function recordFind(
  ctx: TenantContext,
  unloading: UnloadingRecord,
  find: Found,
): Promise<Plan<z.input<typeof FindResult>>> {
  const scanned = scannedCode(find.qr_code)
  const refused = await refuseForged(ctx, scanned)
  if (refused) return refused
  if (scanned.label?.t === 'bag') throw notFound(packages.noun)
  const parcel = await followWithShipment(ctx.table, await pointerOf(ctx.table, scanned))
  const { id: package_id } = parcel.record
  const [earlier, { warehouse }] = await Promise.all([
    ctx.table.find(finds, { unloading_id: unloading.id, package_id }),
    warehouseAt(ctx, unloading.warehouse_id),
  ])
  const outcome = earlier?.outcome ?? outcomeOf(unloading, parcel)
  const damages = find.condition === 'DAMAGED' && earlier?.condition !== 'DAMAGED'
  const details = scanDetails(ctx, parcel.record, warehouse, { evidence: { notes: find.note || undefined } })
  const isFirst = earlier === undefined
  const effect = await effectOfFind(ctx, parcel, details, { stays: outcome === 'MISROUTED', damages, isFirst })
  return {
    writes: [
      ...effect.writes,
      ...countOnce(ctx, unloading, { ...find, package_id, outcome, damages, earlier }),
    ],
    result: {
      package_id,
      qr_code: parcel.record.qr_code,
      outcome,
      condition: damages ? 'DAMAGED' : (earlier?.condition ?? 'OK'),
      counted: isFirst,
      status: effectiveStatus(effect.record, effect.bag),
      status_applied: effect.applied,
      next_actions: nextActions(effect.record, effect.bag),
      warnings: find.warnings,
    },
  }
}

/** A package that travels in another bag belongs to the unloading of that bag, wherever that one goes. */
function outcomeOf({ bag_id, expected }: UnloadingRecord, { record, bag }: PackageWithBag) {
  if (expected.includes(record.id)) return 'FOUND'
  return effectiveStatus(record, bag) === 'IN_TRANSIT' && bag?.id !== bag_id ? 'MISROUTED' : 'EXCESS'
}

/** The package's only record in the unloading; a second find adds the damage to it. */
function countOnce(
  { table, actor, now }: TenantContext,
  { id: unloading_id }: UnloadingRecord,
  found: Found &
    Pick<FindRecord, 'package_id' | 'outcome'> & { damages: boolean; earlier: FindRecord | undefined },
): Write[] {
  const { package_id, outcome, condition, note, damages, earlier } = found
  if (earlier) return damages ? [table.updateVersion(finds, earlier, { condition, note }).write] : []
  const by = { found_by: actor.user_id, found_at: now.toISOString(), version: 1 }
  return [table.create(finds, { unloading_id, package_id, outcome, condition, note, ...by })]
}
