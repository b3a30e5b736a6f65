import { absent, all, below, equals, type Condition } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import { refused } from './refusals.ts'
import { zeroTally, updateBag, countersAfter, reserveFlightCapacity, type Tally } from './changes.ts'
import { bags, manifestEntries, maxPackagesPerBag, type BagRecord } from './record.ts'
import { isOpen } from './status.ts'
import type { TenantContext } from '../kernel/context.ts'
import { events, timelineEvent } from '../timeline/timeline-events.ts'
import { statesLeftBy } from '../kernel/state-machine.ts'
import { endLastStay } from '../packages/moves.ts'
import {
  codePointers,
  containingBagId,
  packagePointers,
  packages,
  type PackageRecord,
  type Pointer,
} from '../packages/record.ts'
import { refuseHeld } from '../packages/open-cases.ts'
import { packageMachine } from '../packages/status.ts'
import type { PackageWithBag } from '../packages/with-bag.ts'
import { progressAfter } from '../shipments/progress.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { updateShipment } from '../shipments/update.ts'

export interface Packable {
  record: PackageRecord
  pointer: Pointer
  shipment: ShipmentRecord
  /** The bag that it was in before. */
  last: BagRecord | undefined
}

/** Throws a conflict if a bag does not take a package. */
export function refuseToAdd(bag: BagRecord, record: PackageRecord, last: BagRecord | undefined): void {
  if (!isOpen(bag.status)) throw refused.bag_not_open({ bag_status: bag.status })
  if (bag.total_packages >= maxPackagesPerBag) throw refused.bag_has_most_packages({ max: maxPackagesPerBag })
  if (containingBagId(record) !== undefined) throw inOtherBag(record, last)
  if (!statesLeftBy(packageMachine, 'ASSIGNED_TO_BAG').includes(record.status))
    throw refused.package_not_packable({ package_status: record.status })
  refuseHeld(record)
}

/** A package can be taken out of an open bag only; out of another, it comes with a scan of its arrival. */
const inOtherBag = ({ bag_id = '' }: PackageRecord, last: BagRecord | undefined) =>
  last && !isOpen(last.status)
    ? refused.package_in_other_closed_bag({ bag: last.label, bag_status: last.status })
    : refused.package_in_other_bag({ bag: last?.label ?? bag_id })

/** Counts packages in a bag, and their weight on its flight; refused if there is no room for all of them. */
export function countPackages(ctx: TenantContext, bag: BagRecord, records: readonly PackageRecord[]) {
  const count = records.length
  const weight_g = records.reduce((sum, record) => sum + record.weight_g, 0)
  const tally = { ...zeroTally, packages: count, weight_g, open: count }
  const room = below('total_packages', maxPackagesPerBag - count + 1)
  const { write, record } = countInOpenBag(ctx, bag, tally, room)
  return { writes: [write, ...reserveFlightCapacity(ctx.table, bag, weight_g)], record }
}

/**
 * Counts a package in an open bag, or no longer, whatever version the bag has: many workers may fill one bag at once, and
 * none has to decide again because of the others.
 */
export function countInOpenBag(
  { table, now }: TenantContext,
  bag: BagRecord,
  tally: Tally,
  ...conditions: Condition[]
) {
  const updated_at = now.toISOString()
  const write = table.patchUnread(
    bags,
    bag,
    {
      set: { updated_at },
      add: {
        total_packages: tally.packages,
        total_weight_g: tally.weight_g,
        open_packages: tally.open,
        ...(tally.held !== 0 && { held_packages: tally.held }),
      },
    },
    { when: all(equals('status', bag.status), onSameFlight(bag), ...conditions) },
  )
  const counters = countersAfter(bag, tally)
  return { write, record: { ...bag, ...counters, updated_at, version: bag.version + 1 } }
}

/** The weight was reserved on the flight that the bag had when it was read. */
const onSameFlight = ({ flight_id }: BagRecord) =>
  flight_id === undefined ? absent('flight_id') : equals('flight_id', flight_id)

/** The number of bags, the current one included, that a package knows. */
const maxStays = 20
/** One stay more. Beyond the most, the first out of which it was taken again is forgotten, or else the first. */
function withStay(stays: PackageRecord['stays'], stay: PackageRecord['stays'][number]) {
  const forgotten = Math.max(
    0,
    stays.findIndex(({ removed }) => removed),
  )
  return [...(stays.length < maxStays ? stays : stays.toSpliced(forgotten, 1)), stay]
}

/**
 * The writes that put packages into a bag: five for each, one for each shipment and one for its notice, and one for each
 * former bag. Packages of one shipment, or from one former bag, have the same object.
 */
export async function packingWrites(
  ctx: TenantContext,
  bag: BagRecord,
  parcels: readonly Packable[],
): Promise<Write[]> {
  const { table, now } = ctx
  const moment = now.toISOString()
  const to = 'ASSIGNED_TO_BAG'
  const ofPackages = parcels.flatMap(({ record, last, pointer, shipment }) => {
    const { id, shipment_id } = record
    const stays = last ? endLastStay(record, moment) : record.stays
    const packed = table.updateVersion(packages, record, {
      status: to,
      bag_id: bag.id,
      bag_weight_g: record.weight_g,
      before_bag: record.status,
      stays: withStay(stays, { bag_id: bag.id, from: moment }),
      updated_at: moment,
    })
    const pointerWithBag = { ...pointer, bag_id: bag.id }
    return [
      packed.write,
      table.put(manifestEntries, { bag_id: bag.id, id, shipment_id }),
      table.put(packagePointers, pointerWithBag),
      table.put(codePointers, pointerWithBag),
      createEvent(ctx, shipment, { record, to }, bag),
    ]
  })
  const ofShipments = await Promise.all(
    [...Map.groupBy(parcels, ({ shipment }) => shipment)].map(([shipment, some]) =>
      followShipment(
        ctx,
        shipment,
        some.map(({ record }) => ({ from: record.status, to })),
      ),
    ),
  )
  // The former bag counts its open packages less. If those were its last ones, it becomes DELIVERED.
  const ofFormerBags = [...Map.groupBy(parcels, ({ last }) => last)].flatMap(([last, { length }]) =>
    last ? [updateBag(table, last, countersAfter(last, { ...zeroTally, open: -length }), now).write] : [],
  )
  return [...ofPackages, ...ofShipments.flat(), ...ofFormerBags]
}

/** The timeline event of a package that is put into a bag, or taken out of it. */
export function createEvent(
  ctx: TenantContext,
  shipment: ShipmentRecord,
  { record, to }: Pick<PackageWithBag, 'record'> & { to: PackageRecord['status'] },
  { id: bag_id, origin }: BagRecord,
): Write {
  const type = to === 'ASSIGNED_TO_BAG' ? 'ASSIGNED_TO_BAG' : 'REMOVED_FROM_BAG'
  const event = timelineEvent(ctx, shipment, type, { package_id: record.id, bag_id, location: origin })
  return ctx.table.create(events, event)
}

/** The shipment's counters after the moves of its packages, and its notices. */
export const followShipment = async (
  ctx: TenantContext,
  shipment: ShipmentRecord,
  moves: Parameters<typeof progressAfter>[1],
): Promise<Write[]> => (await updateShipment(ctx, shipment, progressAfter(shipment, moves, ctx.now))).writes
