import { moveTo } from '../../../shared/domain/kernel/state-machine.ts'
import { packageMachine, type PackageStatus } from '../../../shared/domain/states/package.ts'
import { words } from '../ui/words.ts'

/** The usual next status that staff set. Between warehouses, a package's status follows its bag. */
const next: Partial<Record<PackageStatus, PackageStatus>> = {
  CREATED: 'IN_WAREHOUSE',
  IN_TRANSIT: 'ARRIVED',
  ARRIVED: 'READY_FOR_PICKUP',
  READY_FOR_PICKUP: 'DELIVERED',
  LOST: 'ARRIVED',
}

/** The next status of a package and the label of its button; undefined if staff do not change this status. */
export function nextMove(status: PackageStatus): { to: PackageStatus; says: string } | undefined {
  const to = next[status]
  if (!to || !moveTo(packageMachine, status, to, false)) return undefined
  return { to, says: words.moves[to] ?? words.packageStatuses[to] }
}
