import { createServer, type AddressInfo } from 'node:net'
import { StartupError } from '../runtime/startup-error.ts'
import { superviseProcess } from '../runtime/supervised-process.ts'
import { findEngine, remedy, type Engine, type EngineVariables } from './engines.ts'

export interface Database extends AsyncDisposable {
  endpoint: string
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
    const port = await freePort()
    const endpoint = `http://127.0.0.1:${port}`
    const emulator = superviseProcess(engine.command, engine.arguments(port))
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

function startedDatabase(
  emulator: ReturnType<typeof superviseProcess>,
  endpoint: string,
  { data, trimmed }: Engine,
): Database {
  let stopping = false
  const unexpectedExit = new Promise<never>((_, reject) => {
    void emulator.exited.then(({ lastLine }) => {
      if (!stopping) reject(new StartupError(`The DynamoDB emulator has exited unexpectedly (${lastLine}).`))
    })
  })
  unexpectedExit.catch(() => undefined)
  return {
    endpoint,
    ...(trimmed && { file: data }),
    unexpectedExit,
    async [Symbol.asyncDispose]() {
      stopping = true
      await emulator.stop()
    },
  }
}

const existingDatabase = (endpoint: string): Database => ({
  endpoint: endpoint.replace(/\/+$/, ''),
  unexpectedExit: new Promise<never>(() => undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
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
