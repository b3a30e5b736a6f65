import type { Plan } from '../../../db/commit.ts'
import { absent, all, below, equals, type Condition } from '../../../db/conditions.ts'
import { conflict, allInOrder, Refusal } from '../../../core/errors.ts'
import { zeroTally, updateBag, countersAfter, reserveFlightCapacity, type Tally } from '../changes/bag.ts'
import {
  bags,
  manifestEntries,
  maxPackagesPerBag,
  type BagRecord,
  type BagResponse,
} from '../../bags/record.ts'
import { isOpen } from '../../states/bag.ts'
import { bagPresenter } from './bags.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { events, timelineEvent } from '../../timeline/timeline-events.ts'
import { statesLeftBy } from '../../kernel/state-machine.ts'
import { endLastStay, withoutBag } from '../changes/package-moves.ts'
import {
  codePointers,
  containingBagId,
  packagePointers,
  packages,
  type PackageRecord,
} from '../../packages/record.ts'
import { packageMachine } from '../../states/package.ts'
import { followWithShipment, type PackageWithBag } from '../../packages/with-bag.ts'
import { progressAfter } from '../../shipments/progress.ts'
import { shipments, type ShipmentRecord } from '../../shipments/record.ts'

type Filled = BagResponse & { package_id: string }

/**
 * Reads bag and pointer in parallel, then the package and what depends on it. Throws "Bag not found", "Package not
 * found".
 */
async function bagAndPackage({ table }: TenantContext, bagId: string, packageId: string) {
  const [bag, pointer] = await allInOrder(
    table.get(bags, { id: bagId }),
    table.get(packagePointers, { id: packageId }),
  )
  const { bag: last, ...parcel } = await followWithShipment(table, pointer)
  return { bag, last, pointer, ...parcel }
}

/**
 * Adds a package to an open bag; adding it again changes nothing. Throws not_found, and a conflict if bag, package
 * or flight do not allow it.
 */
export async function addToBag(ctx: TenantContext, bagId: string, packageId: string): Promise<Plan<Filled>> {
  const { table, now } = ctx
  const { bag, record, last, pointer, shipment } = await bagAndPackage(ctx, bagId, packageId)
  const show = await bagPresenter(ctx)
  // The bag was read before the package, so it may not count the package yet.
  if (containingBagId(record) === bag.id)
    return { writes: [], result: { ...show(await table.get(bags, { id: bag.id })), package_id: record.id } }
  refuseToAdd(bag, record, last)
  const moment = now.toISOString()
  const tally = { packages: 1, weight_g: record.weight_g, open: 1, delivered: 0 }
  const counted = countInOpenBag(ctx, bag, tally, below('total_packages', maxPackagesPerBag))
  const packed = table.updateVersion(packages, record, {
    status: 'ASSIGNED_TO_BAG',
    bag_id: bag.id,
    bag_weight_g: record.weight_g,
    before_bag: record.status,
    stays: [...(last ? endLastStay(record, moment) : record.stays), { bag_id: bag.id, from: moment }].slice(
      -maxStays,
    ),
    updated_at: moment,
  })
  const { id, shipment_id } = record
  const pointerWithBag = { ...pointer, bag_id: bag.id }
  const writes = [
    counted.write,
    packed.write,
    table.put(manifestEntries, { bag_id: bag.id, id, shipment_id }),
    table.put(packagePointers, pointerWithBag),
    table.put(codePointers, pointerWithBag),
    ...reserveFlightCapacity(table, bag, record.weight_g),
    // The previous bag counts one open package less. If that was its last one, the bag becomes DELIVERED.
    ...(last ? [updateBag(table, last, countersAfter(last, { ...zeroTally, open: -1 }), now).write] : []),
    ...recordEvent(ctx, shipment, { record, to: 'ASSIGNED_TO_BAG' }, bag),
  ]
  return { writes, ...(await responseOf(ctx, bag, record, counted)) }
}

/**
 * Counts a package in an open bag, or no longer, whatever version the bag has: many workers may fill one bag at once, and
 * none has to decide again because of the others.
 */
function countInOpenBag(
  { table, now }: TenantContext,
  bag: BagRecord,
  { packages, weight_g, open }: Tally,
  ...conditions: Condition[]
) {
  const updated_at = now.toISOString()
  const write = table.patchUnread(
    bags,
    bag,
    {
      set: { updated_at },
      add: { total_packages: packages, total_weight_g: weight_g, open_packages: open },
    },
    { when: all(equals('status', bag.status), onSameFlight(bag), ...conditions) },
  )
  const counters = countersAfter(bag, { packages, weight_g, open, delivered: 0 })
  return { write, record: { ...bag, ...counters, updated_at, version: bag.version + 1 } }
}

/** The weight was reserved on the flight that the bag had when it was read. */
const onSameFlight = ({ flight_id }: BagRecord) =>
  flight_id === undefined ? absent('flight_id') : equals('flight_id', flight_id)

/** The bag with its change, read again after the commit, since others may have changed it in between. */
async function responseOf(
  ctx: TenantContext,
  { id }: BagRecord,
  { id: package_id }: PackageRecord,
  { record }: { record: BagRecord },
) {
  const show = await bagPresenter(ctx)
  return {
    result: { ...show(record), package_id },
    reread: async () => {
      const after = await ctx.table.find(bags, { id })
      return after && { ...show(after), package_id }
    },
  }
}

/** The number of bags, the current one included, in a package's history of bags. */
const maxStays = 20

function refuseToAdd(bag: BagRecord, record: PackageRecord, last: BagRecord | undefined): void {
  if (!isOpen(bag.status)) throw conflict(`A bag with status ${bag.status} takes no more packages`)
  if (bag.total_packages >= maxPackagesPerBag)
    throw conflict(`A bag holds at most ${maxPackagesPerBag} packages`)
  if (containingBagId(record) !== undefined)
    throw conflict(`The package is in bag ${last?.label ?? record.bag_id ?? ''}`)
  if (!statesLeftBy(packageMachine, 'ASSIGNED_TO_BAG').includes(record.status))
    throw conflict(`A package with status ${record.status} cannot be put into a bag`)
}

/** Removes a package from an open bag and restores its status. Throws not_found, and a conflict. */
export async function removeFromBag(
  ctx: TenantContext,
  bagId: string,
  packageId: string,
): Promise<Plan<Filled>> {
  const { table, now } = ctx
  const { bag, record, shipment } = await bagAndPackage(ctx, bagId, packageId)
  if (containingBagId(record) !== bag.id) throw new Refusal('not_found', 'The package is not in this bag')
  if (!isOpen(bag.status)) throw conflict(`The bag is ${bag.status}; no package is taken out of it`)
  const conditions = ctx.expectVersion(bag.version)
  const to = record.before_bag ?? 'CREATED'
  const tally = { packages: -1, weight_g: -record.weight_g, open: -1, delivered: 0 }
  const counted = countInOpenBag(ctx, bag, tally, ...conditions)
  const out = { ...withoutBag(record), status: to, updated_at: now.toISOString() }
  const writes = [
    counted.write,
    table.updateVersion(packages, record, out).write,
    table.remove(manifestEntries, { bag_id: bag.id, id: record.id }),
    ...reserveFlightCapacity(table, bag, -record.weight_g),
    ...recordEvent(ctx, shipment, { record, to }, bag),
  ]
  return { writes, ...(await responseOf(ctx, bag, record, counted)) }
}

/** The shipment's counters and its timeline event. */
function recordEvent(
  ctx: TenantContext,
  shipment: ShipmentRecord,
  { record, to }: Pick<PackageWithBag, 'record'> & { to: PackageRecord['status'] },
  { id: bag_id, origin }: BagRecord,
) {
  const { table, now } = ctx
  const type = to === 'ASSIGNED_TO_BAG' ? 'ASSIGNED_TO_BAG' : 'REMOVED_FROM_BAG'
  const event = timelineEvent(ctx, shipment, type, { package_id: record.id, bag_id, location: origin })
  const progress = progressAfter(shipment, [{ from: record.status, to }], now)
  return [table.create(events, event), table.updateVersion(shipments, shipment, progress).write]
}
