import { isBlank, lossOf } from '../../csv/cell.ts'
import type { ValidationError } from '../../core/errors.ts'
import type { Sheet } from '../../csv/read.ts'
import { plain, type ColumnFields, type Columns, type FieldPath } from './columns.ts'
import type { RowIssue } from './import-record.ts'
import { decimalMarkOf, numberOf, type DecimalMark } from './numbers.ts'

/** The maximum number of rows of a file. */
export const maxRows = 20_000

/** An imported table: its cells, and what its columns are. */
export interface Table {
  sheet: Sheet
  columns: Columns
  fields: ColumnFields
  /** The mark of its fractions, if it is known. */
  mark: DecimalMark | undefined
}

/** The table of a file whose columns are known. */
export function tableOf(sheet: Sheet, columns: Columns, fields: ColumnFields): Table {
  const numbers = columns.fields.flatMap((path, n) => (path && fields.numbers.includes(path[0]) ? [n] : []))
  const cells = sheet.rows.flatMap((row) => numbers.map((n) => row[n] ?? ''))
  return { sheet, columns, fields, mark: decimalMarkOf(cells, sheet.delimiter) }
}

/**
 * A row, from 0, as the input of its schema, in which an empty cell is a missing field; or why its cells cannot be those that
 * were entered.
 */
export function readRow(
  row: number,
  { sheet, columns, fields, mark }: Table,
): { input: Record<string, unknown> } | { issues: RowIssue[] } {
  const cells = sheet.rows[row] ?? []
  const problem = sheet.unclear.get(row) ?? countProblem(cells, sheet.header, columns, fields)
  if (problem !== undefined) return { issues: [{ column: '', message: problem }] }
  const input: Record<string, unknown> = {}
  const issues: RowIssue[] = []
  for (const [n, path] of columns.fields.entries()) {
    const cell = cells[n]?.trim() ?? ''
    if (!path || cell === '') continue
    const value = valueOf(cell, path, fields, mark)
    if ('message' in value) issues.push({ column: path.join('.'), message: value.message })
    else put(input, path, value.given)
  }
  return issues.length > 0 ? { issues } : { input }
}

/**
 * Why the number of cells is not that of the columns (RFC 4180, 2.4). Cells beyond the header may be the rest of a value that
 * an unquoted delimiter has divided, and so may be what stands below no name; even if they are empty, since then the cells before
 * them are shifted. Cells that are missing at the end are empty if their fields are optional.
 */
function countProblem(
  cells: readonly string[],
  header: readonly string[],
  { fields: paths }: Columns,
  { required, instead }: ColumnFields,
): string | undefined {
  const counts = `The row has ${cells.length} cell${cells.length === 1 ? '' : 's'}, and the header ${header.length}`
  if (cells.length > header.length)
    return `${counts}: quote a value that contains the delimiter, and remove cells beyond the header`
  const lacks = paths
    .slice(cells.length)
    .some((path) => path && required.includes(path[0]) && !(path[0] in instead))
  if (lacks) return `${counts}: fields that are required are missing`
  const last = paths.findLastIndex((path) => path !== undefined)
  const nameless = header.findIndex((name, n) => n > last && isBlank(name) && !isBlank(cells[n] ?? ''))
  if (nameless >= 0)
    return `Cell ${nameless + 1} has a value, and its column no name: move it, or name the column`
  return undefined
}

/** A cell as the value of its field, or why it is none. What the schema refuses is for the schema to say. */
function valueOf(
  cell: string,
  [field, key]: FieldPath,
  { numbers, records, choices }: ColumnFields,
  mark: DecimalMark | undefined,
): { given: unknown } | { message: string } {
  const loss = lossOf(cell)
  if (loss !== undefined) return { message: loss }
  if (key !== undefined) return { given: cell }
  if (records.includes(field)) return { given: jsonOf(cell) }
  const choice = choices[field]
  if (choice) return { given: new Map(Object.entries(choice)).get(plain(cell)) ?? cell }
  if (!numbers.includes(field)) return { given: cell }
  const number = numberOf(cell, mark)
  if (number === 'ambiguous')
    return { message: `${cell} may be a fraction or thousands: write it without thousands, as 1234 or 1.2340` }
  return { given: number ?? cell }
}

function put(input: Record<string, unknown>, [field, key]: FieldPath, value: unknown): void {
  input[field] = key === undefined ? value : { ...(input[field] as object | undefined), [key]: value }
}

/** The problems of a row whose record its schema refuses. */
export const rowIssues = ({ issues }: ValidationError): RowIssue[] =>
  issues.map(({ loc, msg }) => ({ column: loc.slice(1).join('.'), message: msg }))

/** As an export writes it. Anything else stays a text, which the schema refuses. */
function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}
