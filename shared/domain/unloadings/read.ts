import type * as z from 'zod'
import { notFound } from '../../core/refusals.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext } from '../kernel/context.ts'
import { finds } from './find-record.ts'
import { unloadings, type Unloading, type UnloadingRecord, type UnloadingSummary } from './record.ts'
import { warehouses } from '../warehouses/record.ts'
import { packagesOfCase } from '../cases/affected.ts'
import { travelsIn } from './open-cases.ts'

/** The maximum number of packages that are read with an unloading: those of a bag, and others by far. */
const maxFinds = 1000

/** An unloading and its finds. Throws "Unloading not found". */
async function unloadingWithFinds({ table }: TenantContext, id: string) {
  const { UNLOADING, FIND } = await table.listByKind(
    { UNLOADING: unloadings, FIND: finds },
    { partition: `UNLOADING#${id}`, newestFirst: true, limit: 1 + maxFinds },
  )
  const [record] = UNLOADING
  if (!record) throw notFound(unloadings.noun)
  return { record, found: FIND }
}

/** The expected packages that were not found here, and still travel in the bag: they were not scanned elsewhere either. */
const missingOf = async (
  ctx: TenantContext,
  { expected, bag_id }: UnloadingRecord,
  found: readonly { package_id: string }[],
) => {
  const here = new Set(found.map(({ package_id }) => package_id))
  const sought = expected.filter((id) => !here.has(id))
  const left = await packagesOfCase(ctx, { package_ids: sought })
  return left
    .filter(travelsIn(bag_id))
    .map(({ id }) => id)
    .sort()
}

/**
 * An unloading as it is now: also after its end, a package that is scanned is not missing any more. Throws "Unloading not
 * found".
 */
export async function readUnloading(
  ctx: TenantContext,
  id: string,
): Promise<z.input<typeof Unloading> & { version: string; record: UnloadingRecord }> {
  const { record, found } = await unloadingWithFinds(ctx, id)
  const missing = await missingOf(ctx, record, found)
  const which = (fits: (one: (typeof found)[number]) => boolean) =>
    found.flatMap((one) => (fits(one) ? [one.package_id] : [])).sort()
  const lists = {
    expected: record.expected,
    found: record.expected.filter((one) => !missing.includes(one)),
    missing,
    excess: which(({ outcome }) => outcome === 'EXCESS'),
    misrouted: which(({ outcome }) => outcome === 'MISROUTED'),
    damaged: which(({ condition }) => condition === 'DAMAGED'),
  }
  const counts = Object.fromEntries(
    Object.entries(lists).map(([name, { length }]) => [name, length]),
  ) as Record<keyof typeof lists, number>
  // Finds and scans change the response without changing the record.
  const version = [record.version, ...Object.values(counts)].join('-')
  return { ...record, ...lists, counts, version, record }
}

/** Newest first. Throws "Warehouse not found". */
export async function listUnloadings(
  { table }: TenantContext,
  warehouseId: string,
  page: PageRequest,
): Promise<Page<z.input<typeof UnloadingSummary>>> {
  const { id } = await table.get(warehouses, { id: warehouseId })
  return table.list(unloadings, {
    index: 'gsi2',
    partition: `UNLOADING#WH#${id}`,
    newestFirst: true,
    ...page,
  })
}
