import { fork } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCloud } from '../../../lib/local/cloud.ts'
import { StartupError } from '../../../lib/local/runtime/startup-error.ts'
import type { Run, Section } from '../table.ts'
import type { Arrived, Message, Task } from './consumers.ts'

/**
 * Measures how long events of a busy company take from their change to the feed, one webhook and fifty sockets, in a local
 * cloud. Throws StartupError if an event does not arrive within a minute.
 */
export async function delivery({ say, short, assembly }: Run): Promise<Section> {
  const [changes, clients, sockets] = short ? [20, 2, 2] : [2000, 8, 50]
  await using parts = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  parts.defer(() => rmSync(dataDir, { recursive: true }))
  const cloud = await startCloud({
    dataDir,
    quiet: true,
    functionLog: () => undefined,
    ...(assembly && { assembly }),
  })
  parts.defer(() => cloud.stop())
  const { url, endpoints } = cloud
  const arrived = await measured({ url, mail: endpoints.mail, changes, clients, sockets }, say)
  return {
    about: `${clients} clients change the status of shipments of one company ${changes.toLocaleString('en')} times; they and the receivers are one process, the service another, on one machine. Each change is two events. The time of an event is that of its change, from the request’s arrival on; that of the feed is when a client that asks every 20 ms has read it.`,
    tables: [
      [
        ['', 'events', 'events a second', 'median ms', 'p99 ms', 'last after the last change, ms'],
        ...arrived.map(({ name, events, perSecond, median, p99, lastAfter }) => [
          name,
          ...[events, perSecond, median, p99, lastAfter].map((number) => number.toFixed(0)),
        ]),
      ],
    ],
  }
}

async function measured(task: Task, say: Run['say']): Promise<Arrived[]> {
  const child = fork(join(import.meta.dirname, 'consumers.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    child.send(task)
    for await (const [message] of on(child, 'message', { close: ['exit'] }) as AsyncIterable<[Message]>) {
      if ('arrived' in message) return message.arrived
      if ('failure' in message) throw new StartupError(message.failure)
      say(message.progress)
    }
    throw new StartupError('The clients have ended before all events arrived.')
  } finally {
    child.kill()
  }
}
