import { readCsv } from '../csv/read.ts'
import { UnreadableFile } from '../csv/unreadable-file.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import { columnsOf } from '../domain/transfers/columns.ts'
import { sourceKey, uploadKey, type TransferFiles } from '../domain/transfers/files.ts'
import type { ImportRecord } from '../domain/transfers/import-record.ts'
import { columnFields } from '../domain/transfers/kinds.ts'
import { maxRows, tableOf, type Table } from '../domain/transfers/rows.ts'

/** The table that this environment has read last: the copy of a file does not change, and each turn would read it again. */
let latest: { id: string; table: Table } | undefined

/** The table of an import, or why it cannot be imported; undefined while there is no file. */
export async function openTable(
  work: TenantWork,
  record: ImportRecord,
  files: TransferFiles,
): Promise<Table | { reason: string } | undefined> {
  if (latest?.id === record.id) return latest.table
  const bytes = await openSource(work, record, files)
  if (!bytes) return undefined
  const table = readTable(bytes, record)
  if (!('reason' in table)) latest = { id: record.id, table }
  return table
}

/**
 * The bytes of an import's file; undefined while there is none. The file is copied before the first row, to where the form of
 * the upload cannot write.
 */
async function openSource(
  { actor }: TenantWork,
  { id, status }: ImportRecord,
  files: TransferFiles,
): Promise<Uint8Array | undefined> {
  const source = sourceKey(actor.tenant_id, id)
  if (status !== 'WAITING') return files.read(source)
  const bytes = await files.read(uploadKey(actor.tenant_id, id))
  if (bytes) await files.write(source, bytes, 'text/csv')
  return bytes
}

/** The table of a file, or why it cannot be imported. */
function readTable(bytes: Uint8Array, { kind, mapping, encoding }: ImportRecord): Table | { reason: string } {
  try {
    const sheet = readCsv(bytes, maxRows, encoding ?? undefined)
    const fields = columnFields(kind)
    const columns = columnsOf(sheet.header, mapping, fields)
    return 'reason' in columns ? columns : tableOf(sheet, columns, fields)
  } catch (error) {
    if (error instanceof UnreadableFile) return { reason: error.message }
    throw error
  }
}
