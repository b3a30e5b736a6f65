import { existsSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'

/** The refused calls of this run so far, for the message of an assertion that saw an error of the service. */
export function refusedCalls(): string {
  const file = inject('refused')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return [...new Set(lines)].join('\n')
}
