import { once } from 'node:events'
import { join } from 'node:path'
import { contextOf } from '../lib/context.ts'
import { StartupError } from '../lib/local/runtime/startup-error.ts'
import { startCloud } from '../lib/local/cloud.ts'
import { shortLog } from '../lib/local/runtime/short-log.ts'
import { restartOnChange } from '../lib/local/runtime/watch.ts'
import packageJson from '../package.json' with { type: 'json' }
import { commandLine } from './command-line.ts'

// `npm start`: runs the service locally. In UTC, like Lambda functions.
process.env['TZ'] = 'UTC'

const help = `npm start -- [-c name=value ...] [--json] [--strict] [--watch] [--app assembly-directory]

  -c name=value    a setting, as for cdk deploy (docs/reference/settings.md)
  --json           logs the functions' JSON instead of one short line a request
  --strict         one event at a time per function, as Lambda does
  --watch          restarts when a source file changes
  --app directory  runs an app that is synthesised already
  HOST, PORT       where it listens, 127.0.0.1 and 3000; PORT=0 takes any free port
  LOCAL_DATA_DIR   where the data is kept, .local`
const interrupted = new AbortController()

async function main(): Promise<void> {
  const { context = [], json, strict, app, watch } = options()
  if (watch) {
    const args = process.argv.slice(2).filter((argument) => argument !== '--watch')
    return restartOnChange(join(import.meta.dirname, '..'), 'bin/local.ts', args, interrupted.signal)
  }
  const { LOCAL_DATA_DIR, HOST, PORT } = process.env
  const dataDir = LOCAL_DATA_DIR || '.local'
  const cloud = await startCloud({
    dataDir,
    host: HOST || '127.0.0.1',
    port: portNumber(PORT || '3000'),
    context: contextOf(context),
    strict: strict ?? false,
    ...(!json && { functionLog: shortLog((text) => process.stdout.write(text)) }),
    signal: interrupted.signal,
    ...(app && { assembly: app }),
  })
  const { url, endpoints, unexpectedExit } = cloud
  try {
    const settings = context.length > 0 ? `\n  Settings      ${context.join('  ')}` : ''
    console.log(`
  Courier logistics ${packageJson.version} runs at ${url}${settings}
  Pages         ${url}/console  ${url}/work  ${url}/track  ${url}/docs
  Data          ${dataDir}  (delete it to start again)
  DynamoDB      ${endpoints.dynamodb}  table ${endpoints.table}
  Photos        ${endpoints.s3}  bucket ${endpoints.bucket}
  Flight data   ${endpoints.flight_provider}  (set flights here)
  Mailbox       ${endpoints.mail}  (e-mails of the service: codes and invitations)
  Identities    ${endpoints.identity_provider}  (accepts any e-mail address)
  Stop          Ctrl-C
  Try           curl ${url}/
`)
    if (!interrupted.signal.aborted) await Promise.race([unexpectedExit, once(interrupted.signal, 'abort')])
  } finally {
    await cloud.stop()
    console.log(`Stopped. The data is in ${dataDir}.`)
  }
}

const options = () =>
  commandLine(help, {
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      json: { type: 'boolean' },
      strict: { type: 'boolean' },
      watch: { type: 'boolean' },
      app: { type: 'string' },
    },
  }).values

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (port <= 65535) return port
  throw new StartupError(`PORT is "${text}": set it to a number from 0 (any free port) to 65535.`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Exits immediately on the second signal. The emulator never outlives this process.
    if (interrupted.signal.aborted) process.exit(1)
    interrupted.abort()
  })

// npm and its shell do not forward a signal that ends them, so a change of the parent process counts as one.
const parent = process.ppid
if (process.env['npm_lifecycle_event'])
  setInterval(() => process.ppid === parent || interrupted.abort(), 500).unref()

try {
  await main()
  process.exit(0)
} catch (error) {
  if (interrupted.signal.aborted) process.exit(0)
  // A bug is printed with its stack, a StartupError as one line.
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
}
