import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentKey } from '../../../lib/build-cache.ts'
import type { Use } from './privilege.ts'

/** The Vitest projects whose runs together are all tests of functions: `npm test` and `npm run test:rest`. */
const projects = ['service', 'cloud', 'rest']
const directory = join(import.meta.dirname, '../../../node_modules/.cache/calls')

/**
 * Keeps the calls that a complete run of a project recorded. Returns those of all projects, or undefined if one has not
 * been run on the current code.
 */
export function callsOfAllRuns(project: string, uses: readonly Use[]): Use[] | undefined {
  const key = contentKey(['functions', 'lib', 'shared', 'site', 'test'])
  const fileOf = (name: string) => join(directory, `${name}.json`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(fileOf(project), JSON.stringify({ key, uses }))
  const runs = projects.map((name) => {
    try {
      return JSON.parse(readFileSync(fileOf(name), 'utf8')) as { key: string; uses: Use[] }
    } catch {
      return undefined
    }
  })
  return runs.every((run) => run?.key === key) ? runs.flatMap((run) => run?.uses ?? []) : undefined
}
