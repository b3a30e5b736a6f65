import { forEachParallel } from '../core/batches.ts'
import type { TenantWork } from '../domain/kernel/context.ts'
import { errorsKey } from '../domain/transfers/files.ts'
import { imports, importRows, rowsFrom, type ImportRecord } from '../domain/transfers/import-record.ts'
import { importable } from '../domain/transfers/kinds.ts'
import { isOver } from '../domain/transfers/record.ts'
import { maxRows, readRow, type Table } from '../domain/transfers/rows.ts'
import { errorsFile } from './errors-file.ts'
import { importRow } from './import-row.ts'
import { failImport, removeSource, saveImport } from './import-state.ts'
import { openTable } from './import-table.ts'
import { isPermitted, notPermitted } from './permission.ts'
import type { Turn } from './turn.ts'

/** How many rows are imported in parallel, and after how many the position is saved. */
const atOnce = 4
const perCheckpoint = 200

/**
 * Works on an import until it is over or the time is. May be called again at any time, even after a crash, since each row is
 * imported once. Returns the record as it is then; undefined if there is no file or no such import.
 */
export async function workOnImport(
  work: TenantWork,
  id: string,
  turn: Turn,
): Promise<ImportRecord | undefined> {
  const found = await work.table.find(imports, { id })
  if (!found || isOver(found)) {
    await removeSource(work, id, turn.files)
    return found
  }
  const table = await openTable(work, found, turn.files)
  if (!table) return undefined
  if (!(await isPermitted(work.table, found.creator, importable[found.kind].roles, work.now)))
    return failImport(work, found, turn, notPermitted)
  if ('reason' in table) return failImport(work, found, turn, table.reason)
  const { sheet, columns } = table
  // Rows are known by their numbers, which another version of the service may count otherwise.
  if (found.status === 'RUNNING' && found.rows !== sheet.rows.length)
    return failImport(
      work,
      found,
      turn,
      'The service was updated while it ran; look at what is booked, and import the others',
    )
  const started = await saveImport(work, found, {
    status: 'RUNNING',
    rows: sheet.rows.length,
    encoding: sheet.encoding,
    delimiter: sheet.delimiter,
    ignored_columns: columns.ignored,
    ...(sheet.isGuessed && { warnings: [guessed(sheet.encoding)] }),
  })
  const record = await importUntil(work, started, table, turn)
  return record.position < record.rows ? record : finish(work, record, table, turn)
}

const guessed = (encoding: string) =>
  `The encoding of the file was guessed: ${encoding}. Look at the names; if letters are wrong, import the file with its encoding`

/** Imports rows from the saved position on, in parts. Returns the record with the position that is reached. */
async function importUntil(
  work: TenantWork,
  started: ImportRecord,
  table: Table,
  { isTimeLeft, nextRow }: Turn,
): Promise<ImportRecord> {
  // The work of a crashed worker since it saved the position.
  const done = await issuesFrom(work, started, started.position)
  let record = started
  // At least one part, so that each turn gets further.
  while (record.position < record.rows && (record === started || isTimeLeft())) {
    const end = Math.min(record.position + perCheckpoint, record.rows)
    const rows = Array.from({ length: end - record.position }, (_, n) => record.position + n)
    let failed = 0
    await forEachParallel(rows, atOnce, async (row) => {
      const before = done.get(row)
      if (!before) await nextRow()
      const issues = before ?? (await importRow(work, record, row, readRow(row, table)))
      if (issues.length > 0) failed++
    })
    record = await saveImport(work, record, {
      position: end,
      imported: record.imported + rows.length - failed,
      failed: record.failed + failed,
    })
  }
  return record
}

/** The issues of the rows that are done, from one on. */
async function issuesFrom({ table }: TenantWork, { id }: ImportRecord, row: number) {
  const { records } = await table.list(importRows, { ...rowsFrom(id, row), limit: maxRows })
  return new Map(records.map((one) => [one.row, one.issues]))
}

/** Writes the file of errors, and the exact counts. */
async function finish(
  work: TenantWork,
  record: ImportRecord,
  { sheet, columns }: Table,
  { files, clock }: Turn,
): Promise<ImportRecord> {
  const done = await issuesFrom(work, record, 0)
  if (done.size !== record.rows) throw new Error(`${done.size} of ${record.rows} rows are done`)
  const failed = new Map([...done].filter(([, issues]) => issues.length > 0))
  const errors = errorsFile(sheet, columns, failed)
  await files.write(errorsKey(work.actor.tenant_id, record.id), errors, 'text/csv; charset=utf-8')
  const saved = await saveImport(work, record, {
    status: 'DONE',
    imported: done.size - failed.size,
    failed: failed.size,
    finished_at: clock().toISOString(),
  })
  await removeSource(work, record.id, files)
  return saved
}
