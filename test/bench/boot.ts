import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import type { Request } from './scene.ts'

/** A program to measure: a function's bundle and its environment variables. */
export interface Contender {
  name: string
  bundle: string
  environment: Record<string, string>
}
/** Milliseconds since the process started, and milliseconds of CPU time; see boot.cjs. */
export interface Boot {
  loaded: number
  answered: number
  cpu: number
  body: string
}

const boot = join(import.meta.dirname, 'boot.cjs')
const environmentOf = ({ environment }: Contender) => ({ ...environment, PATH: process.env['PATH'] })

/** Whether the measured process can be pinned to one processor, which a small Lambda function has. */
export const pinned = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const node: [string, ...string[]] = pinned ? ['taskset', '-c', '0', process.execPath] : [process.execPath]
const [command, ...prefix] = node

/** The first response of a new process. Throws StartupError if it is missing or has another status than expected. */
export async function firstAnswer(contender: Contender, { event, status }: Request): Promise<Boot> {
  const child = spawn(command, [...prefix, boot, contender.bundle, event], {
    env: environmentOf(contender),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await text(child.stdout)
  const answer = JSON.parse(output.trim().split('\n').at(-1) || '{}') as Boot & { statusCode?: number }
  if (answer.statusCode !== status)
    throw wrong(contender, `${answer.statusCode ?? 'nothing'} instead of ${status}: ${answer.body}`)
  return answer
}

/** Starts a process that runs rounds of requests, and measures them. */
export function runner(contender: Contender) {
  // Log lines are written to a pipe, as on Lambda, and discarded.
  const child: ChildProcess = fork(boot, [contender.bundle], {
    execPath: command,
    execArgv: prefix,
    env: environmentOf(contender),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.resume()
  const ended = once(child, 'exit').then(() => [{ statuses: ['no answer'] }])
  return {
    async round({ event, status }: Request, times: number): Promise<Milliseconds> {
      child.send({ event, times })
      const [round] = (await Promise.race([once(child, 'message'), ended])) as [Round]
      const other = round.statuses.find((one) => one !== status)
      if (other !== undefined) throw wrong(contender, `${other} instead of ${status}`)
      return round
    },
    async [Symbol.asyncDispose]() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill()
      await exited
    },
  }
}
/** The mean time of a request in a round. */
export interface Milliseconds {
  cpu: number
  wall: number
}
interface Round extends Milliseconds {
  statuses: (number | string)[]
}

const wrong = ({ name }: Contender, what: string) =>
  new StartupError(`${name} responded with ${what}. Only correct responses are measured.`)
