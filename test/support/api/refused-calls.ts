import { existsSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'

/** The calls that IAM has refused so far in this run, for the message of an assertion that finds an internal error. */
export function refusedCalls(): string {
  const file = inject('refused')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return [...new Set(lines)].join('\n')
}
