import { queueStore, type OutgoingMessage, type Message } from './store.ts'
import type { Queue } from './declared-queues.ts'

/** How often expired messages are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

export interface Queues extends Disposable {
  list: readonly Queue[]
  /** Gives the ids. A letter's own delay goes before its queue's. */
  send(queue: Queue, messages: readonly (OutgoingMessage & { delaySeconds?: number | undefined })[]): string[]
  /**
   * Hides what it gives from others for the queue's time, or another. What has been received too often goes to the dead
   * letter queue instead. `mostBytes` bounds the bodies together; one message comes however long it is.
   */
  receive(queue: Queue, most: number, options?: { hiddenSeconds?: number; maxBytes?: number }): Message[]
  /** Gives false for what is no receipt. */
  delete(queue: Queue, receipt: string): boolean
  count(queue: Queue): { visible: number; hidden: number; delayed: number }
  /** Calls `wake` whenever something may have come due, until this is disposed of. Costs nothing meanwhile. */
  watch(queue: Queue, wake: () => void): Disposable
}

/** SQS's standard queues (SQS developer guide), with their messages in `file`. */
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
   * Sets the queue's timer to when the next message becomes visible: the first that was not visible at `looked`.
   */
  function arm(queue: Queue, looked: number) {
    const bell = bells.get(queue.name)
    if (!bell) return
    clearTimeout(bell.timer)
    const at = bell.wakes.size > 0 ? store.nextDue(queue.name, looked) : undefined
    if (at === undefined) return
    // The longest is the twelve hours for which a message may be hidden.
    bell.timer = setTimeout(() => {
      // A timer may be a millisecond early, and what comes due while this rings was not seen.
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

  /** One round: what is due is taken, or goes to the queue that is given. */
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
        // Behind what was given up there may be more.
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
