import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

/**
 * The setup of a run against a mutant. Tests of the service in their own process run with the mutant alone. Others use a
 * running local cloud, which is built from the unchanged sources and processes the table's stream, and so sends e-mails and
 * events; they call a server with the mutant.
 */
export default async function setup({ provide }: TestProject) {
  const provided = JSON.parse(readFileSync(process.env.MUTANTS_CLOUD ?? '', 'utf8')) as ProvidedContext
  if (process.env.MUTANTS_IN_PROCESS === 'true') {
    provide('seed', provided.seed)
    provide('assembly', provided.assembly)
    provide('uses', mkdtempSync(join(tmpdir(), 'mutant-uses-')))
    return
  }
  const server =
    process.env.MUTANTS_SERVER === 'true'
      ? await (await import('./service.ts')).serveSources(provided)
      : undefined
  for (const [name, value] of Object.entries({ ...provided, ...(server && { url: server.url }) }))
    provide(name as keyof ProvidedContext, value as never)
  return () => server?.[Symbol.asyncDispose]()
}
