import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface RunOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  /** The standard input; empty by default. */
  input?: string
}

/** Starts a program with only these environment variables, and PATH. */
export function start(program: string, args: readonly string[], { cwd, env, input = '' }: RunOptions = {}) {
  const child = spawn(program, args, { cwd, env: { PATH: process.env['PATH'], ...env } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, ended }
}

/** Runs a program to its end. */
export const run = (...args: Parameters<typeof start>) => start(...args).ended
