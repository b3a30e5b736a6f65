import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/**
 * Runs "$@" and sends it every signal that is named on descriptor 3. The end of that pipe, which the operating system
 * brings about however this process dies, is a KILL: no child outlives its parent, not even one killed by -9.
 */
const script = `
"$@" 3<&- </dev/null & child=$!
{ while read -r signal <&3; do kill -s "$signal" "$child"; done; kill -s KILL "$child"; } 2>/dev/null & leash=$!
wait "$child"; code=$?
kill "$leash" 2>/dev/null
exit "$code"`

export interface End {
  /** The program's exit code; 126 or 127 where it could not be run at all. */
  code: number | null
  /** The last that it wrote to stderr. */
  words: string
}

export interface SupervisedProcess {
  /** Settles once the program has ended, for whatever reason. */
  ended: Promise<End>
  /** TERM, then KILL after two seconds; settles when the program is gone. */
  stop(): Promise<void>
}

/** Starts a program that ends with this process at the latest. Needs a POSIX shell. */
export function superviseProcess(command: string, args: readonly string[]): SupervisedProcess {
  const child = spawn('/bin/sh', ['-c', script, 'leash', command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C goes to every process of the terminal's group, and this one must end last.
    detached: true,
  })
  const [, , stderr, signals] = child.stdio as unknown as [null, null, Readable, Writable]
  signals.on('error', () => undefined) // The program ended first.
  const ended = endOf(child, stderr)
  return {
    ended,
    async stop() {
      signals.write('TERM\n')
      const kill = setTimeout(() => signals.destroy(), 2000)
      await ended
      clearTimeout(kill)
      signals.destroy()
    },
  }
}

async function endOf(child: ChildProcess, stderr: Readable): Promise<End> {
  let words = ''
  stderr.setEncoding('utf8').on('data', (chunk: string) => (words = (words + chunk).slice(-4096)))
  await once(child, 'close').catch((error: unknown) => (words += String(error)))
  return { code: child.exitCode, words: words.trim().split('\n').at(-1) || 'without a word' }
}
