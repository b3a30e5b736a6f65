import { readFileSync } from 'node:fs'

/** One request and what it costs, measured by test/api/conventions/access-patterns.test.ts. */
export interface AccessPattern {
  /** The route, and after a comma which case of it: `PUT /api/v1/packages/{id}, with status`. */
  name: string
  /** Its calls of DynamoDB: `;` between calls that wait for each other, `+` between those that run together. */
  calls: string
  /** How many of them wait for each other. */
  sequential: number
  /** Capacity units that the emulator counts, index writes included. */
  units: number
}

/** The page that holds them, below the repository's root. */
export const accessPatternsPath = 'docs/reference/access-patterns.md'
export const accessPatternsFile = new URL(`../../${accessPatternsPath}`, import.meta.url)
const [open, close] = ['<!-- access-patterns: written by npm run docs:costs -->', '<!-- /access-patterns -->']

export const routeOf = ({ name }: Pick<AccessPattern, 'name'>) => name.split(', ')[0] ?? name

/** The rows of the page. */
export const accessPatterns: readonly AccessPattern[] = readFileSync(accessPatternsFile, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, route, note = '', calls = '', sequential, units] =
      /^\| `([A-Z]+ \/[^`]*)`([^|]*?) *\| (.*?) *\| *(\d+) *\| *([\d.]+) *\|$/.exec(line) ?? []
    return route ? [{ name: route + note, calls, sequential: Number(sequential), units: Number(units) }] : []
  })

/** A row of the page, not padded. */
export function rowOf({ name, calls, sequential, units }: AccessPattern): string {
  const route = routeOf({ name })
  return `| \`${route}\`${name.slice(route.length)} | ${calls} | ${sequential} | ${units} |`
}

/** The page with these rows in place of its own, not formatted. Throws an Error where it has no place for them. */
export function withAccessPatterns(page: string, rows: readonly AccessPattern[]): string {
  const [start, end] = [page.indexOf(open), page.indexOf(close)]
  if (start < 0 || end < start)
    throw new Error(`${accessPatternsPath} has no place for rows: ${open} … ${close}`)
  // Not padded: a row that changes is one line of a diff.
  const head = [
    '<!-- prettier-ignore-start -->',
    '',
    '| Request | Calls of DynamoDB | Sequential calls | Units |',
    '| --- | --- | ---: | ---: |',
  ]
  return [
    page.slice(0, start + open.length),
    '',
    ...head,
    ...rows.map(rowOf),
    '',
    '<!-- prettier-ignore-end -->',
    '',
    page.slice(end),
  ].join('\n')
}
