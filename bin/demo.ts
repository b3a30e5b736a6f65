import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningService } from '../lib/local/invoke/running-service.ts'
import { StartupError } from '../lib/local/runtime/startup-error.ts'
import { startCloud } from '../lib/local/cloud.ts'
import type { Endpoints } from '../lib/local/endpoints.ts'
import { commandLine } from './command-line.ts'
import { heading } from './demo/output.ts'
import { dataOf, demoClient, UnexpectedResponse } from './demo/requests.ts'
import { runStory } from './demo/story.ts'

// `npm run demo`: a parcel's journey from Moscow to Tbilisi, as API requests. Runs in UTC, like Lambda functions.
process.env['TZ'] = 'UTC'

const help = `npm run demo -- [--url address]

  --url address    the service to use; by default the one that npm start runs, or else a temporary one`
const interrupted = new AbortController()
const { signal } = interrupted

async function main(): Promise<void> {
  const options = serviceOf(commandLine(help, { options: { url: { type: 'string' } } }).values)
  await using resources = new AsyncDisposableStack()
  const running = options ?? (await runningService(process.env['LOCAL_DATA_DIR'] || '.local'))
  const { api: url, flight_provider } = running ?? (await startTemporary(resources))
  const api = `${url}/api/v1`
  await dataOf(demoClient(url, signal).GET('/'))
  console.log(`A parcel goes from Moscow to Tbilisi. Paths are relative to ${api}, times are in UTC.`)
  const { account, tracking_id } = await runStory(url, signal, flight_provider)
  heading('Next steps')
  if (running === undefined)
    console.log('  To keep the parcel, run npm start, and npm run demo in another terminal.\n')
  else
    console.log(`  The parcel   ${api}/track/${tracking_id}
  The company  POST ${api}/auth/login  ${JSON.stringify(account)}
  The pages    ${url}/track/${tracking_id}  ${url}/console  ${url}/docs
`)
}

/** Starts a temporary service. Disposal of `resources` stops it and deletes its data. */
async function startTemporary(resources: AsyncDisposableStack): Promise<Service> {
  console.log('No service is running, so the demo starts one. This takes a few seconds ...')
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-demo-'))
  resources.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const cloud = await startCloud({ dataDir, quiet: true, signal })
  resources.defer(() => cloud.stop())
  return cloud.endpoints
}

/** URLs of the service and, if it is local, of its flight-data provider. */
type Service = Pick<Endpoints, 'api'> & Partial<Pick<Endpoints, 'flight_provider'>>

function serviceOf({ url }: { url?: string | undefined }): Service | undefined {
  if (url === undefined) return undefined
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return { api: url.replace(/\/+$/, '') }
  throw new StartupError(`--url ${url}: use the form http://127.0.0.1:3000.`)
}

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // Exits immediately on the second signal. The emulator never outlives this process.
    if (signal.aborted) process.exit(1)
    interrupted.abort()
  })

try {
  await main()
} catch (error) {
  process.exitCode = 1
  // A bug is printed with its stack, an expected error as one line.
  const expected = error instanceof StartupError || error instanceof UnexpectedResponse
  if (!signal.aborted) console.error(expected ? error.message : error)
}
