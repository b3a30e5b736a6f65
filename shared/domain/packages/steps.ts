import { maxWrites } from '../../db/commit.ts'
import { refused } from './refusals.ts'
import { isOpen } from '../bags/status.ts'
import type { TenantContext } from '../kernel/context.ts'
import { events, timelineEvent, type EventName, type EventRecord } from '../timeline/timeline-events.ts'
import { moveTo, type Move } from '../kernel/state-machine.ts'
import type { BagRecord } from '../bags/record.ts'
import { movePackages, type PackageMove } from './moves.ts'
import type { DeliveryPermit } from '../handovers/delivery-permit.ts'
import { containingBagId, effectiveStatus, type PackageRecord } from './record.ts'
import { refuseHeld } from './open-cases.ts'
import { comesFromBag, open, packageMachine, neverBagged, type PackageStatus } from './status.ts'
import { bagMap, type PackageWithBag } from './with-bag.ts'
import { managerRoles } from '../kernel/roles.ts'
import { progressAfter } from '../shipments/progress.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { maxShipmentWrites, updateShipment } from '../shipments/update.ts'
import { isFinal, type ShipmentStatus } from '../shipments/status.ts'

interface Step {
  /** Fields of its event. */
  event?: Partial<EventRecord>
  /** Whether corrections are allowed: by default to managers. */
  correcting?: boolean
  /** Needed for DELIVERED. */
  permit?: DeliveryPermit | undefined
}

/**
 * The next step of a package: a change of its fields, its status, or both, with everything that follows for its
 * shipment, its bag, the bag's flight and its courier. Throws a conflict.
 */
export async function planMove(
  ctx: TenantContext,
  { record, bag, shipment }: PackageWithBag & { shipment: ShipmentRecord },
  to: PackageStatus | undefined,
  change: Partial<PackageRecord>,
  { event = {}, correcting = managerRoles.includes(ctx.actor.role), permit }: Step = {},
) {
  const { table, now } = ctx
  const move = to && moveOf({ record, bag }, to, correcting)
  const storedStatus = to === undefined ? record.status : to === 'IN_TRANSIT' ? 'ASSIGNED_TO_BAG' : to
  const also = { ...change, ...(to && { taken_from: undefined }) }
  const moved = movePackages(ctx, [{ record, to: storedStatus, also }], bagMap(bag), permit)
  const after = moved.records.get(record.id) ?? record
  const bagAfter = moved.bags.get(record.bag_id ?? '')
  if (!move) return { writes: moved.writes, record: after, bag: bagAfter, event: undefined }

  // If the package's bag implies its status, a correction may only set that status.
  if (move.to !== effectiveStatus(after, bagAfter)) throw notSettable(effectiveStatus(record, bag), move.to)
  const correction = move.by && {
    description: `Status corrected from ${effectiveStatus(record, bag)} to ${move.to}`,
  }
  const fields = { package_id: record.id, ...correction, ...overrideOf(permit), ...event }
  const { timestamp } = event
  const removed = {
    ...unpacked,
    package_id: record.id,
    location: bag?.origin ?? '',
    ...(bag && { bag_id: bag.id }),
    ...(timestamp && { timestamp }),
  }
  const counted = await updateShipment(ctx, shipment, progressAfter(shipment, moved.steps, now))
  const writes = [
    ...moved.writes,
    ...moved.left.map(() => table.create(events, timelineEvent(ctx, shipment, 'REMOVED_FROM_BAG', removed))),
    ...counted.writes,
  ]
  // Created last, so that it is the last event.
  const recorded = timelineEvent(ctx, shipment, move.on as EventName, fields)
  return { writes: [...writes, table.create(events, recorded)], record: after, bag: bagAfter, event: recorded }
}

/** A package that leaves an open bag by its new status: it is elsewhere, and was not taken out for its recipient to see. */
const unpacked = { public: false }

/**
 * Moves packages of one shipment together, with one event of the shipment that names them. Throws a conflict if
 * that exceeds one transaction.
 */
export function planMoves(
  ctx: TenantContext,
  shipment: ShipmentRecord,
  moves: readonly PackageMove[],
  bags: ReadonlyMap<string, BagRecord>,
  event: Pick<EventRecord, 'event_type'> & Partial<EventRecord>,
  permit?: DeliveryPermit,
) {
  const { table } = ctx
  const moved = movePackages(ctx, moves, bags, permit)
  const named = (records: readonly { id: string }[]) =>
    records.length > 0 ? { packages: new Set(records.map(({ id }) => id)) } : {}
  // The order of these calls is the order of the events' ids.
  const recorded = [
    ...(moved.left.length > 0
      ? [timelineEvent(ctx, shipment, 'REMOVED_FROM_BAG', { ...unpacked, ...named(moved.left) })]
      : []),
    timelineEvent(ctx, shipment, event.event_type as EventName, {
      ...named(moves.map(({ record }) => record)),
      ...overrideOf(permit),
      ...event,
    }),
  ]
  const writes = [...moved.writes, ...recorded.map((one) => table.create(events, one))]
  if (writes.length > maxWrites - maxShipmentWrites) throw refused.too_many_packages_moved()
  return { writes, steps: moved.steps }
}
const overrideOf = (permit: DeliveryPermit | undefined) => permit?.override && { override: true }

/**
 * The moves of packages when a shipment's status is set by hand: a final status applies to its open packages; if it is
 * lowered again, they return to their former status.
 */
export const cascadeStatus = (
  all: readonly PackageRecord[],
  bags: ReadonlyMap<string, BagRecord>,
  { status, lowered }: { status: ShipmentStatus; lowered: boolean },
): PackageMove[] =>
  all.flatMap((record) => {
    const former = (lowered && record.taken_from) || record.status
    const endsWithShipment = isFinal(status) && open.includes(former)
    const to = endsWithShipment ? status : former
    if (to === record.status) return []
    const bag = bags.get(containingBagId(record) ?? '')
    const statusBefore = bag && isOpen(bag.status) ? record.before_bag : former
    return [{ record, to, also: { taken_from: endsWithShipment ? statusBefore : undefined } }]
  })

/** The transition to a status; `correcting`: also by a correction. Throws a conflict. */
function moveOf({ record, bag }: PackageWithBag, to: PackageStatus, correcting: boolean): Move<PackageStatus> {
  const from = effectiveStatus(record, bag)
  const move = moveTo(packageMachine, from, to, correcting)
  if (!move) throw notSettable(from, to)
  if (to === 'DELIVERED') refuseHeld(record)
  if (move.by !== 'managers') return move
  if (comesFromBag(to) && (!bag || isOpen(bag.status))) throw notSettable(from, to)
  if (neverBagged.includes(to) && record.bag_id !== undefined)
    throw refused.package_was_in_bag({ new_package_status: to })
  return move
}

const notSettable = (package_status: PackageStatus, new_package_status: PackageStatus) =>
  refused[comesFromBag(new_package_status) ? 'package_status_set_by_bag' : 'package_status_not_settable']({
    package_status,
    new_package_status,
  })
