/** The sign between the whole of a number and its fraction. */
export type DecimalMark = ',' | '.'

/** Digits, also in groups of three that one kind of sign divides, and a fraction. */
const patternOf = (mark: DecimalMark, groups: DecimalMark) =>
  new RegExp(`^([+-]?(?:\\d+|[1-9]\\d{0,2}([${groups}'’\\s])\\d{3}(?:\\2\\d{3})*))(?:[${mark}](\\d*))?$`)
const patterns = { ',': patternOf(',', '.'), '.': patternOf('.', ',') } as const
const marks = [',', '.'] as const

/** A cell as a number with the mark; undefined if it is none. */
function read(cell: string, mark: DecimalMark): number | undefined {
  const [, whole, , fraction] = patterns[mark].exec(cell.trim()) ?? []
  return whole === undefined ? undefined : Number(`${whole.replace(/[^\d+-]/g, '')}.${fraction || '0'}`)
}

/**
 * A number as people write it: with a decimal point or comma, and spaces, apostrophes, or the other of the two signs, between
 * thousands. `1,234` may be a fraction or thousands: it is a fraction in a table whose fractions have that mark, otherwise
 * 'ambiguous'. undefined if it is no number.
 */
export function numberOf(cell: string, mark?: DecimalMark): number | 'ambiguous' | undefined {
  const [withComma, withPoint] = [read(cell, ','), read(cell, '.')]
  if (withComma === undefined || withPoint === undefined) return withComma ?? withPoint
  if (withComma === withPoint) return withComma
  return mark && cell.includes(mark) ? read(cell, mark) : 'ambiguous'
}

/**
 * The mark of the fractions of a table: of its cells that can be read with one mark only; without such cells a comma where
 * semicolons divide cells, and a point where commas do, as spreadsheets write them. undefined if both are found, or neither.
 */
export function decimalMarkOf(cells: readonly string[], delimiter: string): DecimalMark | undefined {
  const found = marks.filter((mark) =>
    cells.some((cell) => marks.every((one) => (read(cell, one) !== undefined) === (one === mark))),
  )
  if (found.length === 0) return delimiter === ';' ? ',' : delimiter === ',' ? '.' : undefined
  return found.length === 1 ? found[0] : undefined
}
