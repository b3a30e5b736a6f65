import type { Write } from '../../db/requests.ts'
import { refused } from './refusals.ts'
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

/** The effects of a move besides the package's status. */
interface Effect {
  /** The bag that counts the package. */
  bag: BagRecord | undefined
  /** Whether it leaves that bag, which is open. */
  leaves: boolean
  /** By how much it counts more as open, and as delivered: 1, 0 or -1. */
  openChange: number
  delivered: number
  /** The grams that the bag counts of it, and by how many these change. */
  counted: number
  weightChange: number
  /** The courier who is credited with a delivery. */
  courier: string | undefined
}

/** Throws a conflict if the weight changes in a bag whose manifest is final. */
function effectOf({ record, to, also }: PackageMove, before: ReadonlyMap<string, BagRecord>): Effect {
  const from = record.status
  const bag = record.bag_id === undefined ? undefined : before.get(record.bag_id)
  const leaves = bag !== undefined && isOpen(bag.status) && from === 'ASSIGNED_TO_BAG' && to !== from
  // The manifest has the package's weight from when the bag last held it. A package that returns counts with its current
  // weight.
  const counted = record.bag_weight_g ?? record.weight_g
  const weightChange = bag && to === 'ASSIGNED_TO_BAG' ? (also?.weight_g ?? record.weight_g) - counted : 0
  if (bag && weightChange !== 0) refuseUnderWay(bag)
  return {
    bag,
    leaves,
    openChange: toNumber(open.includes(to)) - toNumber(open.includes(from)),
    delivered: toNumber(to === 'DELIVERED') - toNumber(from === 'DELIVERED'),
    counted,
    weightChange,
    courier: leaves ? undefined : bag?.courier_id,
  }
}

/** The difference in a bag's counts after a move of one of its packages. */
const tallyAfter = (tally: Tally, { record, to }: PackageMove, effect: Effect): Tally => ({
  packages: tally.packages - toNumber(effect.leaves),
  weight_g: tally.weight_g + (effect.leaves ? -effect.counted : effect.weightChange),
  open: tally.open + (effect.leaves ? -1 : effect.openChange),
  delivered: tally.delivered + (effect.leaves ? 0 : effect.delivered),
  held: tally.held + (isHeld(record) ? inBag(to) - inBag(record.status) : 0),
})

/** The package's fields that change. */
function changeOf({ record, to, also }: PackageMove, effect: Effect, moment: string): Partial<PackageRecord> {
  const { bag, leaves, openChange, delivered, counted, weightChange, courier } = effect
  return {
    ...also,
    ...(weightChange !== 0 && { bag_weight_g: counted + weightChange }),
    status: to,
    updated_at: moment,
    ...(delivered !== 0 && { delivered_by: delivered > 0 ? courier : undefined }),
    ...(leaves
      ? withoutBag(record, moment)
      : bag && openChange !== 0 && { stays: endLastStay(record, openChange < 0 ? moment : undefined) }),
  }
}

/**
 * Moves packages: the writes to them, to the bags that count them, to those bags' flights and to the credited
 * couriers. `before` holds every bag that counts one of them, by id. Throws a conflict for a delivery without a permit.
 */
export function movePackages(
  ctx: Pick<TenantContext, 'table' | 'now'>,
  moves: readonly PackageMove[],
  before: ReadonlyMap<string, BagRecord>,
  permit?: DeliveryPermit,
): Moved {
  const { table } = ctx
  const moment = ctx.now.toISOString()
  const writes: Write[] = []
  const tallies = new Map<string, Tally>()
  const credits = new Map<string, number>()
  const records = new Map<string, PackageRecord>()
  const left: PackageRecord[] = []
  const credit = (courier: string | undefined, deliveries: number) =>
    courier !== undefined && credits.set(courier, (credits.get(courier) ?? 0) + deliveries)

  for (const move of moves) {
    const { record } = move
    const effect = effectOf(move, before)
    const { bag, leaves, delivered, courier } = effect
    if (bag) tallies.set(bag.id, tallyAfter(tallies.get(bag.id) ?? zeroTally, move, effect))
    if (delivered > 0) {
      expectPermit(permit)
      credit(courier, 1)
    }
    if (delivered < 0) credit(record.delivered_by, -1)
    const revised = table.updateVersion(packages, record, changeOf(move, effect, moment))
    writes.push(revised.write)
    records.set(record.id, revised.record)
    if (bag && leaves) {
      left.push(revised.record)
      writes.push(table.remove(manifestEntries, { bag_id: bag.id, id: record.id }))
    }
  }
  const bags = countInBags(ctx, tallies, before)
  writes.push(...bags.writes)
  for (const [courier, deliveries] of credits) writes.push(...creditDeliveries(table, courier, deliveries))
  const steps = moves.map(({ record, to }) => ({ from: record.status, to }))
  return { writes, steps, records, bags: bags.after, left }
}

/** Adds tallies to what bags count, and their weight to the load of their flights. */
function countInBags(
  { table, now }: Pick<TenantContext, 'table' | 'now'>,
  tallies: ReadonlyMap<string, Tally>,
  before: ReadonlyMap<string, BagRecord>,
) {
  const writes: Write[] = []
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
  return { writes, after }
}

/** The manifest is final once the bag is in transit. */
function refuseUnderWay({ status, delivered_from }: BagRecord): void {
  const statusBeforeDelivery = status === 'DELIVERED' ? (delivered_from ?? status) : status
  if (!isBeforeTransit(statusBeforeDelivery)) throw refused.package_weight_final({ bag_status: status })
}

/** A package's fields after it was taken out of its bag, which is open. */
export const withoutBag = ({ stays }: PackageRecord, moment: string): Partial<PackageRecord> => ({
  bag_id: undefined,
  bag_weight_g: undefined,
  before_bag: undefined,
  stays: withLastStay(stays, { until: moment, removed: true }),
})

/** The last stay ends, or continues. */
export const endLastStay = ({ stays }: PackageRecord, until: string | undefined) =>
  withLastStay(stays, { until })

type Stays = PackageRecord['stays']
const withLastStay = (stays: Stays, change: Partial<Stays[number]>) =>
  stays.map((stay, i) => (i === stays.length - 1 ? { ...stay, ...change } : stay))
