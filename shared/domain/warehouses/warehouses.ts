import type * as z from 'zod'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { differences, Id } from '../kernel/fields.ts'
import { readSettings } from '../settings/settings.ts'
import {
  registerOnFirstUse,
  warehouses,
  type NewWarehouse,
  type WarehouseChange,
  type WarehouseRecord,
} from './record.ts'

/**
 * The warehouse with an id, for an operation that refers to it. If the id is new, `writes` creates the warehouse; add them
 * to the operation's transaction. Throws "Warehouse not found" for an id that is not a UUID, and for a new one that a courier
 * names, or that the company's settings do not allow.
 */
export async function warehouseAt(
  ctx: TenantContext,
  warehouseId: string,
): Promise<{ warehouse: WarehouseRecord; writes: Write[] }> {
  const { data: id } = Id.safeParse(warehouseId)
  if (id === undefined) throw notFound(warehouses.noun)
  const existing = await ctx.table.find(warehouses, { id })
  if (existing) return { warehouse: existing, writes: [] }
  if (ctx.actor.role === 'courier') throw notFound(warehouses.noun)
  const { registered_only } = (await readSettings(ctx.table)).warehouses
  if (registered_only) throw refused.warehouse_not_registered()
  const warehouse = registerOnFirstUse(ctx, id)
  return { warehouse, writes: [ctx.table.create(warehouses, warehouse)] }
}

/** Creates a warehouse; without a code it gets the one derived from its id. */
export function openWarehouse(
  ctx: TenantContext,
  { code, ...input }: z.output<typeof NewWarehouse>,
): Promise<Plan<WarehouseRecord>> {
  const record = { ...registerOnFirstUse(ctx, ctx.newId()), ...input, ...(code !== undefined && { code }) }
  return Promise.resolve({ writes: [ctx.table.create(warehouses, record)], result: record })
}

/** Throws "Warehouse not found", also for an id that is not used yet. */
export const readWarehouse = ({ table }: TenantContext, id: string) => table.get(warehouses, { id })

/** Newest first. */
export const listWarehouses = ({ table }: TenantContext, page: PageRequest): Promise<Page<WarehouseRecord>> =>
  table.list(warehouses, { index: 'gsi1', partition: 'WH', newestFirst: true, ...page })

/** Merges the named fields. Throws not_found and stale (If-Match). */
export async function changeWarehouse(
  { table, now, expectVersion }: TenantContext,
  id: string,
  input: z.output<typeof WarehouseChange>,
): Promise<Plan<WarehouseRecord>> {
  const current = await table.get(warehouses, { id })
  expectVersion(current.version)
  const change = differences(current, input)
  if (Object.keys(change).length === 0) return { writes: [], result: current }
  const { write, record } = table.updateVersion(warehouses, current, {
    ...change,
    updated_at: now.toISOString(),
  })
  return { writes: [write], result: record }
}
