import type { Write } from '../../db/requests.ts'
import { conflict } from '../../core/errors.ts'
import { isOpen, isBeforeTransit } from '../bags/status.ts'
import {
  creditDeliveries,
  zeroTally,
  updateBag,
  countersAfter,
  reserveFlightCapacity,
  type Tally,
} from '../bags/changes.ts'
import { manifestEntries, type BagRecord } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { isHeld } from './open-cases.ts'
import { packages, type PackageRecord } from './record.ts'
import { open, type PackageStatus } from './status.ts'
import type { Step } from '../shipments/progress.ts'
import { expectPermit, type DeliveryPermit } from '../handovers/delivery-permit.ts'

/** A package with its new status, and other changed fields. */
export interface PackageMove {
  record: PackageRecord
  to: PackageStatus
  also?: Partial<PackageRecord>
}
export interface Moved {
  writes: Write[]
  /** The steps for the shipment's counters. */
  steps: Step[]
  /** The packages after the move by id, and the bags. */
  records: ReadonlyMap<string, PackageRecord>
  bags: ReadonlyMap<string, BagRecord>
  /** Packages that left an open bag. */
  left: PackageRecord[]
}

const toNumber = (value: boolean) => Number(value)
const inBag = (status: PackageStatus) => toNumber(status === 'ASSIGNED_TO_BAG')

/**
 * Moves packages: the writes to them, to the bags that count them, to those bags' flights and to the credited
 * couriers. `before` holds every bag that counts one of them, by id. Throws a conflict for a delivery without a permit.
 */
export function movePackages(
  { table, now }: Pick<TenantContext, 'table' | 'now'>,
  moves: readonly PackageMove[],
  before: ReadonlyMap<string, BagRecord>,
  permit?: DeliveryPermit,
): Moved {
  const moment = now.toISOString()
  const writes: Write[] = []
  const tallies = new Map<string, Tally>()
  const credits = new Map<string, number>()
  const records = new Map<string, PackageRecord>()
  const left: PackageRecord[] = []
  const credit = (courier: string | undefined, deliveries: number) =>
    courier !== undefined && credits.set(courier, (credits.get(courier) ?? 0) + deliveries)

  for (const { record, to, also } of moves) {
    const from = record.status
    const bag = record.bag_id === undefined ? undefined : before.get(record.bag_id)
    const leaves = bag !== undefined && isOpen(bag.status) && from === 'ASSIGNED_TO_BAG' && to !== from
    const openChange = toNumber(open.includes(to)) - toNumber(open.includes(from))
    const delivered = toNumber(to === 'DELIVERED') - toNumber(from === 'DELIVERED')
    // The manifest has the package's weight from when the bag last held it. A package that returns counts with its current
    // weight.
    const counted = record.bag_weight_g ?? record.weight_g
    const weightChange = bag && to === 'ASSIGNED_TO_BAG' ? (also?.weight_g ?? record.weight_g) - counted : 0
    if (bag && weightChange !== 0) refuseUnderWay(bag)
    if (bag) {
      const { packages: count, weight_g, ...sums } = tallies.get(bag.id) ?? zeroTally
      tallies.set(bag.id, {
        packages: count - toNumber(leaves),
        weight_g: weight_g + (leaves ? -counted : weightChange),
        open: sums.open + (leaves ? -1 : openChange),
        delivered: sums.delivered + (leaves ? 0 : delivered),
        held: sums.held + (isHeld(record) ? inBag(to) - inBag(from) : 0),
      })
    }
    const courier = leaves ? undefined : bag?.courier_id
    if (delivered > 0) {
      expectPermit(permit)
      credit(courier, 1)
    }
    if (delivered < 0) credit(record.delivered_by, -1)
    const change = {
      ...also,
      ...(weightChange !== 0 && { bag_weight_g: counted + weightChange }),
      status: to,
      updated_at: moment,
      ...(delivered !== 0 && { delivered_by: delivered > 0 ? courier : undefined }),
      ...(leaves
        ? withoutBag(record)
        : bag && openChange !== 0 && { stays: endLastStay(record, openChange < 0 ? moment : undefined) }),
    }
    const revised = table.updateVersion(packages, record, change)
    writes.push(revised.write)
    records.set(record.id, revised.record)
    if (leaves) {
      left.push(revised.record)
      writes.push(table.remove(manifestEntries, { bag_id: bag.id, id: record.id }))
    }
  }
  const after = new Map(before)
  const loads = new Map<string, { flight: NonNullable<BagRecord['flight']>; weight_g: number }>()
  for (const [id, tally] of tallies) {
    const bag = before.get(id)
    if (!bag || Object.values(tally).every((change) => change === 0)) continue
    const revised = updateBag(table, bag, countersAfter(bag, tally), now)
    after.set(id, revised.record)
    writes.push(revised.write)
    // Two bags may share a flight, which a transaction may name only once.
    const { flight } = bag
    if (flight)
      loads.set(flight.id, { flight, weight_g: (loads.get(flight.id)?.weight_g ?? 0) + tally.weight_g })
  }
  for (const { flight, weight_g } of loads.values())
    writes.push(...reserveFlightCapacity(table, { flight }, weight_g))
  for (const [courier, deliveries] of credits) writes.push(...creditDeliveries(table, courier, deliveries))
  const steps = moves.map(({ record, to }) => ({ from: record.status, to }))
  return { writes, steps, records, bags: after, left }
}

/** The manifest is final once the bag is in transit. */
function refuseUnderWay({ status, delivered_from }: BagRecord): void {
  const statusBeforeDelivery = status === 'DELIVERED' ? (delivered_from ?? status) : status
  if (!isBeforeTransit(statusBeforeDelivery))
    throw conflict(`The package is in a bag that is ${status}; its weight cannot change any more`)
}

/** A package's fields after leaving its last bag. */
export const withoutBag = ({ stays }: PackageRecord): Partial<PackageRecord> => ({
  bag_id: undefined,
  bag_weight_g: undefined,
  before_bag: undefined,
  stays: stays.slice(0, -1),
})

/** The last stay ends, or continues. */
export const endLastStay = ({ stays }: PackageRecord, until: string | undefined) =>
  stays.map((stay, i) => (i === stays.length - 1 ? { ...stay, until } : stay))
