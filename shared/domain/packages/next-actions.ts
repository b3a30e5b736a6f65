import type { BagRecord } from '../bags/record.ts'
import { isBeforeTransit, type BagStatus } from '../bags/status.ts'
import { isHeld } from './open-cases.ts'
import { effectiveStatus, type PackageRecord } from './record.ts'
import type { PackageStatus } from './status.ts'

const ofPackage: Partial<Record<PackageStatus, readonly string[]>> = {
  CREATED: ['PRINT_LABEL', 'ASSIGN_TO_BAG'],
  IN_WAREHOUSE: ['PRINT_LABEL', 'ASSIGN_TO_BAG'],
  IN_TRANSIT: ['CONFIRM_ARRIVAL'],
  ARRIVED: ['CONSOLIDATE'],
  READY_FOR_PICKUP: ['NOTIFY_RECIPIENT', 'HAND_OVER'],
}
/** For a package in a bag, by the bag's status. */
const ofBag: Partial<Record<BagStatus, string>> = {
  OPEN: 'SEAL_BAG',
  SEALED: 'CHECK_IN_BAG',
  CHECKED_IN: 'LOAD_BAG',
}

/** What is refused for a package on hold. */
const notOnHold = ['ASSIGN_TO_BAG', 'HAND_OVER']

/** The next actions for a package (interface, "Events"); an exception comes first. */
export function nextActions(record: PackageRecord, bag: BagRecord | undefined): string[] {
  const status = effectiveStatus(record, bag)
  const actions = status === 'ASSIGNED_TO_BAG' && bag ? withBag(bag) : [...(ofPackage[status] ?? [])]
  const allowed = isHeld(record) ? actions.filter((action) => !notOnHold.includes(action)) : actions
  return record.exception && actions.length > 0 ? ['RESOLVE_EXCEPTION', ...allowed] : allowed
}

/** The next actions for a bag. In transit, the arrival of each of its packages is to be confirmed. */
export const bagActions = (bag: BagRecord): string[] =>
  bag.status === 'IN_TRANSIT' ? [...(ofPackage.IN_TRANSIT ?? [])] : withBag(bag)

/** A bag needs a courier from its sealing until its check-in. */
function withBag({ status, flight_id }: BagRecord): string[] {
  const own = ofBag[status]
  const courier = isBeforeTransit(status) && flight_id === undefined ? ['ASSIGN_COURIER'] : []
  if (own === undefined) return courier
  return own === ofBag.OPEN ? [own, ...courier] : [...courier, own]
}
