import type { Delimiter } from './delimiters.ts'
import { neutralised } from './formulas.ts'

/** By which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF'

type Cell = string | number

/** Rows of a CSV file (RFC 4180) whose formulas are neutralised. `readCsv` reads the same cells. */
export const csvRows = (rows: readonly (readonly Cell[])[], delimiter: Delimiter = ','): string =>
  rows.map((cells) => `${cells.map(written).join(delimiter)}\r\n`).join('')

/** A spreadsheet of another locale may split on other delimiters, so these are quoted too. */
function written(value: Cell): string {
  const text = typeof value === 'string' ? neutralised(value) : String(value)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
