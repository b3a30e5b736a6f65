import { csvRows, byteOrderMark } from '../../../../shared/csv/write.ts'
import { errorColumns } from '../../../../shared/domain/transfers/columns.ts'
import type { TransferKind } from '../../../../shared/domain/transfers/record.ts'
import { maxRows } from '../../../../shared/domain/transfers/rows.ts'
import { fieldName } from './field-names.ts'
import { tableRefusalOf } from './refusals.ts'

/** The errors file of an import with its last columns, the fields and their problems, in the user's language. */
export async function translated(kind: TransferKind, file: Blob): Promise<Blob> {
  const { readCsv } = await import('../../../../shared/csv/read.ts')
  const { header, rows, delimiter } = readCsv(new Uint8Array(await file.arrayBuffer()), maxRows)
  const [column, message] = errorColumns.map((name) => header.lastIndexOf(name))
  const inWords = (cell: string, n: number) => {
    if (n === column) return each(cell, (field) => fieldName(kind, field))
    return n === message ? each(cell, (problem) => withoutMarks(tableRefusalOf(problem).text)) : cell
  }
  const table = [header, ...rows.map((row) => row.map(inWords))]
  return new Blob([byteOrderMark + csvRows(table, delimiter)], { type: 'text/csv' })
}

/** Without the characters that isolate values (UAX #9): some programs show them. */
const withoutMarks = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
/** A cell has those of all problems of its row. */
const each = (cell: string, of: (one: string) => string) => cell.split('; ').map(of).join('; ')
