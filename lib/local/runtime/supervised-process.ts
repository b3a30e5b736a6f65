import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * Runs "$@" and sends it each signal that is written to descriptor 3. When that pipe closes, it sends KILL: the operating
 * system closes the pipe however this process dies, even by kill -9, so the program never outlives it.
 */
const script = `
"$@" 3<&- </dev/null & child=$!
{ while read -r signal <&3; do kill -s "$signal" "$child"; done; kill -s KILL "$child"; } 2>/dev/null & watcher=$!
wait "$child"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`

interface ExitStatus {
  /** The program's exit code; 126 or 127 if it could not be started. */
  code: number | null
  /** The last line of stderr that is not part of a Java stack trace. */
  lastLine: string
}

export interface SupervisedProcess {
  /** Resolves when the program has exited. */
  exited: Promise<ExitStatus>
  /** Resolves when the program has written a text to stderr. */
  wrote(text: string): Promise<undefined>
  /** Sends TERM, and KILL after two seconds; resolves when the program has exited. */
  stop(): Promise<void>
}

/** Starts a program that never outlives this process. Requires a POSIX shell. */
export function superviseProcess(command: string, args: readonly string[]): SupervisedProcess {
  const child = spawn('/bin/sh', ['-c', script, 'supervisor', command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // A separate session: Ctrl-C signals the terminal's whole process group, and this program has to exit last.
    detached: true,
  })
  const [, , stderr, signals] = child.stdio as unknown as [null, null, Readable, Writable]
  signals.on('error', () => undefined) // The program exited first.
  const exited = exitStatusOf(child, stderr)
  return {
    exited,
    wrote: (text) =>
      new Promise((resolve) => {
        let output = ''
        stderr.on('data', (chunk: string) => {
          output += chunk
          if (output.includes(text)) resolve(undefined)
        })
      }),
    async stop() {
      signals.write('TERM\n')
      const kill = setTimeout(() => signals.destroy(), 2000)
      await exited
      clearTimeout(kill)
      signals.destroy()
    },
  }
}

async function exitStatusOf(child: ChildProcess, stderr: Readable): Promise<ExitStatus> {
  let output = ''
  stderr.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4096)))
  await once(child, 'close').catch((error: unknown) => (output += String(error)))
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !/^\s+(at|\.\.\.) /.test(line))
  return { code: child.exitCode, lastLine: lines.at(-1) || 'no output' }
}
