import { readFileSync } from 'node:fs'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

/**
 * The setup of a run against a mutant: on a cloud that runs already, and has no mutant. Where tests go through the front
 * door it is one of the mutant's own. What follows from the table's stream (letters, events) is done by that cloud.
 */
export default async function setup({ provide }: TestProject) {
  const provided = JSON.parse(readFileSync(process.env.MUTANTS_CLOUD ?? '', 'utf8')) as ProvidedContext
  const door =
    process.env.MUTANTS_DOOR === 'true'
      ? await (await import('./service.ts')).serveSources(provided)
      : undefined
  for (const [name, value] of Object.entries({ ...provided, ...(door && { url: door.url }) }))
    provide(name as keyof ProvidedContext, value as never)
  return () => door?.[Symbol.asyncDispose]()
}
