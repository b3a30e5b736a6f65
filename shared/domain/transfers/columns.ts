import { isBlank } from '../../csv/cell.ts'

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
  /** For fields that are a choice, the values by what a cell may say for them (`plain`). */
  choices: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Columns of an errors file, which an import of it ignores. */
export const errorColumns = ['column', 'message'] as const

/** A name without what does not distinguish columns, or words of a choice: letter case, spaces, `_`, `-`, and forms of Unicode (NFKC). */
export const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-\p{Cf}]/gu, '')

/** The field of a name, compared by `plain`; undefined if there is none. */
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

function fieldsOf(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  given: ColumnFields,
): (FieldPath | undefined)[] {
  const named = new Map(Object.entries(mapping).map(([column, field]) => [plain(column), field]))
  return header.map((column) => fieldNamed(named.get(plain(column)) ?? column, given))
}

/** The required fields that no column has, nor the one that may stand in their place. */
export function missingFields(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  given: ColumnFields,
): string[] {
  const names = fieldsOf(header, mapping, given).map((path) => path?.join('.'))
  return given.required.filter(
    (field) => !names.includes(field) && !names.includes(given.instead[field] ?? field),
  )
}

/**
 * The fields of a file's columns: those that the mapping names, otherwise those of the same name. Returns why the file cannot
 * be imported if two columns have one name or are one field, or a required field has no column.
 */
export function columnsOf(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  given: ColumnFields,
): Columns | { reason: string } {
  const fields = fieldsOf(header, mapping, given)
  const names = fields.map((path) => path?.join('.'))
  const twice = names.findIndex((name, n) => name !== undefined && names.indexOf(name) !== n)
  if (twice >= 0) {
    const name = names[twice] ?? ''
    return {
      reason: `The columns ${header[names.indexOf(name)] ?? ''} and ${header[twice] ?? ''} are both ${name}; rename or remove one`,
    }
  }
  const plainNames = header.map(plain)
  const again = plainNames.findIndex((name, n) => name !== '' && plainNames.indexOf(name) !== n)
  if (again >= 0) {
    const first = plainNames.indexOf(plainNames[again] ?? '')
    return {
      reason: `The columns ${first + 1}, ${header[first] ?? ''}, and ${again + 1}, ${header[again] ?? ''}, have one name; rename or remove one`,
    }
  }
  const missing = missingFields(header, mapping, given)
  if (missing.length > 0)
    return {
      reason: `The file has no column ${missing.join(', ')}; its columns are ${header.join(', ')}. Rename columns, or name them in mapping`,
    }
  const last = fields.findLastIndex((path) => path !== undefined)
  // Spreadsheets write empty columns after the last one.
  const ignored = header.filter((name, n) => !fields[n] && (n < last || !isBlank(name)))
  return { fields, ignored }
}
