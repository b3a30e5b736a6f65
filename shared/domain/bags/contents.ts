import type { Plan } from '../../db/commit.ts'
import { allInOrder } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { reserveFlightCapacity } from './changes.ts'
import { bags, manifestEntries, type BagRecord, type BagResponse } from './record.ts'
import { isOpen } from './status.ts'
import { bagPresenter } from './bags.ts'
import type { TenantContext } from '../kernel/context.ts'
import { withoutBag } from '../packages/moves.ts'
import { containingBagId, packages, type PackageRecord } from '../packages/record.ts'
import { isHeld } from '../packages/open-cases.ts'
import { followWithShipment, pointerTo } from '../packages/with-bag.ts'
import {
  countInOpenBag,
  countPackages,
  createEvent,
  followShipment,
  packingWrites,
  refuseToAdd,
} from './packing.ts'

type Filled = BagResponse & { package_id: string }

/**
 * Reads bag and pointer in parallel, then the package and what depends on it. Throws "Bag not found", "Package not
 * found".
 */
async function bagAndPackage({ table }: TenantContext, bagId: string, packageId: string) {
  const [bag, pointer] = await allInOrder(table.get(bags, { id: bagId }), pointerTo(table, packageId))
  const { bag: last, ...parcel } = await followWithShipment(table, pointer)
  return { bag, last, pointer, ...parcel }
}

/**
 * Adds a package to an open bag; adding it again changes nothing. Throws not_found, and a conflict if bag, package
 * or flight do not allow it.
 */
export async function addToBag(ctx: TenantContext, bagId: string, packageId: string): Promise<Plan<Filled>> {
  const { table } = ctx
  const { bag, record, last, pointer, shipment } = await bagAndPackage(ctx, bagId, packageId)
  const show = await bagPresenter(ctx)
  // The bag was read before the package, so it may not count the package yet.
  if (containingBagId(record) === bag.id)
    return { writes: [], result: { ...show(await table.get(bags, { id: bag.id })), package_id: record.id } }
  refuseToAdd(bag, record, last)
  const counted = countPackages(ctx, bag, [record])
  const writes = [...counted.writes, ...(await packingWrites(ctx, bag, [{ record, last, pointer, shipment }]))]
  return { writes, ...(await responseOf(ctx, bag, record, counted)) }
}

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

/** Removes a package from an open bag and restores its status. Throws not_found, and a conflict. */
export async function removeFromBag(
  ctx: TenantContext,
  bagId: string,
  packageId: string,
): Promise<Plan<Filled>> {
  const { table, now } = ctx
  const { bag, record, shipment } = await bagAndPackage(ctx, bagId, packageId)
  if (containingBagId(record) !== bag.id) throw refused.package_not_in_bag()
  if (!isOpen(bag.status)) throw refused.bag_contents_final({ bag_status: bag.status })
  const conditions = ctx.expectVersion(bag.version)
  const to = record.before_bag ?? 'CREATED'
  const tally = {
    packages: -1,
    weight_g: -record.weight_g,
    open: -1,
    delivered: 0,
    held: isHeld(record) ? -1 : 0,
  }
  const counted = countInOpenBag(ctx, bag, tally, ...conditions)
  const moment = now.toISOString()
  const out = { ...withoutBag(record, moment), status: to, updated_at: moment }
  const writes = [
    counted.write,
    table.updateVersion(packages, record, out).write,
    table.remove(manifestEntries, { bag_id: bag.id, id: record.id }),
    ...reserveFlightCapacity(table, bag, -record.weight_g),
    createEvent(ctx, shipment, { record, to }, bag),
    ...(await followShipment(ctx, shipment, [{ from: record.status, to }])),
  ]
  return { writes, ...(await responseOf(ctx, bag, record, counted)) }
}
