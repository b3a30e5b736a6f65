import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAssembly } from './cloudformation/assembly.ts'
import { synthesise } from './cloudformation/synth.ts'
import { startDynamoDb } from './dynamodb/dynamodb.ts'
import { serveFlights } from './flight-data/server.ts'
import { serveIdentities } from './oidc/server.ts'
import type { CloudOptions } from './options.ts'

/**
 * Settings that differ from a deployed stage: common passwords are accepted, one network may register any number of
 * companies, webhook URLs may be http on loopback, and no synthetic journeys are between the requests of developers.
 */
export const localSettings: Record<string, string> = {
  refuseCommonPasswords: 'false',
  registrationsPerNetwork: '0',
  webhooksToLoopback: 'true',
  canaryMinutes: '0',
  designPage: 'true',
}

/**
 * Synthesises the templates and, in parallel, starts everything that does not depend on them: DynamoDB, the flight-data
 * provider, the identity provider. Throws StartupError.
 */
export async function prepare(
  parts: AsyncDisposableStack,
  options: CloudOptions,
  { dataDir, url, progress }: { dataDir: string; url: string; progress: (line: string) => void },
) {
  const signal = options.signal ?? new AbortController().signal
  const directory = options.assembly ? resolve(options.assembly) : join(dataDir, 'assembly')
  const context = { ...localSettings, ...options.context }
  const synth = options.assembly ? undefined : parts.use(synthesise(directory, context))
  if (synth) progress('Synthesising the CDK app and starting DynamoDB ...')
  const disposed = new AbortController()
  const starting = startDynamoDb(
    dataDir,
    { ...process.env, ...(options.dynamodb && { DYNAMODB_ENDPOINT: options.dynamodb }) },
    AbortSignal.any([signal, disposed.signal]),
  )
  parts.defer(async () => {
    disposed.abort()
    await (await starting.catch(() => undefined))?.[Symbol.asyncDispose]()
  })
  const flightProvider = parts.use(await serveFlights(join(dataDir, 'flight-provider.json')))
  const identityProvider = parts.use(
    await serveIdentities(join(dataDir, 'identity-provider.json'), options.context?.publicUrl ?? url),
  )
  // Loading the SDK and the mailbox takes half a second, in parallel with the synthesis.
  const loading = Promise.all([
    import('./dynamodb/tables.ts'),
    import('./event-source-mappings/streams/streams.ts'),
    options.mail === undefined ? import('./ses/mailbox.ts') : undefined,
  ])
  const [database, [tables, streams, mailbox]] = await Promise.all([starting, loading, synth?.done])
  signal.throwIfAborted()
  runAsCommonJs(directory)
  return {
    database,
    flightProvider,
    identityProvider,
    assembly: readAssembly(directory),
    modules: { tables, streams, mailbox },
  }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

/**
 * The nearest package.json determines the module format of a .js file, and this repository's says ES module. On Lambda
 * there is no package.json, so the bundles are CommonJS; an empty package.json has the same effect.
 */
function runAsCommonJs(assembly: string): void {
  const file = join(assembly, 'package.json')
  if (existsSync(assembly) && !existsSync(file)) writeFileSync(file, '{}\n')
}
