import { queueStore, type OutgoingMessage, type Message } from './store.ts'
import type { Queue } from './declared-queues.ts'

/** How often expired messages are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

export interface Queues extends Disposable {
  list: readonly Queue[]
  /** Returns the ids. A message's delay overrides the queue's. */
  send(queue: Queue, messages: readonly (OutgoingMessage & { delaySeconds?: number | undefined })[]): string[]
  /**
   * Receives up to `most` messages and hides them for the queue's visibility timeout, or `hiddenSeconds`. Messages that
   * have reached the maximum receive count move to the dead-letter queue instead. `maxBytes` limits the sum of the
   * bodies, but at least one message is returned.
   */
  receive(queue: Queue, most: number, options?: { hiddenSeconds?: number; maxBytes?: number }): Message[]
  /** Returns false for an invalid receipt handle. */
  delete(queue: Queue, receipt: string): boolean
  count(queue: Queue): { visible: number; hidden: number; delayed: number }
  /** Calls `wake` when messages may have become visible, until disposal. Uses a timer, not polling. */
  watch(queue: Queue, wake: () => void): Disposable
}

/** Standard queues (SQS developer guide) with their messages in `file`. */
export function openQueues(list: readonly Queue[], file: string): Queues {
  const store = queueStore(file)
  const bells = new Map(
    list.map(({ name }) => [
      name,
      { wakes: new Set<() => void>(), timer: undefined as NodeJS.Timeout | undefined },
    ]),
  )
  const since = ({ retentionSeconds }: Queue, now: number) => now - retentionSeconds * 1000

  function ring({ name }: Queue) {
    for (const wake of bells.get(name)?.wakes ?? []) wake()
  }
  /**
   * Sets the queue's timer to the time at which the next message becomes visible, of those hidden at `looked`.
   */
  function arm(queue: Queue, looked: number) {
    const bell = bells.get(queue.name)
    if (!bell) return
    clearTimeout(bell.timer)
    const at = bell.wakes.size > 0 ? store.nextDue(queue.name, looked) : undefined
    if (at === undefined) return
    // At most twelve hours, the maximum visibility timeout.
    bell.timer = setTimeout(() => {
      // `now` is read before the callbacks run, since the timer may be early, and messages may become visible meanwhile.
      const now = Date.now()
      ring(queue)
      arm(queue, now)
    }, at - Date.now())
  }
  const sweep = () => {
    for (const queue of list) store.expire(queue.name, since(queue, Date.now()))
  }
  sweep()
  const sweeper = setInterval(sweep, sweepMilliseconds).unref()

  /** Receives visible messages, or moves them to the dead-letter queue. */
  function round(
    queue: Queue,
    most: number,
    now: number,
    { hiddenSeconds, maxBytes = Infinity }: ReceiveOptions,
  ) {
    const hiddenUntil = now + (hiddenSeconds ?? queue.visibilitySeconds) * 1000
    const deadLetters = list.find(({ arn }) => arn === queue.redrive?.arn)
    const taken: Message[] = []
    let [bytes, givenUp] = [0, 0]
    for (const row of store.due(queue.name, now, since(queue, now), most)) {
      if (queue.redrive && deadLetters && row.receives >= queue.redrive.receives) {
        store.giveUp(row, queue.arn, deadLetters.name, now)
        givenUp++
        continue
      }
      bytes += Buffer.byteLength(row.body)
      if (bytes > maxBytes && taken.length > 0) break
      taken.push(store.take(row, now, hiddenUntil))
    }
    return { taken, gaveUpTo: givenUp > 0 ? deadLetters : undefined }
  }

  return {
    list,
    send(queue, messages) {
      const now = Date.now()
      const ids = store.together(() =>
        messages.map(({ delaySeconds = queue.delaySeconds, ...message }) =>
          store.add(queue.name, message, now, now + delaySeconds * 1000),
        ),
      )
      ring(queue)
      arm(queue, now)
      return ids
    },
    receive(queue, most, options = {}) {
      for (;;) {
        const now = Date.now()
        const { taken, gaveUpTo } = store.together(() => round(queue, most, now, options))
        if (gaveUpTo) ring(gaveUpTo)
        // More messages may follow those that were moved.
        if (taken.length === 0 && gaveUpTo) continue
        arm(queue, now)
        return taken
      }
    },
    delete: (queue, receipt) => store.delete(queue.name, receipt),
    count(queue) {
      const now = Date.now()
      return store.count(queue.name, now, since(queue, now))
    },
    watch(queue, wake) {
      const wakes = bells.get(queue.name)?.wakes
      wakes?.add(wake)
      arm(queue, Date.now())
      return {
        [Symbol.dispose]() {
          wakes?.delete(wake)
          arm(queue, Date.now())
        },
      }
    },
    [Symbol.dispose]() {
      clearInterval(sweeper)
      for (const { timer } of bells.values()) clearTimeout(timer)
      store[Symbol.dispose]()
    },
  }
}

type ReceiveOptions = NonNullable<Parameters<Queues['receive']>[2]>
