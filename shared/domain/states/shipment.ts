import { after, before, type Machine, type Move } from '../kernel/state-machine.ts'
import { standsAt, type PackageStatus } from './package.ts'

/** A shipment's statuses in the order of its way; each may be skipped. */
export const shipmentStatuses = [
  'RECEIVED',
  'PREPARING',
  'IN_TRANSIT',
  'CONSOLIDATING',
  'READY_FOR_PICKUP',
  'DELIVERED',
  'RETURNED',
] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

/** As people read them. */
export const titles: Record<ShipmentStatus, string> = {
  RECEIVED: 'Received',
  PREPARING: 'Preparing',
  IN_TRANSIT: 'In transit',
  CONSOLIDATING: 'Consolidating',
  READY_FOR_PICKUP: 'Ready for pickup',
  DELIVERED: 'Delivered',
  RETURNED: 'Returned',
}

/** Both end a shipment's way and take its open packages along. */
export const isFinal = (status: ShipmentStatus): status is 'DELIVERED' | 'RETURNED' =>
  status === 'DELIVERED' || status === 'RETURNED'

const forward = (to: ShipmentStatus): Move<ShipmentStatus> => ({
  on: isFinal(to) ? to : 'STATUS_CHANGED',
  // What was delivered is not returned.
  from: before(shipmentStatuses, to).filter((from) => from !== 'DELIVERED'),
  to,
})
const backward = (to: ShipmentStatus): Move<ShipmentStatus> => ({
  on: isFinal(to) ? to : 'STATUS_CORRECTED',
  // Managers may also say that what was called delivered was returned, if the packages bear that out.
  from: to === 'RETURNED' ? ['DELIVERED'] : after(shipmentStatuses, to),
  to,
  by: 'managers',
})
/** How people move a shipment; otherwise it follows its packages. */
export const shipmentMachine: Machine<ShipmentStatus> = {
  states: shipmentStatuses,
  moves: [...shipmentStatuses.slice(1).map(forward), ...shipmentStatuses.map(backward)],
}

/** How many packages of a shipment stand at each status. */
export type Counts = Partial<Record<PackageStatus, number>>
export const total = (counts: Counts) => sum(counts, () => true)
const sum = (counts: Counts, among: (status: PackageStatus) => boolean) =>
  Object.entries(counts).reduce((n, [status, count]) => (among(status as PackageStatus) ? n + count : n), 0)

type Standing = Parameters<typeof standsAt>[1]
const every = (least: Standing) => (counts: Counts) =>
  sum(counts, (status) => standsAt(status, least)) === total(counts)
const some = (least: Standing) => (counts: Counts) => sum(counts, (status) => standsAt(status, least)) > 0

/** What the packages that are neither returned nor lost make of their shipment: the first row that holds. */
export const derivation: readonly { of: string; holds(counts: Counts): boolean; status: ShipmentStatus }[] = [
  { of: 'all DELIVERED', holds: every('DELIVERED'), status: 'DELIVERED' },
  { of: 'all READY_FOR_PICKUP or beyond', holds: every('READY_FOR_PICKUP'), status: 'READY_FOR_PICKUP' },
  { of: 'any ARRIVED or beyond', holds: some('ARRIVED'), status: 'CONSOLIDATING' },
  { of: 'any ASSIGNED_TO_BAG or IN_TRANSIT', holds: some('ASSIGNED_TO_BAG'), status: 'IN_TRANSIT' },
  { of: 'any IN_WAREHOUSE', holds: some('IN_WAREHOUSE'), status: 'PREPARING' },
]

/** The status that packages give their shipment. Undefined where all are lost: it keeps what it had. */
export function derive({ LOST = 0, RETURNED = 0, ...travelling }: Counts): ShipmentStatus | undefined {
  if (total(travelling) > 0) return derivation.find(({ holds }) => holds(travelling))?.status ?? 'RECEIVED'
  if (RETURNED > 0) return 'RETURNED'
  return LOST > 0 ? undefined : 'RECEIVED'
}

/** A status set by hand is a floor, under which packages do not pull a shipment. */
export function withFloor(derived: ShipmentStatus, floor: ShipmentStatus | undefined): ShipmentStatus {
  if (!floor || (derived === 'RETURNED' && floor !== 'DELIVERED')) return derived
  if (derived === 'RETURNED') return floor
  return before(shipmentStatuses, derived).includes(floor) ? derived : floor
}
