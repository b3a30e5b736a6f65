import * as z from 'zod'
import type { TenantTable } from '../../db/table.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { PackageRecord } from '../packages/record.ts'
import type { EventRecord } from '../timeline/timeline-events.ts'
import { warehouses, warehouseTexts, type WarehouseRecord } from '../warehouses/record.ts'

/** Where a recipient collects packages; a text is empty if it is unknown. */
export const PickupPlace = lazySchema(() =>
  z
    .object({
      name: z.string().meta(warehouseTexts.name),
      address: z.string().meta(warehouseTexts.address),
      city: z.string().meta(warehouseTexts.city),
      hours: z.string().meta(warehouseTexts.hours),
      phone: z.string().meta(warehouseTexts.phone),
    })
    .meta({ id: 'PickupPlace' }),
)
export type PickupPlace = z.output<typeof PickupPlace>

/** The warehouse that took a package in at its counter, by the event of its registration; undefined if none did. */
export const counterOf = (own: readonly EventRecord[]): string | undefined =>
  own.find(({ event_type, warehouse_id }) => event_type === 'PACKAGE_CREATED' && warehouse_id !== undefined)
    ?.warehouse_id

/** The warehouses of these ids, each once, in one call. */
export async function warehousesWith(
  table: Pick<TenantTable, 'many'>,
  ids: readonly (string | undefined)[],
): Promise<WarehouseRecord[]> {
  const refs = [...new Set(ids)].flatMap((id) => (id === undefined ? [] : { id }))
  return table.many(warehouses, refs, { skipUnreadable: true })
}

/** The name of a warehouse, or its city; "" if neither is known. */
export const nameOf = (warehouse: WarehouseRecord | undefined): string =>
  warehouse ? warehouse.name || warehouse.city : ''

/** The ids of the warehouses where packages wait. */
export const waitingAt = (packages: readonly PackageRecord[]): string[] =>
  packages.flatMap(({ status, arrived_at_warehouse }) =>
    status === 'READY_FOR_PICKUP' && arrived_at_warehouse !== undefined ? [arrived_at_warehouse] : [],
  )

/** Warehouses as recipients see them, in the order of their ids. */
export const pickupPlaces = (found: readonly WarehouseRecord[]): PickupPlace[] =>
  found
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ code, name, address, city, hours, phone }) => ({
      name: name || code,
      address,
      city,
      hours,
      phone,
    }))
