import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { runningService } from '../lib/local/invoke/running-service.ts'
import { StartupError, errorMessage } from '../lib/local/runtime/startup-error.ts'
import { startCloud } from '../lib/local/cloud.ts'
import type { Endpoints } from '../lib/local/endpoints.ts'
import { client, UnexpectedAnswer } from './demo/client.ts'
import { heading } from './demo/output.ts'
import { runStory } from './demo/story.ts'

// `npm run demo`: a parcel's journey from Moscow to Tbilisi through a client of the service. Lambda functions run in
// UTC, and so does this.
process.env['TZ'] = 'UTC'

const usage = 'npm run demo -- [--url address]'
const interrupted = new AbortController()
const { signal } = interrupted

async function main(): Promise<void> {
  const given = commandLine()
  await using own = new AsyncDisposableStack()
  const running = given ?? (await runningService(process.env['LOCAL_DATA_DIR'] || '.local'))
  const { api: url, flight_provider } = running ?? (await startFor(own))
  const api = `${url}/api/v1`
  await client(url, signal)('GET /', z.object({ status: z.literal('healthy') }))
  console.log(`A parcel goes from Moscow to Tbilisi; paths stand below ${api}, moments are UTC.`)
  const { account, tracking_id } = await runStory({ url, api }, signal, flight_provider)
  heading('To look further')
  if (running === undefined)
    console.log('  Run npm start, and npm run demo in another terminal: then the parcel stays.\n')
  else
    console.log(`  The parcel   ${api}/track/${tracking_id}
  The company  POST ${api}/auth/login  ${JSON.stringify(account)}
  The pages    ${url}/track/${tracking_id}  ${url}/board  ${url}/docs
`)
}

/** Starts a service for this one story; it ends with `own`, and its data with it. */
async function startFor(own: AsyncDisposableStack): Promise<Service> {
  console.log('No service runs here, so the demo starts one, which takes a few seconds ...')
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-demo-'))
  own.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const cloud = await startCloud({ dataDir, quiet: true, signal })
  own.defer(() => cloud.stop())
  return cloud.endpoints
}

/** The address of the service, and of the flight-data provider on this machine. */
type Service = Pick<Endpoints, 'api'> & Partial<Pick<Endpoints, 'flight_provider'>>

function commandLine(): Service | undefined {
  const { url } = parsed()
  if (url === undefined) return undefined
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return { api: url.replace(/\/+$/, '') }
  throw new StartupError(`--url ${url}: an address is given as http://127.0.0.1:3000.`)
}

function parsed() {
  try {
    return parseArgs({ options: { url: { type: 'string' } } }).values
  } catch (error) {
    throw new StartupError(`${errorMessage(error)} Usage: ${usage}`)
  }
}

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    // The second time it is meant: the emulator ends with this process in any case.
    if (signal.aborted) process.exit(1)
    interrupted.abort()
  })

try {
  await main()
} catch (error) {
  process.exitCode = 1
  // A bug shows its stack; what the user can mend is one line.
  const expected = error instanceof StartupError || error instanceof UnexpectedAnswer
  if (!signal.aborted) console.error(expected ? error.message : error)
}
