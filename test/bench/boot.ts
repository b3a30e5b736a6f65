import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import type { Request } from './scene.ts'

/** What is measured: a function's bundle, and the whole environment that it runs in. */
export interface Contender {
  name: string
  bundle: string
  environment: Record<string, string>
}
/** Milliseconds since the process began, and of CPU; see boot.cjs. */
export interface Boot {
  loaded: number
  answered: number
  cpu: number
  body: string
}

const boot = join(import.meta.dirname, 'boot.cjs')
const environmentOf = ({ environment }: Contender) => ({ ...environment, PATH: process.env['PATH'] })

/** One processor for the measured process, as a small function has; where the system supports it. */
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

/** The first answer of a fresh process. Throws StartupError where it is none, or not the one that is expected. */
export async function firstAnswer(contender: Contender, { event, status }: Request): Promise<Boot> {
  const child = spawn(command, [...prefix, boot, contender.bundle, event], {
    env: environmentOf(contender),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await text(child.stdout)
  const answer = JSON.parse(said.trim().split('\n').at(-1) || '{}') as Boot & { statusCode?: number }
  if (answer.statusCode !== status)
    throw wrong(contender, `${answer.statusCode ?? 'nothing'} in place of ${status}: ${answer.body}`)
  return answer
}

/** A process that answers as often as it is asked to; milliseconds of each, CPU and wall clock. */
export function runner(contender: Contender) {
  // Its log lines go into a pipe, as on Lambda, and from there nowhere.
  const child: ChildProcess = fork(boot, [contender.bundle], {
    ...{ execPath: command, execArgv: prefix },
    ...{ env: environmentOf(contender), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  })
  child.stdout?.resume()
  const ended = once(child, 'exit').then(() => [{ statuses: ['no answer'] }])
  return {
    async round({ event, status }: Request, times: number): Promise<Milliseconds> {
      child.send({ event, times })
      const [round] = (await Promise.race([once(child, 'message'), ended])) as [Round]
      const other = round.statuses.find((one) => one !== status)
      if (other !== undefined) throw wrong(contender, `${other} in place of ${status}`)
      return round
    },
    async [Symbol.asyncDispose]() {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill()
      await exited
    },
  }
}
/** Of one request, the mean of a round. */
export interface Milliseconds {
  cpu: number
  wall: number
}
interface Round extends Milliseconds {
  statuses: (number | string)[]
}

const wrong = ({ name }: Contender, what: string) =>
  new StartupError(`${name} answered ${what}. What does not answer rightly is not measured.`)
