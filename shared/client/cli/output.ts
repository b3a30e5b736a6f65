/** Text without control characters, which a terminal would obey: texts of parcels are written by people outside. */
export const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** Rows of cells as lines, with the cells of a column below each other. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printable))
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  )
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A time in the time zone of the user, to the minute. */
export const localTime = (timestamp: string): string =>
  new Date(timestamp).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
