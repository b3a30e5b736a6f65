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

export interface End {
  /** The program's exit code; 126 or 127 if it could not be started. */
  code: number | null
  /** The last line of stderr. */
  words: string
}

export interface SupervisedProcess {
  /** Resolves when the program has exited. */
  ended: Promise<End>
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
  return { code: child.exitCode, words: words.trim().split('\n').at(-1) || 'no output' }
}
