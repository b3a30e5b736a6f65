import type * as z from 'zod'
import { ValidationError } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { Plan } from '../../db/commit.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { TenantContext } from '../kernel/context.ts'
import { fieldNamed, plain } from './columns.ts'
import { errorsKey, uploadKey, type TransferFiles } from './files.ts'
import { imports, type Import, type ImportRecord, type NewImport, type WaitingImport } from './import-record.ts'
import { columnFields, expectPermitted } from './kinds.ts'
import { countTransfer } from './quota.ts'
import { expiryAfter } from '../../db/entity.ts'
import { currentTransfer, isExpired, isOver, uploadDays, type TransferKind } from './record.ts'

/** The largest file, in bytes. */
const maxBytes = 20 * 1024 * 1024
/** How long the form is valid, in seconds. */
const formSeconds = 3600

/**
 * Creates an import that waits for its file, for a day. Throws forbidden, ValidationError for a mapping to an unknown field,
 * and too_many_requests.
 */
export async function createImport(
  ctx: TenantContext,
  files: TransferFiles,
  { kind, mapping, encoding, dry_run }: z.output<typeof NewImport>,
): Promise<Plan<z.input<typeof WaitingImport>>> {
  const { actor, table, now, newId } = ctx
  expectPermitted(actor, kind, 'write')
  refuseUnknownFields(kind, mapping)
  refuseEqualColumns(mapping)
  await countTransfer(ctx)
  const { user_id, tenant_id, company_id, role } = actor
  const record: ImportRecord = {
    id: newId(),
    kind,
    dry_run,
    mapping,
    status: 'WAITING',
    reason: null,
    rows: 0,
    imported: 0,
    failed: 0,
    position: 0,
    encoding: encoding ?? null,
    delimiter: null,
    ignored_columns: [],
    created_by: user_id,
    creator: { user_id, company_id, role },
    created_at: now.toISOString(),
    finished_at: null,
    expires_at: expiryAfter(uploadDays, now),
    version: 1,
  }
  const form = await files.uploadForm(uploadKey(tenant_id, record.id), maxBytes, formSeconds)
  const upload = { ...form, max_bytes: maxBytes, expires_in: formSeconds }
  return { writes: [table.create(imports, record)], result: { ...toImport(record), upload } }
}

function refuseUnknownFields(kind: TransferKind, mapping: Record<string, string>): void {
  const fields = columnFields(kind)
  const unknown = Object.entries(mapping).filter(([, field]) => !fieldNamed(field, fields))
  if (unknown.length > 0)
    throw new ValidationError(
      ...unknown.map(([column, field]) => ({
        loc: ['body', 'mapping', column],
        msg: `${kind} have no field ${field}; they have ${fields.names.join(', ')}`,
        type: 'value_error',
      })),
    )
}

/** Two names of one column would leave to chance which of them counts. */
function refuseEqualColumns(mapping: Record<string, string>): void {
  const names = Object.keys(mapping)
  const again = names.filter((name, n) => names.findIndex((one) => plain(one) === plain(name)) < n)
  if (again.length > 0)
    throw new ValidationError(
      ...again.map((column) => ({
        loc: ['body', 'mapping', column],
        msg: `The mapping has the column ${column} twice: letter case, spaces, _ and - do not matter`,
        type: 'value_error',
      })),
    )
}

/** The response for an import. */
const toImport = ({ creator: _, expires_at: _until, position: _done, ...record }: ImportRecord) =>
  record satisfies z.input<typeof Import>

/** Newest first. */
export async function listImports(
  { table, now }: TenantContext,
  page: PageRequest,
): Promise<Page<z.input<typeof Import>>> {
  const records = await table.list(imports, { index: 'gsi1', partition: 'IMPORT', newestFirst: true, ...page })
  return records.flatMap((record) => (isExpired(record, now) ? [] : [toImport(record)]))
}

/** Throws "Import not found". */
export const readImport = async (ctx: TenantContext, id: string) =>
  toImport(await currentTransfer(ctx, imports, id))

/**
 * Where the rows that were not imported can be read, for a minute. Throws not_found, a conflict while it runs, and forbidden for a
 * key that may not read such records, unless the import is its own.
 */
export async function importErrors(
  ctx: TenantContext,
  files: TransferFiles,
  id: string,
): Promise<{ url: string }> {
  const record = await currentTransfer(ctx, imports, id)
  if (record.created_by !== ctx.actor.user_id) expectPermitted(ctx.actor, record.kind, 'read')
  if (!isOver(record)) throw refused.import_not_over({ import_status: record.status })
  if (record.status === 'FAILED') throw refused.import_failed({ problem: record.reason ?? '' })
  return { url: await files.address(errorsKey(ctx.actor.tenant_id, record.id), 'errors.csv') }
}
