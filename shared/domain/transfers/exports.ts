import type * as z from 'zod'
import { ValidationError } from '../../core/errors.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext } from '../kernel/context.ts'
import { exports, type Export, type ExportRecord, type ListedExport, type NewExport } from './export-record.ts'
import { addressSeconds } from '../../config/buckets.ts'
import { exportFile, type TransferFiles } from './files.ts'
import { expectPermitted, exportable } from './kinds.ts'
import { expectRecentFactor } from '../users/active-user.ts'
import { countTransfer } from './quota.ts'
import { expiryAfter } from '../../db/entity.ts'
import { currentTransfer, isExpired, keptDays, type ExportKind } from './record.ts'

/**
 * Creates an export, which the table's stream starts. Throws forbidden, ValidationError for a filter of another kind,
 * insufficient_user_authentication and too_many_requests.
 */
export async function createExport(
  ctx: TenantContext,
  { kind, filters, format }: z.output<typeof NewExport>,
): Promise<Plan<z.input<typeof Export>>> {
  const { actor, table, now, newId } = ctx
  expectPermitted(actor, kind, 'read')
  refuseOtherFilters(kind, givenOf(filters))
  await expectRecentFactor(ctx)
  await countTransfer(ctx)
  const { user_id, company_id, role } = actor
  const record: ExportRecord = {
    id: newId(),
    kind,
    filters: givenOf(filters),
    format,
    status: 'WAITING',
    reason: null,
    rows: 0,
    bytes: null,
    parts: 0,
    created_by: user_id,
    creator: { user_id, company_id, role },
    created_at: now.toISOString(),
    finished_at: null,
    expires_at: expiryAfter(keptDays, now),
    version: 1,
  }
  return { writes: [table.create(exports, record)], result: { ...toExport(record), ...noAddress } }
}

/** A filter that the list does not have would be ignored, and export everything. */
function refuseOtherFilters(kind: ExportKind, filters: Record<string, string>): void {
  const known = Object.keys(exportable[kind].filter.unwrap().shape)
  const others = Object.keys(filters).filter((name) => !known.includes(name))
  if (others.length === 0) return
  const msg = `${kind} have no such filter; they have ${known.join(', ')}`
  throw new ValidationError(
    ...others.map((name) => ({ loc: ['body', 'filters', name], msg, type: 'extra_forbidden' })),
  )
}

const givenOf = (filters: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))

const noAddress = { url: null, url_expires_at: null }

const toExport = ({ creator: _, expires_at: _until, parts: _parts, after: _last, ...record }: ExportRecord) =>
  record satisfies z.input<typeof ListedExport>

/** Newest first. */
export async function listExports(
  { table, now }: TenantContext,
  page: PageRequest,
): Promise<Page<z.input<typeof ListedExport>>> {
  const records = await table.list(exports, { index: 'gsi1', partition: 'EXPORT', newestFirst: true, ...page })
  return records.flatMap((record) => (isExpired(record, now) ? [] : [toExport(record)]))
}

/** With a new address of the file, if it is DONE. Throws "Export not found", and forbidden for a key that may not read such records. */
export async function readExport(
  ctx: TenantContext,
  files: TransferFiles,
  id: string,
): Promise<z.input<typeof Export>> {
  const { actor, now } = ctx
  const record = await currentTransfer(ctx, exports, id)
  expectPermitted(actor, record.kind, 'read')
  if (record.status !== 'DONE') return { ...toExport(record), ...noAddress }
  const { key, name } = exportFile(actor.tenant_id, record)
  return {
    ...toExport(record),
    url: await files.address(key, name),
    url_expires_at: new Date(now.getTime() + addressSeconds * 1000).toISOString(),
  }
}
