import * as z from 'zod'
import type { TenantTable } from '../../db/table.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { PackageRecord } from '../packages/record.ts'
import type { EventRecord } from '../timeline/timeline-events.ts'
import { warehouses, warehouseTexts } from '../warehouses/record.ts'

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

/** The name of a warehouse, or its city; "" if neither is known. */
export async function warehouseName(table: Pick<TenantTable, 'many'>, id: string): Promise<string> {
  const [found] = await table.many(warehouses, [{ id }], { skipUnreadable: true })
  return found ? found.name || found.city : ''
}

/** The warehouses where packages wait, each once, in one call; none if that is unknown. */
export async function pickupPlaces(
  table: Pick<TenantTable, 'many'>,
  packages: readonly PackageRecord[],
): Promise<PickupPlace[]> {
  const waiting = packages.flatMap(({ status, arrived_at_warehouse }) =>
    status === 'READY_FOR_PICKUP' && arrived_at_warehouse !== undefined ? [arrived_at_warehouse] : [],
  )
  const refs = [...new Set(waiting)].map((id) => ({ id }))
  const found = await table.many(warehouses, refs, { skipUnreadable: true })
  const inOrder = found.sort((a, b) => (a.id < b.id ? -1 : 1))
  return inOrder.map(({ code, name, address, city, hours, phone }) => ({
    name: name || code,
    address,
    city,
    hours,
    phone,
  }))
}
