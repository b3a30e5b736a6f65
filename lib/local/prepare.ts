import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAssembly } from './cloudformation/assembly.ts'
import { synthesise } from './cloudformation/synth.ts'
import { startDynamoDb } from './dynamodb/dynamodb.ts'
import { serveFlights } from './flight-data/server.ts'
import { serveIdentities } from './oidc/server.ts'
import type { CloudOptions } from './options.ts'

/** Settings that differ from a deployed stage's: simple passwords are accepted, and webhooks may use http on this machine. */
const localSettings = { refuseCommonPasswords: 'false', webhooksToLoopback: 'true' }

/**
 * Starts everything that does not depend on the templates, while these are synthesised: DynamoDB, the flight-data
 * provider, the identity provider. Throws StartupError.
 */
export async function prepare(
  parts: AsyncDisposableStack,
  options: CloudOptions,
  { dataDir, url, progress }: { dataDir: string; url: string; progress: (line: string) => void },
) {
  const signal = options.signal ?? new AbortController().signal
  const abandoned = new AbortController()
  const starting = startDynamoDb(
    join(dataDir, 'dynamodb.sqlite'),
    process.env,
    AbortSignal.any([signal, abandoned.signal]),
  )
  parts.defer(async () => {
    abandoned.abort()
    await (await starting.catch(() => undefined))?.[Symbol.asyncDispose]()
  })
  const flightProvider = parts.use(await serveFlights(join(dataDir, 'flight-provider.json')))
  const identityProvider = parts.use(
    await serveIdentities(join(dataDir, 'identity-provider.json'), options.context?.publicUrl ?? url),
  )
  const directory = options.assembly ? resolve(options.assembly) : join(dataDir, 'assembly')
  const context = { ...localSettings, flightDataUrl: flightProvider.url, ...options.context }
  const synth = options.assembly ? undefined : parts.use(synthesise(directory, context))
  if (synth) progress('Synthesising the CDK app and starting DynamoDB ...')
  // The SDK and the mailbox take half a second to load, in parallel with the synthesis.
  const loading = Promise.all([
    import('./dynamodb/tables.ts'),
    import('./event-source-mappings/streams/streams.ts'),
    options.mail === undefined ? import('./ses/mailbox.ts') : undefined,
  ])
  const [database, [tables, streams, mailbox]] = await Promise.all([starting, loading, synth?.done])
  signal.throwIfAborted()
  runAsCommonJs(directory)
  return {
    ...{ database, flightProvider, identityProvider, assembly: readAssembly(directory) },
    modules: { tables, streams, mailbox },
  }
}
export type Prepared = Awaited<ReturnType<typeof prepare>>

/**
 * Node takes a .js file for what the nearest package.json says, and that of this repository says ES module.
 * On Lambda nothing stands above the bundles, so they are CommonJS; this makes it so here.
 */
function runAsCommonJs(assembly: string): void {
  const file = join(assembly, 'package.json')
  if (existsSync(assembly) && !existsSync(file)) writeFileSync(file, '{}\n')
}
