import { readFileSync } from 'node:fs'

/** A request and its cost, measured by test/api/conventions/access-patterns.rest.test.ts. */
export interface AccessPattern {
  /** The route, and its case after a comma: `PUT /api/v1/packages/{id}, with status`. */
  name: string
  /** The DynamoDB calls: `;` between sequential calls, `+` between parallel ones. */
  calls: string
  /** The number of sequential calls. */
  sequential: number
  /** Capacity units that the emulator counts, index writes included. */
  units: number
}

/** The page with the access patterns, relative to the repository. */
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

/** Renders a table row, without padding. */
export function rowOf({ name, calls, sequential, units }: AccessPattern): string {
  const route = routeOf({ name })
  return `| \`${route}\`${name.slice(route.length)} | ${calls} | ${sequential} | ${units} |`
}

/** Replaces the rows of the page, unformatted. Throws an Error if their comments are missing. */
export function withAccessPatterns(page: string, rows: readonly AccessPattern[]): string {
  const [start, end] = [page.indexOf(open), page.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`${accessPatternsPath} does not contain ${open} … ${close}`)
  // Without padding, a changed row is one line in a diff.
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
