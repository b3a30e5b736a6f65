import * as z from 'zod'
import { forEachParallel } from '../../core/batches.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { ReplyToItem, ItemReply, TenantContext } from '../kernel/context.ts'
import { Find, FindResult } from './find-record.ts'
import { unloadings, type UnloadingRecord } from './record.ts'
import { pointersOf, scannedCode, type ScannedCode } from '../scans/scanned-code.ts'
import { recordFind } from './find.ts'

/** The maximum number of finds of a request, and how many are recorded in parallel. */
const maxFinds = 40
const atOnce = 8
/** How long the answer to a find is kept, in seconds: longer than a shift works without a connection. */
const keptSeconds = 30 * 24 * 3600

export const FindBatch = lazySchema(() =>
  z
    .object({
      finds: z
        .array(Find)
        .min(1)
        .max(maxFinds)
        .meta({ description: 'The finds, in the order in which they were made' }),
    })
    .meta({
      id: 'FindBatch',
      examples: [
        {
          finds: [
            {
              find_id: '0192f3a4-9fa0-7123-9456-789abcdef012',
              qr_code: 'PKG-7K2M9QX4TB',
              condition: 'DAMAGED',
              note: 'Corner dented',
            },
          ],
        },
      ],
    }),
)
type Found = z.output<typeof Find>

/**
 * Records finds. Each is carried out and answered by itself; those of a shipment one after the other, in the order in which
 * they were sent. Throws "Unloading not found".
 */
export async function recordFinds(
  ctx: TenantContext,
  id: string,
  { finds }: z.output<typeof FindBatch>,
  replyToItem: ReplyToItem,
): Promise<{ results: (ItemReply & { find_id: string })[] }> {
  // The fields that finds need never change.
  const unloading = await ctx.table.get(unloadings, { id })
  const answers = new Map<Found, ItemReply>()
  await forEachParallel(await byShipment(ctx, finds), atOnce, async (some) => {
    for (const find of some) answers.set(find, await replyToItem(batchItemOf(unloading, find)))
  })
  return {
    results: finds.flatMap((find) => {
      const answer = answers.get(find)
      return answer ? [{ find_id: find.find_id, ...answer }] : []
    }),
  }
}

const batchItemOf = (unloading: UnloadingRecord, find: Found) => ({
  key: find.find_id,
  loc: ['body', 'find_id'],
  keptSeconds,
  input: find,
  body: Find,
  reply: FindResult,
  // The input is with what is kept of the note that they name.
  decide: (ctx: TenantContext, found: Found) =>
    recordFind(ctx, unloading, { ...found, warnings: find.warnings }),
})

/** In groups that do not write the same records. The pointers are hints; each find reads the records itself. */
async function byShipment({ table }: TenantContext, finds: readonly Found[]): Promise<Found[][]> {
  const codes = new Map(finds.map((find) => [find, readable(find.qr_code)]))
  const pointers = await pointersOf(
    table,
    [...codes.values()].flatMap((one) => one ?? []),
  )
  const groups = Map.groupBy(finds, (find) => {
    const { label, code } = codes.get(find) ?? {}
    return pointers.get(label?.i ?? code ?? '')?.shipment_id ?? find.find_id
  })
  return [...groups.values()]
}

function readable(qr_code: string): ScannedCode | undefined {
  try {
    return scannedCode(qr_code)
  } catch {
    return undefined
  }
}
