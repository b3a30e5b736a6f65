import { readFileSync } from 'node:fs'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'

/**
 * The setup of a run against a mutant. It uses a running local cloud, which is built from the unchanged sources. Tests of
 * the API call a server with the mutant instead. The cloud processes the table's stream, and so sends e-mails and events.
 */
export default async function setup({ provide }: TestProject) {
  const provided = JSON.parse(readFileSync(process.env.MUTANTS_CLOUD ?? '', 'utf8')) as ProvidedContext
  const server =
    process.env.MUTANTS_SERVER === 'true'
      ? await (await import('./service.ts')).serveSources(provided)
      : undefined
  for (const [name, value] of Object.entries({ ...provided, ...(server && { url: server.url }) }))
    provide(name as keyof ProvidedContext, value as never)
  return () => server?.[Symbol.asyncDispose]()
}
