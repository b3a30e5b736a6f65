import { refused } from './refusals.ts'
import type { PackageStatus } from '../packages/status.ts'
import type { ShipmentRecord } from './record.ts'
import { derive, isFinal, withFloor, type Counts, type ShipmentStatus } from './status.ts'

/** A package that is added (no `from`), removed (no `to`), or changes its status. */
export interface Step {
  from?: PackageStatus
  to?: PackageStatus
}
type Progress = Pick<
  ShipmentRecord,
  'counts' | 'status' | 'floor' | 'finished_at' | 'cancelled_at' | 'updated_at'
>

function count(counts: Counts, steps: readonly Step[]): Counts {
  const next = { ...counts }
  for (const { from, to } of steps) {
    if (from) next[from] = (next[from] ?? 0) - 1
    if (to) next[to] = (next[to] ?? 0) + 1
  }
  return next
}

/** The change of a shipment by these steps of its packages. */
export function progressAfter(shipment: ShipmentRecord, steps: readonly Step[], now: Date): Progress {
  const counts = count(shipment.counts, steps)
  return become(shipment, counts, shipment.floor, derive(counts) ?? shipment.status, now)
}

/**
 * The change of a shipment whose status is set by hand: the status becomes its floor. Throws a conflict if its
 * packages are beyond it.
 */
export function progressSetManually(
  shipment: ShipmentRecord,
  status: ShipmentStatus,
  steps: readonly Step[],
  now: Date,
): Progress {
  const counts = count(shipment.counts, steps)
  const derived = derive(counts) ?? status
  const progress = become(shipment, counts, status, derived, now)
  if (shipment.status === 'DELIVERED' && status === 'RETURNED' && derived !== 'RETURNED')
    throw refused.delivered_shipment_not_returnable()
  // Delivered by hand although every package was returned: no correction could lower it again.
  if (progress.status === status && !(derived === 'RETURNED' && status === 'DELIVERED')) return progress
  throw refused.packages_make_shipment_status({ shipment_status: derived })
}

function become(
  shipment: ShipmentRecord,
  counts: Counts,
  floor: ShipmentStatus | undefined,
  derived: ShipmentStatus,
  now: Date,
): Progress {
  const status = withFloor(derived, floor)
  const moment = now.toISOString()
  const finished_at = status === shipment.status ? shipment.finished_at : isFinal(status) ? moment : undefined
  // A correction of the status takes the cancellation back.
  const cancelled_at = status === 'RETURNED' ? shipment.cancelled_at : undefined
  return { counts, status, floor, finished_at, cancelled_at, updated_at: moment }
}
