import { queueStore, type OutgoingMessage, type Message } from './store.ts'
import type { Queue } from './declared-queues.ts'

/** How often expired messages are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

export interface Queues extends Disposable {
  list: readonly Queue[]
  /** Returns the ids. A message's delay overrides the queue's. */
  send(queue: Queue, messages: readonly (OutgoingMessage & { delaySeconds?: number | undefined })[]): string[]
  /**
   * Receives up to `max` messages and hides them for the queue's visibility timeout, or `hiddenSeconds`. Messages that
   * have reached the maximum receive count move to the dead-letter queue instead. `maxBytes` limits the sum of the
   * bodies, but at least one message is returned.
   */
  receive(queue: Queue, max: number, options?: { hiddenSeconds?: number; maxBytes?: number }): Message[]
  /** Returns false for an invalid receipt handle. */
  delete(queue: Queue, receipt: string): boolean
  count(queue: Queue): { visible: number; hidden: number; delayed: number }
  /** Calls `wake` when messages may have become visible, until disposal. Uses a timer, not polling. */
  watch(queue: Queue, wake: () => void): Disposable
}

/** Standard queues (SQS developer guide) with their messages in `file`. */
export function openQueues(list: readonly Queue[], file: string): Queues {
  const store = queueStore(file)
  const watched = new Map(
    list.map(({ name }) => [
      name,
      { callbacks: new Set<() => void>(), timer: undefined as NodeJS.Timeout | undefined },
    ]),
  )
  const since = ({ retentionSeconds }: Queue, now: number) => now - retentionSeconds * 1000

  function notify({ name }: Queue) {
    for (const wake of watched.get(name)?.callbacks ?? []) wake()
  }
  /**
   * Sets the queue's timer to the time at which the next message becomes visible, of those hidden at `checkedAt`.
   */
  function setTimer(queue: Queue, checkedAt: number) {
    const entry = watched.get(queue.name)
    if (!entry) return
    clearTimeout(entry.timer)
    const at = entry.callbacks.size > 0 ? store.nextDue(queue.name, checkedAt) : undefined
    if (at === undefined) return
    // At most twelve hours, the maximum visibility timeout.
    entry.timer = setTimeout(() => {
      // `now` is read before the callbacks run, since the timer may be early, and messages may become visible meanwhile.
      const now = Date.now()
      notify(queue)
      setTimer(queue, now)
    }, at - Date.now())
  }
  const sweep = () => {
    for (const queue of list) store.expire(queue.name, since(queue, Date.now()))
  }
  sweep()
  const sweeper = setInterval(sweep, sweepMilliseconds).unref()

  /** Receives visible messages, or moves them to the dead-letter queue. */
  function receiveDue(
    queue: Queue,
    max: number,
    now: number,
    { hiddenSeconds, maxBytes = Infinity }: ReceiveOptions,
  ) {
    const hiddenUntil = now + (hiddenSeconds ?? queue.visibilitySeconds) * 1000
    const deadLetters = list.find(({ arn }) => arn === queue.redrive?.arn)
    const received: Message[] = []
    let [bytes, moved] = [0, 0]
    for (const row of store.due(queue.name, now, since(queue, now), max)) {
      if (queue.redrive && deadLetters && row.receives >= queue.redrive.receives) {
        store.moveToDeadLetters(row, queue.arn, deadLetters.name, now)
        moved++
        continue
      }
      bytes += Buffer.byteLength(row.body)
      if (bytes > maxBytes && received.length > 0) break
      received.push(store.receive(row, now, hiddenUntil))
    }
    return { received, movedTo: moved > 0 ? deadLetters : undefined }
  }

  return {
    list,
    send(queue, messages) {
      const now = Date.now()
      const ids = store.transaction(() =>
        messages.map(({ delaySeconds = queue.delaySeconds, ...message }) =>
          store.add(queue.name, message, now, now + delaySeconds * 1000),
        ),
      )
      notify(queue)
      setTimer(queue, now)
      return ids
    },
    receive(queue, max, options = {}) {
      for (;;) {
        const now = Date.now()
        const { received, movedTo } = store.transaction(() => receiveDue(queue, max, now, options))
        if (movedTo) notify(movedTo)
        // More messages may follow those that were moved.
        if (received.length === 0 && movedTo) continue
        setTimer(queue, now)
        return received
      }
    },
    delete: (queue, receipt) => store.delete(queue.name, receipt),
    count(queue) {
      const now = Date.now()
      return store.count(queue.name, now, since(queue, now))
    },
    watch(queue, wake) {
      const callbacks = watched.get(queue.name)?.callbacks
      callbacks?.add(wake)
      setTimer(queue, Date.now())
      return {
        [Symbol.dispose]() {
          callbacks?.delete(wake)
          setTimer(queue, Date.now())
        },
      }
    },
    [Symbol.dispose]() {
      clearInterval(sweeper)
      for (const { timer } of watched.values()) clearTimeout(timer)
      store[Symbol.dispose]()
    },
  }
}

type ReceiveOptions = NonNullable<Parameters<Queues['receive']>[2]>
