import { readFileSync } from 'node:fs'

/** What the README says that requests cost, row by row: calls of DynamoDB in sequence, and units. */
export const readmeCosts = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, route, note = '', calls, units] =
      /^\| `([A-Z]+ \/[^`]*)`([^|]*?) *\|.*\| *(\d+) *\| *([\d.]+) *\|$/.exec(line) ?? []
    return route ? [{ name: route + note, route, calls: Number(calls), units: Number(units) }] : []
  })
