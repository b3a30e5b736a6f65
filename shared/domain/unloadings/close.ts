import type * as z from 'zod'
import { refused } from './refusals.ts'
import type { TenantContext } from '../kernel/context.ts'
import { updateBag } from '../bags/changes.ts'
import { bags } from '../bags/record.ts'
import { openUnloadings, unloadings, type Unloading } from './record.ts'
import { reportMissing } from './open-cases.ts'
import { readUnloading } from './read.ts'

/**
 * Ends an unloading, which its bag then names: opens a case of each missing package, then closes. If it fails in between, it is still open, and a
 * repetition opens the cases that are left. Throws "Unloading not found", stale (If-Match), a conflict if it is closed.
 */
export async function closeUnloading(ctx: TenantContext, id: string): Promise<z.input<typeof Unloading>> {
  const { record, missing, version } = await readUnloading(ctx, id)
  ctx.expectVersion(version)
  const { table, actor, now } = ctx
  if (record.status === 'OPEN') await reportMissing(ctx, record, missing)
  await ctx.transact(async () => {
    const current = await table.get(unloadings, { id: record.id })
    if (current.status === 'CLOSED') throw refused.unloading_closed()
    const at = now.toISOString()
    const closed = { status: 'CLOSED' as const, closed_by: actor.user_id, closed_at: at }
    const { bag_id, warehouse_id } = current
    // A bag that was deleted meanwhile has no record to say so.
    const bag = await table.find(bags, { id: bag_id })
    const unloaded = { unloading_id: current.id, warehouse_id, at }
    return {
      writes: [
        table.updateVersion(unloadings, current, closed).write,
        table.remove(openUnloadings, { bag_id, warehouse_id }),
        ...(bag ? [updateBag(table, bag, { unloaded }, now).write] : []),
      ],
      result: undefined,
    }
  })
  return readUnloading(ctx, record.id)
}
