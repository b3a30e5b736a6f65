import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { StartupError } from '../runtime/startup-error.ts'
import { superviseProcess } from '../runtime/supervised-process.ts'
import { serveDynamoDb } from './server.ts'
import { findEngine, remedy, type Engine, type EngineVariables } from './engines.ts'

export interface Database extends AsyncDisposable {
  endpoint: string
  /** The endpoint for all but functions: an emulator that this process started is behind a server that refuses web pages. */
  publicEndpoint: string
  /** The data file of an emulator that this process started, if stream records are deleted from it. */
  file?: string
  /** Rejects with StartupError if the emulator exits unexpectedly; never resolves. */
  unexpectedExit: Promise<never>
}

/**
 * Uses the DynamoDB Local at DYNAMODB_ENDPOINT, or starts an emulator (engines.ts) with its data in `dataDir`. Throws
 * StartupError if there is no emulator for this platform, or it does not start, such as with a corrupt data file.
 */
export async function startDynamoDb(
  dataDir: string,
  variables: EngineVariables,
  signal: AbortSignal,
): Promise<Database> {
  if (variables.DYNAMODB_ENDPOINT) return existingDatabase(variables.DYNAMODB_ENDPOINT)
  const engine = await findEngine(dataDir, variables)
  for (let attempt = 1; ; attempt++) {
    const host = loopbackAddress()
    const port = await freePort(host)
    const endpoint = `http://${host}:${port}`
    const emulator = superviseProcess(engine.command, engine.arguments(port, host))
    const end = await Promise.race([emulator.exited, engine.ready(emulator, endpoint), abortOf(signal)])
    if (signal.aborted) await emulator.stop()
    signal.throwIfAborted()
    if (end === undefined) return startedDatabase(emulator, endpoint, engine)
    if (end.lastLine.includes('already in use') && attempt < 5) continue
    if (end.code === 126 || end.code === 127)
      throw new StartupError(
        `The DynamoDB emulator ${engine.command} cannot be run (${end.lastLine}): ${remedy}.`,
      )
    throw new StartupError(
      `The DynamoDB emulator cannot open ${engine.data} (${end.lastLine.replace(/^error: /, '')}): move it away to start with an empty database.`,
    )
  }
}

async function startedDatabase(
  emulator: ReturnType<typeof superviseProcess>,
  endpoint: string,
  { data, trimmed }: Engine,
): Promise<Database> {
  let stopping = false
  const unexpectedExit = new Promise<never>((_, reject) => {
    void emulator.exited.then(({ lastLine }) => {
      if (!stopping) reject(new StartupError(`The DynamoDB emulator has exited unexpectedly (${lastLine}).`))
    })
  })
  unexpectedExit.catch(() => undefined)
  const server = await serveDynamoDb(endpoint)
  return {
    endpoint,
    publicEndpoint: server.url,
    ...(trimmed && { file: data }),
    unexpectedExit,
    async [Symbol.asyncDispose]() {
      stopping = true
      await server[Symbol.asyncDispose]()
      await emulator.stop()
    },
  }
}

const existingDatabase = (given: string, endpoint = given.replace(/\/+$/, '')): Database => ({
  endpoint,
  publicEndpoint: endpoint,
  unexpectedExit: new Promise<never>(() => undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

/**
 * An address of this machine that no web page can guess, where there are many: Linux has all of 127.0.0.0/8. Emulators answer
 * pages of every origin.
 */
const loopbackAddress = () =>
  process.platform === 'linux'
    ? ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.')
    : '127.0.0.1'

async function freePort(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves when the signal is aborted. */
const abortOf = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
