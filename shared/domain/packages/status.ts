import { before, machineOf, type Move } from '../kernel/state-machine.ts'

/**
 * A package's main path; states may be skipped, since scans get missed. A package's rank is its position here.
 */
const mainPath = [
  'CREATED',
  'IN_WAREHOUSE',
  'ASSIGNED_TO_BAG',
  'IN_TRANSIT',
  'ARRIVED',
  'READY_FOR_PICKUP',
  'DELIVERED',
] as const
export const packageStatuses = [...mainPath, 'RETURNED', 'LOST'] as const
export type PackageStatus = (typeof packageStatuses)[number]

/** Whether a status is at or beyond another on the main path. RETURNED and LOST are off the path. */
export const hasReached = (status: PackageStatus, least: (typeof mainPath)[number]) =>
  mainPath.indexOf(status as (typeof mainPath)[number]) >= mainPath.indexOf(least)

/** The statuses of a package that was in no bag yet. */
export const neverBagged = /* @__PURE__ */ before(mainPath, 'ASSIGNED_TO_BAG') as readonly PackageStatus[]

/** Still to be delivered: neither DELIVERED, RETURNED nor LOST. */
export const open = /* @__PURE__ */ before(mainPath, 'DELIVERED') as readonly PackageStatus[]

/** Set by a bag only. Packages are bagged again at a hub, or when they were not picked up. */
const byBag: readonly Move<PackageStatus>[] = [
  {
    on: 'ASSIGNED_TO_BAG',
    from: ['CREATED', 'IN_WAREHOUSE', 'ARRIVED', 'READY_FOR_PICKUP'],
    to: 'ASSIGNED_TO_BAG',
    by: 'bag',
  },
  { on: 'BAG_LOADED', from: ['ASSIGNED_TO_BAG'], to: 'IN_TRANSIT', by: 'bag' },
]
export const comesFromBag = (status: PackageStatus) => byBag.some(({ to }) => to === status)

const correction = (to: PackageStatus): Move<PackageStatus> => {
  const from = packageStatuses.filter((status) => status !== to)
  return { on: 'STATUS_CORRECTED', from, to, by: 'managers' }
}

/** The transitions of a package, by their events. A lost package may be found. */
export const packageMachine = /* @__PURE__ */ machineOf<PackageStatus>(packageStatuses, () => [
  { on: 'PACKAGE_SCANNED', from: ['CREATED'], to: 'IN_WAREHOUSE' },
  ...byBag,
  { on: 'ARRIVED_AT_WAREHOUSE', from: [...before(mainPath, 'ARRIVED'), 'LOST'], to: 'ARRIVED' },
  { on: 'READY_FOR_PICKUP', from: before(mainPath, 'READY_FOR_PICKUP'), to: 'READY_FOR_PICKUP' },
  { on: 'DELIVERED', from: open, to: 'DELIVERED' },
  { on: 'RETURNED', from: open, to: 'RETURNED' },
  { on: 'LOST', from: open, to: 'LOST' },
  ...packageStatuses.map(correction),
])
