import type { Write } from '../../db/requests.ts'
import { takenBackNote } from './automatic-notes.ts'
import { missingCode } from './kinds.ts'
import { cases, type CaseRecord } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { withCase, withNote, withoutCases } from '../packages/open-cases.ts'
import type { PackageRecord } from '../packages/record.ts'
import { hasReached, type PackageStatus } from '../packages/status.ts'
import type { EventRecord } from '../timeline/timeline-events.ts'
import { newCase } from './cases.ts'
import { unconfirmedCode } from './second-person.ts'

type Reported = Pick<CaseRecord, 'kind' | 'code'> & Pick<EventRecord, 'timestamp' | 'notes'>
/** The writes to cases, and what the package says of them then. */
interface OfScan {
  writes: Write[]
  change: Partial<PackageRecord>
  /** The case that it opened. */
  opened?: string
}

/**
 * An exception that a scan reports opens a case of its package. Reported again while that is open, it is the package's exception again,
 * and no second case. Throws a conflict.
 */
export function caseOfScan(
  ctx: TenantContext,
  record: PackageRecord,
  { kind, code, timestamp, notes = '' }: Reported,
): OfScan {
  if (record.open_cases.some((one) => one.code === code))
    return { writes: [], change: { exception: { code, since: timestamp, note: notes } } }
  const opened = newCase(ctx, { kind, code, note: notes, package_ids: [record.id] })
  return {
    writes: [ctx.table.create(cases, opened)],
    change: withCase(record, opened, timestamp),
    opened: opened.id,
  }
}

/** A scan resolves the cases that have this code; older records have an exception only. */
export const resolvedByScan = (ctx: TenantContext, record: PackageRecord, code: string): Promise<OfScan> =>
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
): Promise<OfScan> {
  const { table, actor, now } = ctx
  const moment = now.toISOString()
  const writes = (await table.many(cases, settled)).map(
    (one) =>
      table.updateVersion(cases, one, {
        status: 'RESOLVED' as const,
        resolved_by: actor.user_id,
        resolved_at: moment,
        updated_at: moment,
      }).write,
  )
  const change = withoutCases(
    record,
    settled.map(({ id }) => id),
  )
  return { writes, change }
}

/** A package that reaches ARRIVED, or skips it, is not missing any more: resolves that case, if it has one. */
export const settleMissing = async (
  ctx: TenantContext,
  record: PackageRecord,
  to: PackageStatus | undefined,
): Promise<OfScan> =>
  to !== undefined && hasReached(to, 'ARRIVED') && record.open_cases.some(({ code }) => code === missingCode)
    ? resolvedByScan(ctx, record, missingCode)
    : { writes: [], change: {} }

/**
 * A delivery without a confirmed code that is taken back stays a case, which another person resolves: the package may be with the
 * wrong person. Its note says so.
 */
export async function noteTakenBack(
  ctx: TenantContext,
  record: PackageRecord,
  to: PackageStatus | undefined,
): Promise<OfScan> {
  const found = record.open_cases.find(({ code }) => code === unconfirmedCode)
  if (!found || to === undefined || record.status !== 'DELIVERED') return { writes: [], change: {} }
  const one = await ctx.table.get(cases, { id: found.id })
  const note = takenBackNote(one.note, record.qr_code)
  const revised = ctx.table.updateVersion(cases, one, { note, updated_at: ctx.now.toISOString() })
  return { writes: [revised.write], change: withNote(record, revised.record) }
}
