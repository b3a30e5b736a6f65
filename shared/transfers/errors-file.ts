import type { Sheet } from '../csv/read.ts'
import { byteOrderMark, csvRows } from '../csv/write.ts'
import { errorColumns, type Columns } from '../domain/transfers/columns.ts'
import type { RowIssue } from '../domain/transfers/import-record.ts'

/**
 * The rows that were not imported, as they were sent, with their problems. Corrected, the file can be imported as it is. `failed`
 * has the issues of each row by its number, from 0. Cells beyond the header are in columns without a name.
 */
export function errorsFile(
  { header, rows, delimiter }: Sheet,
  { fields }: Columns,
  failed: ReadonlyMap<number, readonly RowIssue[]>,
): string {
  // An errors file that is imported again has these columns already.
  const kept = header.flatMap((title, n) =>
    fields[n] === undefined && isErrorColumn(title) ? [] : [{ title, n }],
  )
  const titleOf = (field: string) => header[fields.findIndex((path) => path?.join('.') === field)] ?? field
  const longest = Math.max(header.length, ...[...failed.keys()].map((row) => rows[row]?.length ?? 0))
  for (let n = header.length; n < longest; n++) kept.push({ title: '', n })
  const lines = [...failed].map(([row, issues]) => [
    ...kept.map(({ n }) => rows[row]?.[n] ?? ''),
    issues.map(({ column }) => titleOf(column)).join('; '),
    issues.map(({ message }) => message).join('; '),
  ])
  return byteOrderMark + csvRows([[...kept.map(({ title }) => title), ...errorColumns], ...lines], delimiter)
}

const isErrorColumn = (title: string) => (errorColumns as readonly string[]).includes(title)
