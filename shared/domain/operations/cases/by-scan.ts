import { cases, type CaseRecord } from '../../cases/record.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { withCase, withoutCases } from '../../packages/open-cases.ts'
import type { PackageRecord } from '../../packages/record.ts'
import type { EventRecord } from '../../timeline/timeline-events.ts'
import { changePackages } from './affected.ts'
import { newCase } from './cases.ts'

type Reported = Pick<CaseRecord, 'kind' | 'code'> & Pick<EventRecord, 'timestamp' | 'notes'>

/**
 * What a scan reports opens a case of its package. Reported again while that is open, it is the package's exception again,
 * and no second case. Throws a conflict.
 */
export function caseOfScan(
  ctx: TenantContext,
  record: PackageRecord,
  { kind, code, timestamp, notes = '' }: Reported,
) {
  if (record.open_cases.some((one) => one.code === code)) {
    const exception = { code, since: timestamp, note: notes }
    return { ...changePackages(ctx, [record], () => ({ exception })), opened: undefined }
  }
  const opened = newCase(ctx, { kind, code, note: notes, package_ids: [record.id] })
  const { writes, records } = changePackages(ctx, [record], (one) => withCase(one, opened, timestamp))
  return { writes: [ctx.table.create(cases, opened), ...writes], records, opened: opened.id }
}

/** A scan resolves the cases that scans with this code have opened; older records have an exception only. */
export const resolvedByScan = (ctx: TenantContext, record: PackageRecord, code: string) =>
  resolveCases(
    ctx,
    record,
    record.open_cases.filter((one) => one.code === code),
  )

/** Resolves cases of a package. */
export async function resolveCases(
  ctx: TenantContext,
  record: PackageRecord,
  settled: readonly { id: string }[],
) {
  const { table, actor, now } = ctx
  const moment = now.toISOString()
  const resolved = (await table.many(cases, settled)).map(
    (one) =>
      table.updateVersion(cases, one, {
        ...{ status: 'RESOLVED' as const, resolved_by: actor.user_id, resolved_at: moment, updated_at: moment },
      }).write,
  )
  const ids = settled.map(({ id }) => id)
  const { writes, records } = changePackages(ctx, [record], (one) => withoutCases(one, ids))
  return { writes: [...resolved, ...writes], records }
}
