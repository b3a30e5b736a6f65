import { accessSync, constants } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../runtime/startup-error.ts'
import { superviseProcess } from '../runtime/supervised-process.ts'

export interface Database extends AsyncDisposable {
  endpoint: string
  /** The emulator's data file, if this process started it. */
  file?: string
  /** Rejects with StartupError if the emulator exits unexpectedly; never resolves. */
  unexpectedExit: Promise<never>
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
  if (DYNAMODB_ENDPOINT) return existingDatabase(DYNAMODB_ENDPOINT)
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
    // Not when the port accepts connections: another process may have taken it before the emulator.
    const end = await Promise.race([emulator.exited, emulator.wrote('listening on'), abortOf(signal)])
    if (signal.aborted) await emulator.stop()
    signal.throwIfAborted()
    if (end === undefined) return startedDatabase(emulator, `http://127.0.0.1:${port}`, file)
    if (end.lastLine.includes('already in use') && attempt < 5) continue
    if (end.code === 126 || end.code === 127)
      throw new StartupError(`The DynamoDB emulator ${binary} cannot be run (${end.lastLine}): ${remedy}.`)
    throw new StartupError(
      `The DynamoDB emulator cannot open ${file} (${end.lastLine.replace(/^error: /, '')}): move the file away to start with an empty database.`,
    )
  }
}

function startedDatabase(
  emulator: ReturnType<typeof superviseProcess>,
  endpoint: string,
  file: string,
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
    file,
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

const remedy = 'set DYNAMODB_BIN to a dynoxide binary, or DYNAMODB_ENDPOINT to a running DynamoDB Local'

function findBinary(configured: string | undefined): string {
  const platform = `${process.platform}-${process.arch}`
  const root = join(import.meta.dirname, '..', '..', '..')
  const binary = configured || join(root, 'node_modules', '@dynoxide', platform, 'dynoxide')
  try {
    accessSync(binary, constants.X_OK)
    return binary
  } catch {
    throw new StartupError(
      configured
        ? `DYNAMODB_BIN is ${configured}, which is not an executable file: ${remedy}.`
        : `No DynamoDB emulator is installed for ${platform}: ${remedy}.`,
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

/** Resolves when the signal is aborted. */
const abortOf = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
