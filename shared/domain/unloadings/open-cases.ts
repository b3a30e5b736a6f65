import { v5 } from 'uuid'
import type { Write } from '../../db/requests.ts'
import { automaticNotes } from '../cases/automatic-notes.ts'
import { missingCode } from '../cases/kinds.ts'
import { cases, maxPackagesPerCase, type CaseRecord } from '../cases/record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { withCase } from '../packages/open-cases.ts'
import type { PackageRecord } from '../packages/record.ts'
import type { UnloadingRecord } from './record.ts'
import { changePackages, eventsOfShipments, packagesOfCase } from '../cases/affected.ts'
import { newCase } from '../cases/cases.ts'

type About = Pick<CaseRecord, 'kind' | 'code' | 'note'>

/**
 * Opens a case of each group of packages that `concerns`, as many as fit in a transaction at once. The ids of the cases
 * follow from the unloading and the first package, so a repetition, after a failure too, opens no second one.
 */
async function openOnce(
  ctx: TenantContext,
  { id }: UnloadingRecord,
  about: About,
  groups: readonly string[][],
  concerns: (record: PackageRecord) => boolean,
): Promise<void> {
  const { table } = ctx
  const perTransaction = Math.max(1, Math.floor(maxPackagesPerCase / (groups[0]?.length ?? 1)))
  for (let n = 0; n < groups.length; n += perTransaction) {
    const some = groups.slice(n, n + perTransaction).map((package_ids) => ({
      id: v5(JSON.stringify([id, about.kind, package_ids[0]]), namespace),
      package_ids,
    }))
    await ctx.transact(async () => {
      const opened = new Set((await table.many(cases, some)).map(({ id }) => id))
      const left = some.filter(({ id }) => !opened.has(id))
      const found = await packagesOfCase(ctx, { package_ids: left.flatMap(({ package_ids }) => package_ids) })
      const concerned = found.filter(concerns)
      const writes: Write[] = left.flatMap(({ id, package_ids }) => {
        const records = concerned.filter((record) => package_ids.includes(record.id))
        if (records.length === 0) return []
        const opened = newCase(ctx, { ...about, id, package_ids: records.map((record) => record.id) })
        const marked = changePackages(ctx, records, (one) => withCase(one, opened, opened.created_at))
        return [table.create(cases, opened), ...marked.writes]
      })
      return {
        writes: [...writes, ...eventsOfShipments(ctx, concerned, 'CASE_OPENED', about)],
        result: undefined,
      }
    })
  }
}
const namespace = 'c3c1c7f0-8f0e-4b5c-9d57-2f6d1a0e4b83'

/** Whether a package still travels with the bag: its own status does not show that it left. */
export const travelsIn = (bag_id: string) => (record: PackageRecord) =>
  record.status === 'ASSIGNED_TO_BAG' && record.bag_id === bag_id

/** Opens a case of each package that is still missing. Throws a conflict if one has too many cases. */
export const reportMissing = (ctx: TenantContext, unloading: UnloadingRecord, missing: readonly string[]) =>
  openOnce(
    ctx,
    unloading,
    { kind: 'SHORTAGE', code: missingCode, note: automaticNotes.notFound },
    missing.map((one) => [one]),
    (record) =>
      travelsIn(unloading.bag_id)(record) && !record.open_cases.some(({ code }) => code === missingCode),
  )

/** Opens cases of all expected packages: the bag was opened on the way. Throws a conflict if one has too many cases. */
export const reportBrokenSeal = (ctx: TenantContext, unloading: UnloadingRecord) =>
  openOnce(
    ctx,
    unloading,
    { kind: 'DAMAGE', code: 'DAMAGE', note: automaticNotes.sealBroken },
    Array.from({ length: Math.ceil(unloading.expected.length / maxPackagesPerCase) }, (_, n) =>
      unloading.expected.slice(n * maxPackagesPerCase, (n + 1) * maxPackagesPerCase),
    ),
    () => true,
  )
