import { existsSync, readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { inProcessCloud } from '../in-process/context.ts'

/** The calls that IAM has refused so far in this run, for the message of an assertion that finds an internal error. */
export function refusedCalls(): string {
  if (inProcessCloud) return [...inProcessCloud.refused].join('\n')
  const file = inject('refused')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return [...new Set(lines)].join('\n')
}
