import type * as z from 'zod'
import type { Plan } from '../../db/commit.ts'
import { allInOrder } from '../../core/errors.ts'
import { bags, manifestEntries, manifestListing } from '../bags/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { packages } from '../packages/record.ts'
import {
  openUnloadings,
  unloadings,
  type NewUnloading,
  type Unloading,
  type UnloadingRecord,
} from './record.ts'
import { warehouseAt } from '../warehouses/warehouses.ts'
import { applyToBag } from '../scans/bag-scans.ts'
import { scanDetails } from '../scans/scan-events.ts'
import { scannedBag } from '../scans/scanned-ids.ts'
import { reportBrokenSeal, travelsIn } from './open-cases.ts'
import { readUnloading } from './read.ts'

/**
 * Opens the unloading of a bag, or returns the one that is open in this warehouse. A broken seal, even if it is reported
 * later, opens cases of the expected packages, in transactions of their own: a repetition opens those that a failure left out.
 * Throws "Bag not found", "Warehouse not found", a conflict, and the errors of `scannedBag`.
 */
export async function openUnloading(
  ctx: TenantContext,
  warehouseId: string,
  input: z.output<typeof NewUnloading>,
): Promise<z.input<typeof Unloading>> {
  const record = await ctx.transact(() => begin(ctx, warehouseId, input))
  if (record.seal_intact === false) await reportBrokenSeal(ctx, record)
  return readUnloading(ctx, record.id)
}

async function begin(
  ctx: TenantContext,
  warehouseId: string,
  { bag_id = '', qr_code, seal_intact }: z.output<typeof NewUnloading>,
): Promise<Plan<UnloadingRecord>> {
  const { table, actor, now } = ctx
  const named = qr_code === undefined ? { writes: [], result: bag_id } : await scannedBag(ctx, qr_code)
  if ('refusal' in named) return named
  const [bag, { warehouse, writes: registered }] = await allInOrder(
    table.get(bags, { id: named.result }),
    warehouseAt(ctx, warehouseId),
  )
  const at = { bag_id: bag.id, warehouse_id: warehouse.id }
  const open = await table.find(openUnloadings, at)
  if (open) {
    const current = await table.get(unloadings, open)
    if (seal_intact !== false || current.seal_intact === false) return { writes: [], result: current }
    const { write, record } = table.updateVersion(unloadings, current, { seal_intact })
    return { writes: [write], result: record }
  }
  const manifest = await table.listAll(manifestEntries, manifestListing(bag.id))
  const inside = (await table.many(packages, manifest)).filter(travelsIn(bag.id))
  const record: UnloadingRecord = {
    id: ctx.newId(),
    tenant_id: actor.tenant_id,
    ...at,
    status: 'OPEN',
    seal_intact: seal_intact ?? null,
    expected: inside.map(({ id }) => id).sort(),
    opened_by: actor.user_id,
    created_at: now.toISOString(),
    closed_by: null,
    closed_at: null,
    version: 1,
  }
  const arrived = applyToBag(ctx, bag, 'ARRIVED_AT_WAREHOUSE', scanDetails(ctx, bag, warehouse, {}))
  return {
    writes: [
      ...registered,
      table.create(unloadings, record),
      table.create(openUnloadings, { ...at, id: record.id }),
      ...(arrived ? [arrived.write] : []),
    ],
    result: record,
  }
}
