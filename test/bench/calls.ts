import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { accessPatterns } from '../../bin/generate/access-patterns.ts'
import type { Run, Section } from './table.ts'

const root = join(import.meta.dirname, '..', '..')
const measuring = [
  'test/api/conventions/access-patterns.rest.test.ts',
  'test/api/bags/journey-costs.rest.test.ts',
]

/** The DynamoDB calls of requests: measures docs/reference/access-patterns.md again. */
export async function calls({ say, short }: Run): Promise<Section> {
  say(`measuring ${accessPatterns.length} access patterns, and journeys of bags and flights`)
  // The suite of tests measures them too.
  if (!short)
    execFileSync('npx', ['vitest', 'run', ...measuring], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const counts = [...new Set(accessPatterns.map(({ sequential }) => sequential))].sort((a, b) => a - b)
  const share = (count: number) => {
    const rows = accessPatterns.filter(({ sequential }) => sequential === count)
    const units = rows.map(({ units }) => units)
    return [String(count), String(rows.length), `${Math.min(...units)}–${Math.max(...units)}`]
  }
  return {
    about: `${accessPatterns.length} requests, each with the calls in sequence and the units of docs/reference/access-patterns.md, measured in this run (${measuring.join(', ')}). A bag of 200 packages travels, and a flight with 40 bags departs, in as many calls as with one.`,
    tables: [[['calls in sequence', 'requests', 'units'], ...counts.map(share)]],
  }
}
