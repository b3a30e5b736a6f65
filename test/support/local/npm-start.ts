import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Endpoints } from '../../../lib/local/endpoints.ts'
import { seconds } from '../suite/time.ts'
import { waitUntil } from '../suite/wait.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const children: ChildProcess[] = []
/** Halves the start time of the project's commands, because V8 caches compiled code (Node.js, "Module compile cache"). */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }
export const wait = { timeout: seconds(30), interval: 10 }

/** What the start needs of this process's environment, with the engine that the tests run on. */
const inherited = Object.fromEntries(
  ['PATH', 'JAVA_HOME', 'DYNAMODB_ENGINE'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

/** Runs `npm start` with the given environment. */
export function npmStart(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['bin/local.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, PORT: '0', ...compileCache, ...environment },
  })
  children.push(child)
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, ended }
}

/** Starts a local cloud and waits for its endpoints.json. A killed cloud leaves an older endpoints.json behind. */
export async function running(assembly: string, dataDir: string, environment: Record<string, string> = {}) {
  const file = join(dataDir, 'endpoints.json')
  const written = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = written()
  const cloud = npmStart({ LOCAL_DATA_DIR: dataDir, ...environment }, '--app', assembly)
  await waitUntil(() => ![undefined, before].includes(written()) || cloud.child.exitCode !== null, wait)
  const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints
  return { ...cloud, endpoints, emulators: emulatorsOf(dataDir) }
}

/** The ids of processes whose command line contains the database's path: the emulator, and the shell that stops it. */
export const emulatorsOf = (dataDir: string) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(join(dataDir, 'dynamodb')))
    .map(Number)

/** Whether a process of `emulatorsOf` is the emulator itself, not its shell, whose command line contains the same. */
export const isEmulator = (pid: number) => /^[^\0]*(dynoxide|java)\0/.test(commandLine(String(pid)))

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

export const allGone = (pids: readonly number[]) =>
  waitUntil(() => pids.every((pid) => commandLine(String(pid)) === ''), wait)

/** Kills the processes that a failed test has left running. */
export async function endAll(): Promise<void> {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
