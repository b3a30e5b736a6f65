/** A field of a record that a column fills; of a record within it, the way there: `metadata.color`. */
export type FieldPath = readonly [field: string, key?: string]

/** The fields that columns can fill: those of the schema that has them, and which of them are numbers. */
export interface ColumnFields {
  names: readonly string[]
  required: readonly string[]
  /** For a required field the one that may stand in its place. */
  instead: Readonly<Record<string, string>>
  numbers: readonly string[]
  /** Fields whose keys are columns of their own, or that a column has as JSON. */
  records: readonly string[]
}

/** Columns of an errors file, which an import of it ignores. */
export const errorColumns = ['column', 'message'] as const

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** The field of a name, without regard to letter case, spaces, `_` and `-`; undefined if there is none. */
export function fieldNamed(name: string, { names, records }: ColumnFields): FieldPath | undefined {
  const [record = '', ...rest] = name.trim().split('.')
  const key = rest.join('.')
  const found = (among: readonly string[], wanted: string) => among.find((one) => plain(one) === plain(wanted))
  const holder = key === '' ? undefined : found(records, record)
  if (holder !== undefined) return [holder, key]
  const field = found(names, name)
  return field === undefined ? undefined : [field]
}

/** The columns of a file. */
export interface Columns {
  /** The field of each column; undefined if it is ignored. */
  fields: (FieldPath | undefined)[]
  ignored: string[]
}

/**
 * The fields of a file's columns: those that the mapping names, otherwise those of the same name. Returns why the file cannot
 * be imported if two columns are one field, or a required field has no column.
 */
export function columnsOf(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  given: ColumnFields,
): Columns | { reason: string } {
  const named = new Map(Object.entries(mapping).map(([column, field]) => [plain(column), field]))
  const fields = header.map((column) => fieldNamed(named.get(plain(column)) ?? column, given))
  const names = fields.map((path) => path?.join('.'))
  const twice = names.findIndex((name, n) => name !== undefined && names.indexOf(name) !== n)
  if (twice >= 0) {
    const name = names[twice] ?? ''
    return {
      reason: `The columns ${header[names.indexOf(name)] ?? ''} and ${header[twice] ?? ''} are both ${name}; rename or remove one`,
    }
  }
  const missing = given.required.filter(
    (field) => !names.includes(field) && !names.includes(given.instead[field] ?? field),
  )
  if (missing.length > 0)
    return {
      reason: `The file has no column ${missing.join(', ')}; its columns are ${header.join(', ')}. Rename columns, or name them in mapping`,
    }
  return { fields, ignored: header.filter((_, n) => !fields[n]) }
}

/** A row as the input of its schema. An empty cell is a missing field. */
export function inputOf(
  cells: readonly string[],
  { fields }: Columns,
  { numbers, records }: ColumnFields,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [n, path] of fields.entries()) {
    const cell = cells[n]?.trim() ?? ''
    if (!path || cell === '') continue
    const [field, key] = path
    if (key !== undefined) input[field] = { ...(input[field] as object | undefined), [key]: cell }
    else if (numbers.includes(field)) input[field] = numberOf(cell)
    else input[field] = records.includes(field) ? jsonOf(cell) : cell
  }
  return input
}

/** As an export writes it. Anything else stays a text, which the schema refuses. */
function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

/** A number without groups, and one with groups of three digits, which another sign than that of its fraction divides. */
const plainNumber = /^([+-]?\d+)(?:[.,](\d*))?$/
const groupedNumber = /^([+-]?\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*))(?!\2)[.,](\d*)$/
const onlyGroups = /^[+-]?\d{1,3}([.,])\d{3}(\1\d{3})+$/

/**
 * A number as people write it: with a decimal point or comma, and spaces, or the other of the two signs, between thousands.
 * Anything else stays a text, which the schema refuses.
 */
export function numberOf(cell: string): number | string {
  const compact = cell.replace(/[\s'’]/g, '')
  const [, whole, fraction] = plainNumber.exec(compact) ?? []
  const [, groups, , rest] = groupedNumber.exec(compact) ?? []
  const integer = whole ?? groups ?? (onlyGroups.test(compact) ? compact : undefined)
  if (integer === undefined) return cell
  return Number(`${integer.replace(/[.,]/g, '')}.${(fraction ?? rest) || '0'}`)
}
