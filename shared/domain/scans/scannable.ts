import type * as z from 'zod'
import type { ScannableKind } from '../../db/keys.ts'
import type { TenantTable } from '../../db/table.ts'
import { bags, type BagRecord } from '../bags/record.ts'
import { toKilograms } from '../kernel/fields.ts'
import { canSee, type Viewer } from '../kernel/ownership.ts'
import { packagePointers, effectiveStatus } from '../packages/record.ts'
import { parcelAt } from '../packages/with-bag.ts'
import type { QrData } from '../kernel/qr.ts'
import type { ScannableEntity } from './record.ts'

/** The entity kind of a label's kind. */
const kinds: Record<QrData['t'], ScannableKind> = { pkg: 'package', bag: 'bag' }
export const kindOf = (t: string): ScannableKind | undefined =>
  Object.hasOwn(kinds, t) ? kinds[t as QrData['t']] : undefined

/**
 * A package or bag as scanners show it. Undefined if this tenant has none with that id, or if the viewer is a courier
 * and it is not theirs.
 */
export async function findScannable(
  table: Pick<TenantTable, 'find'>,
  kind: ScannableKind,
  id: string,
  viewer?: Viewer,
): Promise<z.output<typeof ScannableEntity> | undefined> {
  const isVisible = (bag: BagRecord | undefined) => viewer === undefined || canSee(viewer, bag)
  if (kind === 'bag') {
    const bag = await table.find(bags, { id })
    if (!bag || !isVisible(bag)) return undefined
    const { tenant_id, label: qr_code, total_weight_g, status } = bag
    return { tenant_id, type: kind, qr_code, weight: toKilograms(total_weight_g), status }
  }
  const pointer = await table.find(packagePointers, { id })
  const parcel = pointer && (await parcelAt(table, pointer))
  if (!parcel || !isVisible(parcel.bag)) return undefined
  const { tenant_id, qr_code, weight_g } = parcel.record
  const status = effectiveStatus(parcel.record, parcel.bag)
  return { tenant_id, type: kind, qr_code, weight: toKilograms(weight_g), status }
}
