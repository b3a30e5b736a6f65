/** The rows of a table. The first row is the head. All columns but the first are right-aligned. */
export type Table = readonly (readonly string[])[]

/** The result of a benchmark: a description of its method, and its tables. */
export interface Section {
  about: string
  tables: Table[]
}

/** How a part of the benchmark runs. */
export interface Run {
  /** Reports the progress. */
  say(line: string): void
  /** A few rounds, which show that the part works; their figures mean nothing. */
  short?: boolean
  /** The directory of an assembly to run instead of synthesising the app. */
  assembly?: string | undefined
}

/** The quantile by linear interpolation (Hyndman and Fan's definition 7). Throws a RangeError for an empty list. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (below === undefined || above === undefined) throw new RangeError('An empty list has no quantiles')
  return below + (above - below) * (at % 1)
}

export const median = (numbers: readonly number[]) => quantile(numbers.toSorted(ascending), 0.5)

/** The median and, in brackets, the quartiles. */
export function spread(numbers: readonly number[], digits = 2): string {
  const sorted = numbers.toSorted(ascending)
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(digits))
  return `${middle} (${low}–${high})`
}
const ascending = (a: number, b: number) => a - b

/**
 * Divides each number by the base's number of the same round. A temporary slowdown of the machine affects both, and so does
 * not change the ratio.
 */
export const over = (numbers: readonly number[], base: readonly number[]) =>
  numbers.map((number, round) => number / (base[round] ?? NaN))

/** Rotates the list by the number of the round, so that each round starts with another element. */
export const inTurn = <T>(all: readonly T[], round: number): T[] => [
  ...all.slice(round % all.length),
  ...all.slice(0, round % all.length),
]

/** A Markdown table, padded so that it is also readable in a terminal. */
export function markdown(table: Table): string {
  const [head = [], ...rows] = table
  const widths = head.map((_, column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const padded = (row: readonly string[]) =>
    line(row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))))
  const rule = line(widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)))
  return [padded(head), rule, ...rows.map(padded)].join('\n')
}
