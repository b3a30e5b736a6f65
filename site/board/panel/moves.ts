import { moveTo } from '../../../shared/domain/kernel/state-machine.ts'
import { packageMachine, type PackageStatus } from '../../../shared/domain/states/package.ts'
import { words } from '../ui/words.ts'

/** The usual next status that staff set. Between warehouses, a package's status follows its bag. */
const usualNext: Partial<Record<PackageStatus, PackageStatus>> = {
  CREATED: 'IN_WAREHOUSE',
  IN_TRANSIT: 'ARRIVED',
  ARRIVED: 'READY_FOR_PICKUP',
  READY_FOR_PICKUP: 'DELIVERED',
  LOST: 'ARRIVED',
}

/** The next status of a package and the label of its button; undefined if staff do not change this status. */
export function nextStatus(status: PackageStatus): { to: PackageStatus; label: string } | undefined {
  const to = usualNext[status]
  if (!to || !moveTo(packageMachine, status, to, false)) return undefined
  return { to, label: words.moves[to] ?? words.packageStatuses[to] }
}
