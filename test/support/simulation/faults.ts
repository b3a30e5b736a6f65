import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import { unavailable } from '../../../shared/core/refusals.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { keyOf, type Write } from '../../../shared/db/requests.ts'
import type { Store } from '../../../shared/db/store.ts'
import type { RuntimeParts } from '../../../shared/runtime/runtime.ts'
import type { Conditions } from '../in-process/cloud.ts'
import type { Scheduler } from './scheduler.ts'

type Post = RuntimeParts['post']

/** The probabilities of faults. AWS may cause all of them; the client of the API sees a 5xx, or nothing. */
const odds = {
  /** A call of the table or of a queue is refused at every retry. */
  refused: 0.01,
  /** A call is carried out, and its answer is lost at every retry. */
  lost: 0.01,
  /** An update outside a transaction is sent again by the SDK, though it was carried out. */
  repeated: 0.05,
  /** A page is shorter than its limit. */
  short: 0.3,
  /** The execution environment of a function ends during an invocation. */
  killed: 0.02,
  /** A stream or a queue delivers records again that were processed. */
  redelivered: 0.05,
  /** The receiver of a webhook fails, or its answer is late, though it has taken the event. */
  unreceived: 0.1,
  unanswered: 0.1,
}
/** A receiver fails so often with one event, so that it has all events within minutes. */
const mostFailures = 2
/** The maximum number of the latest changes that an index does not contain yet. */
const mostWaiting = 4
/** A killed invocation ends before one of its first turns. */
const turnsOfKilled = 20

/** An invocation of a function, which ends before a turn if it is killed. */
interface Invocation {
  turnsLeft: number
  die: () => void
}

/** What the receivers of webhooks have taken, in this order, and how often an event failed there, by URL. */
export type Receivers = Map<string, { taken: string[]; failures: Map<string, number> }>

/** `put SHIP#…3f2f`: what a write does, and to which item. */
function describeWrite(write: Write): string {
  const { pk, sk } = keyOf(write)
  const [kind = ''] = Object.keys(write)
  return `${kind} ${pk
    .split('#')
    .slice(2)
    .join('#')
    .replace(/[\da-f-]{32}/g, '…')} ${sk}`
}

/** Letters are not part of the simulation: the stream orders them by their ids, which no seed determines. */
const isLetter = (write: Write) => keyOf(write).pk.startsWith(partitions.outbox)

/**
 * The conditions of a service whose steps and faults the current scheduler decides; without one, all goes well. Posts to
 * webhooks are noted in `receivers`.
 */
export function simulatedConditions(current: () => Scheduler | undefined, receivers: Receivers): Conditions {
  const invocations = new AsyncLocalStorage<Invocation>()

  async function failing<T>(about: string, act: () => Promise<T>): Promise<T> {
    const scheduler = current()
    if (!scheduler) return act()
    if (scheduler.chance(odds.refused)) {
      scheduler.note(`${about} is refused`)
      throw unavailable(new Error('simulated: refused'))
    }
    const result = await act()
    if (!scheduler.chance(odds.lost)) return result
    scheduler.note(`the answer to ${about} is lost`)
    throw unavailable(new Error('simulated: the answer is lost'))
  }

  const wrapStore = (store: Store): Store => ({
    get: (key) => failing('get', () => store.get(key)),
    batch: (keys, isConsistent) => failing('batch', () => store.batch(keys, isConsistent)),
    transactGet: (keys) => failing('transactGet', () => store.transactGet(keys)),
    query: (query) =>
      failing('query', () => {
        const isShort = current()?.chance(odds.short)
        return store.query({ ...query, ...(isShort && { limit: 1 + (current()?.below(query.limit) ?? 0) }) })
      }),
    update: (write, once) =>
      failing('update', async () => {
        const isRepeated = !once && current()?.chance(odds.repeated)
        const first = await store.update(write, once)
        if (!isRepeated) return first
        current()?.note('update is sent again')
        return store.update(write, once)
      }),
    commit: (writes, deadline) =>
      failing('commit', async () => {
        const outcome = await store.commit(
          writes.filter((write) => !isLetter(write)),
          deadline,
        )
        current()?.note(`commit of ${writes.map(describeWrite).join(', ')}: ${outcome}`)
        return outcome
      }),
  })

  async function invoke(one: LambdaFunction, event: string): ReturnType<LambdaFunction['invoke']> {
    const scheduler = current()
    if (!scheduler) return one.invoke(event)
    const { promise: died, resolve } = Promise.withResolvers<'error'>()
    const invocation = {
      turnsLeft: scheduler.chance(odds.killed) ? scheduler.below(turnsOfKilled) : Infinity,
      die: () => {
        scheduler.note(`${one.name} is killed`)
        resolve('error')
      },
    }
    return Promise.race([invocations.run(invocation, () => one.invoke(event)), died])
  }
  const wrapFunction = (one: LambdaFunction): LambdaFunction => ({
    ...one,
    async invoke(event) {
      const result = await invoke(one, event)
      const isBatch = event.startsWith('{"Records"')
      if (!isBatch || result === 'error' || !current()?.chance(odds.redelivered)) return result
      current()?.note(`${one.name} gets its records again`)
      return invoke(one, event)
    },
  })

  async function post({ url, body, asks }: Parameters<Post>[0]): ReturnType<Post> {
    await turn('post')
    const { id } = JSON.parse(body) as { id: string }
    const receiver = receivers.get(url) ?? { taken: [], failures: new Map<string, number>() }
    receivers.set(url, receiver)
    const before = receiver.failures.get(id) ?? 0
    const fails = (odd: number) =>
      before < mostFailures && current()?.chance(odd) && receiver.failures.set(id, before + 1)
    if (fails(odds.unreceived)) return { status: 503 }
    receiver.taken.push(id)
    return fails(odds.unanswered) ? { fault: 'timeout' } : { status: 204, ...(asks && { isConfirmed: true }) }
  }

  async function turn(operation: string) {
    const invocation = invocations.getStore()
    if (invocation && invocation.turnsLeft-- <= 0) {
      invocation.die()
      return new Promise<never>(() => undefined)
    }
    return current()?.turn(operation)
  }

  return {
    wrapStore,
    wrapFunction,
    turn,
    post,
    wrapSending: (send) => (command: SendMessageBatchCommand) => failing('send', () => send(command)),
    catchUp: (waiting) => waiting - (current()?.below(Math.min(waiting, mostWaiting) + 1) ?? 0),
  }
}
