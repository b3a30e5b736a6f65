import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import type { Endpoints } from '../../../lib/local/endpoints.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const children: ChildProcess[] = []
/** Makes the project's commands start in half the time: V8 keeps what it compiled (Node.js, "Module compile cache"). */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }
export const wait = { timeout: 30_000, interval: 10 }

/** Runs `npm start` with an environment of its own. */
export function npmStart(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['bin/local.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', ...compileCache, ...environment },
  })
  children.push(child)
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, ended }
}

/** Starts and waits for an endpoints.json of its own: a killed cloud leaves the one it had. */
export async function running(assembly: string, dataDir: string, environment: Record<string, string> = {}) {
  const file = join(dataDir, 'endpoints.json')
  const written = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = written()
  const cloud = npmStart({ LOCAL_DATA_DIR: dataDir, ...environment }, '--app', assembly)
  await vi.waitUntil(() => ![undefined, before].includes(written()) || cloud.child.exitCode !== null, wait)
  const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints
  return { ...cloud, endpoints, emulators: emulatorsOf(dataDir) }
}

/** Process ids of those whose command line names the directory's data file: the emulator and its leash. */
export const emulatorsOf = (dataDir: string) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(join(dataDir, 'dynamodb.sqlite')))
    .map(Number)

export function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

export const allGone = (pids: readonly number[]) =>
  vi.waitUntil(() => pids.every((pid) => commandLine(String(pid)) === ''), wait)

/** Ends those that a failed test has left. */
export async function endAll(): Promise<void> {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
