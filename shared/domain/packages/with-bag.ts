import type { TenantTable } from '../../db/table.ts'
import { notFound } from '../../core/refusals.ts'
import { bags, type BagRecord } from '../bags/record.ts'
import { packageCodeOf } from '../kernel/scanned-code.ts'
import {
  codePointers,
  maxPackagesPerShipment,
  packagePointers,
  packages,
  packagesOf,
  type PackageRecord,
  type Pointer,
} from './record.ts'
import { shipments, type ShipmentRecord } from '../shipments/record.ts'

/** A package with the bag that counts it, on which its effective status and its transitions depend. */
export interface PackageWithBag {
  record: PackageRecord
  bag: BagRecord | undefined
}

/** Where a package is, by its id or the code of its label, in one read. Throws "Package not found". */
export function pointerTo(table: Pick<TenantTable, 'get'>, name: string): Promise<Pointer> {
  const qr_code = packageCodeOf(name)
  return qr_code === undefined ? table.get(packagePointers, { id: name }) : table.get(codePointers, { qr_code })
}

/** Follows a pointer: package and bag are read in parallel. Pointers outlive a deleted shipment's packages. */
export async function parcelAt(
  table: Pick<TenantTable, 'find'>,
  { bag_id, ...at }: Pointer,
): Promise<PackageWithBag | undefined> {
  const [record, hintedBag] = await Promise.all([
    table.find(packages, at),
    bag_id === undefined ? undefined : table.find(bags, { id: bag_id }),
  ])
  if (record?.bag_id === undefined) return record && { record, bag: undefined }
  const bag = hintedBag?.id === record.bag_id ? hintedBag : await table.find(bags, { id: record.bag_id })
  return { record, bag }
}

/** The same. Throws "Package not found". */
export async function followPointer(table: TenantTable, pointer: Pointer): Promise<PackageWithBag> {
  const parcel = await parcelAt(table, pointer)
  if (!parcel) throw notFound('Package')
  return parcel
}

/** The same, with the shipment. */
export async function followWithShipment(
  table: TenantTable,
  pointer: Pointer,
): Promise<PackageWithBag & { shipment: ShipmentRecord }> {
  const [parcel, shipment] = await Promise.all([
    followPointer(table, pointer),
    table.find(shipments, { id: pointer.shipment_id }),
  ])
  if (!shipment) throw notFound('Package')
  return { ...parcel, shipment }
}

/** A shipment, if it exists, and its packages, newest first, in one call, since they share a partition. */
export async function shipmentWithPackages(table: TenantTable, id: string) {
  const found = { ...packagesOf(id), to: 'SHIP', limit: 1 + maxPackagesPerShipment }
  const { SHIP, PKG } = await table.listByKind({ SHIP: shipments, PKG: packages }, found)
  return { shipment: SHIP[0], contents: PKG }
}

/** Bags by id. */
export async function bagsById(table: TenantTable, ids: Iterable<string | undefined>) {
  const named = [...new Set(ids)].filter((id) => id !== undefined)
  const found = await table.many(
    bags,
    named.map((id) => ({ id })),
  )
  return new Map(found.map((bag) => [bag.id, bag]))
}

export const bagMap = (bag: BagRecord | undefined): ReadonlyMap<string, BagRecord> =>
  new Map(bag ? [[bag.id, bag]] : [])
