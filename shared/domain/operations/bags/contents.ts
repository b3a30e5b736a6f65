import type { Plan } from '../../../db/commit.ts'
import { conflict, inOrder, Refusal } from '../../../core/errors.ts'
import { noChange, revisedBag, tallied, weighed } from '../changes/bag.ts'
import { bags, members, mostInBag, type BagRecord, type BagView } from '../../bags/record.ts'
import { isOpen } from '../../states/bag.ts'
import { shown } from './bags.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { events, happening } from '../../timeline/timeline-events.ts'
import { leaves } from '../../kernel/state-machine.ts'
import { ended, outOfBag } from '../changes/package-moves.ts'
import { codePointers, holder, packagePointers, packages, type PackageRecord } from '../../packages/record.ts'
import { packageMachine } from '../../states/package.ts'
import { followWithShipment, type Parcel } from '../../packages/with-bag.ts'
import { recounted } from '../../shipments/progress.ts'
import { shipments, type ShipmentRecord } from '../../shipments/record.ts'

type Filled = BagView & { package_id: string }

/** Bag and pointer side by side, then the package with what depends on it. Throws "Bag not found", "Package not found". */
async function bagAndPackage({ table }: TenantContext, bagId: string, packageId: string) {
  const [bag, pointer] = await inOrder(
    table.get(bags, { id: bagId }),
    table.get(packagePointers, { id: packageId }),
  )
  const { bag: last, ...parcel } = await followWithShipment(table, pointer)
  return { bag, last, pointer, ...parcel }
}

/**
 * Puts a package into an open bag; a package that is in it already stays there and counts once. Throws not found, and a
 * conflict where bag, package or flight do not allow it.
 */
export async function addToBag(ctx: TenantContext, bagId: string, packageId: string): Promise<Plan<Filled>> {
  const { table, now } = ctx
  const { bag, record, last, pointer, shipment } = await bagAndPackage(ctx, bagId, packageId)
  const show = await shown(ctx)
  // The bag was read before the package, so it may not count it yet.
  if (holder(record) === bag.id)
    return { writes: [], result: { ...show(await table.get(bags, { id: bag.id })), package_id: record.id } }
  refuseToAdd(bag, record, last)
  const moment = now.toISOString()
  const tally = { packages: 1, weight_g: record.weight_g, open: 1, delivered: 0 }
  const filled = revisedBag(table, bag, tallied(bag, tally), now)
  const packed = table.revise(packages, record, {
    status: 'ASSIGNED_TO_BAG',
    bag_id: bag.id,
    bag_weight_g: record.weight_g,
    before_bag: record.status,
    stays: [...(last ? ended(record, moment) : record.stays), { bag_id: bag.id, from: moment }].slice(
      -mostStays,
    ),
    updated_at: moment,
  })
  const { id, shipment_id } = record
  const hinting = { ...pointer, bag_id: bag.id }
  const writes = [
    filled.write,
    packed.write,
    table.put(members, { bag_id: bag.id, id, shipment_id }),
    table.put(packagePointers, hinting),
    table.put(codePointers, hinting),
    ...weighed(table, bag, record.weight_g),
    // The bag that it came by counts it no longer, and may be delivered by that.
    ...(last ? [revisedBag(table, last, tallied(last, { ...noChange, open: -1 }), now).write] : []),
    ...told(ctx, shipment, { record, to: 'ASSIGNED_TO_BAG' }, bag),
  ]
  return { writes, result: { ...show(filled.record), package_id: id } }
}
/** Stays that a package remembers. */
const mostStays = 20

function refuseToAdd(bag: BagRecord, record: PackageRecord, last: BagRecord | undefined): void {
  if (!isOpen(bag.status)) throw conflict(`The bag is ${bag.status}; no more packages go into it`)
  if (bag.total_packages >= mostInBag) throw conflict(`A bag holds at most ${mostInBag} packages`)
  if (holder(record) !== undefined)
    throw conflict(`The package is in bag ${last?.label ?? record.bag_id ?? ''}`)
  if (!leaves(packageMachine, 'ASSIGNED_TO_BAG').includes(record.status))
    throw conflict(`A package that is ${record.status} goes into no bag`)
}

/** Takes a package out of an open bag; it is again what it was before. Throws not found, and a conflict. */
export async function removeFromBag(
  ctx: TenantContext,
  bagId: string,
  packageId: string,
): Promise<Plan<Filled>> {
  const { table, now } = ctx
  const { bag, record, shipment } = await bagAndPackage(ctx, bagId, packageId)
  if (holder(record) !== bag.id) throw new Refusal('not_found', 'The package is not in this bag')
  if (!isOpen(bag.status)) throw conflict(`The bag is ${bag.status}; no package is taken out of it`)
  ctx.expectVersion(bag.version)
  const to = record.before_bag ?? 'CREATED'
  const tally = { packages: -1, weight_g: -record.weight_g, open: -1, delivered: 0 }
  const emptied = revisedBag(table, bag, tallied(bag, tally), now)
  const out = { ...outOfBag(record), status: to, updated_at: now.toISOString() }
  const writes = [
    emptied.write,
    table.revise(packages, record, out).write,
    table.remove(members, { bag_id: bag.id, id: record.id }),
    ...weighed(table, bag, -record.weight_g),
    ...told(ctx, shipment, { record, to }, bag),
  ]
  return { writes, result: { ...(await shown(ctx))(emptied.record), package_id: record.id } }
}

/** What the shipment counts, and what its timeline tells. */
function told(
  ctx: TenantContext,
  shipment: ShipmentRecord,
  { record, to }: Pick<Parcel, 'record'> & { to: PackageRecord['status'] },
  { id: bag_id, origin }: BagRecord,
) {
  const { table, now } = ctx
  const type = to === 'ASSIGNED_TO_BAG' ? 'ASSIGNED_TO_BAG' : 'REMOVED_FROM_BAG'
  const event = happening(ctx, shipment, type, { package_id: record.id, bag_id, location: origin })
  const progress = recounted(shipment, [{ from: record.status, to }], now)
  return [table.create(events, event), table.revise(shipments, shipment, progress).write]
}
