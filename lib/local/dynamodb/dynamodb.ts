import { accessSync, constants } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../runtime/startup-error.ts'
import { superviseProcess } from '../runtime/supervised-process.ts'

export interface Database extends AsyncDisposable {
  endpoint: string
  /** The emulator's data file, if this process started it. */
  file?: string
  /** Rejects with StartupError if the emulator exits unexpectedly; never resolves. */
  death: Promise<never>
}

/**
 * Uses the DynamoDB Local at DYNAMODB_ENDPOINT, or starts the emulator (DYNAMODB_BIN, or the installed one) with its
 * data in `file`. Throws StartupError if there is no emulator for this platform, or it does not start, such as with a
 * corrupt data file.
 */
export async function startDynamoDb(
  file: string,
  { DYNAMODB_ENDPOINT, DYNAMODB_BIN }: Partial<Record<'DYNAMODB_ENDPOINT' | 'DYNAMODB_BIN', string>>,
  signal: AbortSignal,
): Promise<Database> {
  if (DYNAMODB_ENDPOINT) return runningAlready(DYNAMODB_ENDPOINT)
  const binary = findBinary(DYNAMODB_BIN)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const emulator = superviseProcess(binary, [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-path',
      file,
    ])
    const settled = new AbortController()
    const up = answers(port, AbortSignal.any([signal, settled.signal])).then(() => undefined)
    const end = await Promise.race([emulator.ended, up])
    settled.abort()
    if (signal.aborted) await emulator.stop()
    signal.throwIfAborted()
    if (end === undefined) return running(emulator, `http://127.0.0.1:${port}`, file)
    // Another process may take the port before the emulator binds it.
    if (end.words.includes('already in use') && attempt < 5) continue
    if (end.code === 126 || end.code === 127)
      throw new StartupError(`The DynamoDB emulator ${binary} cannot be run (${end.words}): ${elsewhere}.`)
    throw new StartupError(
      `The DynamoDB emulator cannot open ${file} (${end.words.replace(/^error: /, '')}): move the file away to start with an empty database.`,
    )
  }
}

function running(emulator: ReturnType<typeof superviseProcess>, endpoint: string, file: string): Database {
  let stopping = false
  const death = new Promise<never>((_, reject) => {
    void emulator.ended.then(({ words }) => {
      if (!stopping) reject(new StartupError(`The DynamoDB emulator has exited unexpectedly (${words}).`))
    })
  })
  death.catch(() => undefined)
  return {
    endpoint,
    file,
    death,
    async [Symbol.asyncDispose]() {
      stopping = true
      await emulator.stop()
    },
  }
}

const runningAlready = (endpoint: string): Database => ({
  endpoint: endpoint.replace(/\/+$/, ''),
  death: new Promise<never>(() => undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
})

const elsewhere = 'set DYNAMODB_BIN to a dynoxide binary, or DYNAMODB_ENDPOINT to a running DynamoDB Local'

function findBinary(given: string | undefined): string {
  const platform = `${process.platform}-${process.arch}`
  const root = join(import.meta.dirname, '..', '..', '..')
  const binary = given || join(root, 'node_modules', '@dynoxide', platform, 'dynoxide')
  try {
    accessSync(binary, constants.X_OK)
    return binary
  } catch {
    throw new StartupError(
      given
        ? `DYNAMODB_BIN is ${given}, which is not an executable file: ${elsewhere}.`
        : `No DynamoDB emulator is installed for ${platform}: ${elsewhere}.`,
    )
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves when the port accepts connections, or on abort. */
async function answers(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await takesConnection(port))) await delay(10)
}

const takesConnection = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
