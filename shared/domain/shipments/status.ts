import { after, before, machineOf, type Move } from '../kernel/state-machine.ts'
import { hasReached, type PackageStatus } from '../packages/status.ts'

/** A shipment's statuses in order; states may be skipped. */
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

/** The English titles. */
export const titles: Record<ShipmentStatus, string> = {
  RECEIVED: 'Received',
  PREPARING: 'Preparing',
  IN_TRANSIT: 'In transit',
  CONSOLIDATING: 'Consolidating',
  READY_FOR_PICKUP: 'Ready for pickup',
  DELIVERED: 'Delivered',
  RETURNED: 'Returned',
}

/** Both end a shipment, and its open packages with it. */
export const isFinal = (status: ShipmentStatus): status is 'DELIVERED' | 'RETURNED' =>
  status === 'DELIVERED' || status === 'RETURNED'

/** Its packages have not left yet. */
export const isBeforeTravel = (status: ShipmentStatus) =>
  before(shipmentStatuses, 'IN_TRANSIT').includes(status)

const forward = (to: ShipmentStatus): Move<ShipmentStatus> => ({
  on: isFinal(to) ? to : 'STATUS_CHANGED',
  // A delivered shipment cannot be returned.
  from: before(shipmentStatuses, to).filter((from) => from !== 'DELIVERED'),
  to,
})
const backward = (to: ShipmentStatus): Move<ShipmentStatus> => ({
  on: isFinal(to) ? to : 'STATUS_CORRECTED',
  // Managers may correct DELIVERED to RETURNED, if the packages allow it.
  from: to === 'RETURNED' ? ['DELIVERED'] : after(shipmentStatuses, to),
  to,
  by: 'managers',
})
/** The transitions by hand; otherwise the status is derived from the packages. */
export const shipmentMachine = /* @__PURE__ */ machineOf<ShipmentStatus>(shipmentStatuses, () => [
  ...shipmentStatuses.slice(1).map(forward),
  ...shipmentStatuses.map(backward),
])

/** The number of a shipment's packages in each status. */
export type Counts = Partial<Record<PackageStatus, number>>
export const total = (counts: Counts) => sum(counts, () => true)
const sum = (counts: Counts, among: (status: PackageStatus) => boolean) =>
  Object.entries(counts).reduce((n, [status, count]) => (among(status as PackageStatus) ? n + count : n), 0)

type Standing = Parameters<typeof hasReached>[1]
const every = (least: Standing) => (counts: Counts) =>
  sum(counts, (status) => hasReached(status, least)) === total(counts)
const some = (least: Standing) => (counts: Counts) => sum(counts, (status) => hasReached(status, least)) > 0

/** The status by the packages that are neither returned nor lost. The first match applies. */
export const derivation: readonly { of: string; holds(counts: Counts): boolean; status: ShipmentStatus }[] = [
  { of: 'all DELIVERED', holds: /* @__PURE__ */ every('DELIVERED'), status: 'DELIVERED' },
  {
    of: 'all READY_FOR_PICKUP or beyond',
    holds: /* @__PURE__ */ every('READY_FOR_PICKUP'),
    status: 'READY_FOR_PICKUP',
  },
  { of: 'any ARRIVED or beyond', holds: /* @__PURE__ */ some('ARRIVED'), status: 'CONSOLIDATING' },
  {
    of: 'any ASSIGNED_TO_BAG or IN_TRANSIT',
    holds: /* @__PURE__ */ some('ASSIGNED_TO_BAG'),
    status: 'IN_TRANSIT',
  },
  { of: 'any IN_WAREHOUSE', holds: /* @__PURE__ */ some('IN_WAREHOUSE'), status: 'PREPARING' },
]

/** The status that follows from the packages. Undefined if all are lost: it stays. */
export function derive({ LOST = 0, RETURNED = 0, ...travelling }: Counts): ShipmentStatus | undefined {
  if (total(travelling) > 0) return derivation.find(({ holds }) => holds(travelling))?.status ?? 'RECEIVED'
  if (RETURNED > 0) return 'RETURNED'
  return LOST > 0 ? undefined : 'RECEIVED'
}

/** A status set by hand is a floor for the derived status. */
export function withFloor(derived: ShipmentStatus, floor: ShipmentStatus | undefined): ShipmentStatus {
  if (!floor || (derived === 'RETURNED' && floor !== 'DELIVERED')) return derived
  if (derived === 'RETURNED') return floor
  return before(shipmentStatuses, derived).includes(floor) ? derived : floor
}
