import { notifiers } from './notifiers.ts'
import { queueStore, type FifoOptions, type Message, type OutgoingMessage, type SentMessage } from './store.ts'
import type { Queue } from './declared-queues.ts'

/** How often expired messages are deleted, in milliseconds. */
const sweepMilliseconds = 3_600_000

/** A message with its delay, which overrides the queue's. */
export type QueuedMessage = OutgoingMessage & { delaySeconds?: number | undefined }

/** Why a receipt handle has no effect: it is malformed; it is outdated; its message is visible, or does not exist. */
export type ReceiptProblem = 'invalid' | 'expired' | 'visible' | 'missing'

export interface Queues extends Disposable {
  list: readonly Queue[]
  /** In a FIFO queue, messages need a group and a deduplication id; a duplicate returns the first message. */
  send(queue: Queue, messages: readonly QueuedMessage[]): SentMessage[]
  /**
   * Receives up to `max` messages and hides them for the queue's visibility timeout, or `hiddenSeconds`. Messages that
   * have reached the maximum receive count move to the dead-letter queue instead. `maxBytes` limits the sum of the
   * bodies, but at least one message is returned.
   */
  receive(queue: Queue, max: number, options?: { hiddenSeconds?: number; maxBytes?: number }): Message[]
  /** An outdated handle deletes nothing: no problem in a standard queue, `expired` in a FIFO queue. */
  delete(queue: Queue, receipt: string): ReceiptProblem | undefined
  /** Makes a message in flight visible after `seconds` from now. */
  changeVisibility(queue: Queue, receipt: string, seconds: number): ReceiptProblem | undefined
  /** Deletes all messages. */
  purge(queue: Queue): void
  /**
   * Moves the visible messages of a dead-letter queue, as new messages, to the queues that they came from, or to
   * `destination`. Returns their number.
   */
  redrive(queue: Queue, destination?: Queue): number
  count(queue: Queue): { visible: number; hidden: number; delayed: number }
  /** Calls `wake` when messages may have become visible, until disposal. Uses a timer, not polling. */
  watch(queue: Queue, wake: () => void): Disposable
}

/** Standard and FIFO queues (SQS developer guide) with their messages in `file`. */
export function openQueues(list: readonly Queue[], file: string): Queues {
  const store = queueStore(file)
  const { notify, setTimer, watch, stop } = notifiers(list, (queue, now) => store.nextDue(queue.name, now))
  const since = ({ retentionSeconds }: Queue, now: number) => now - retentionSeconds * 1000
  const byArn = (arn: string | undefined) => list.find((queue) => queue.arn === arn)

  const sweep = () => {
    const now = Date.now()
    for (const queue of list) store.expire(queue.name, since(queue, now), now)
  }
  sweep()
  const sweeper = setInterval(sweep, sweepMilliseconds).unref()

  function add(queue: Queue, { delaySeconds = queue.delaySeconds, ...message }: QueuedMessage, now: number) {
    return store.add(queue.name, message, now, now + delaySeconds * 1000, fifoOptions(queue, message))
  }

  /** Receives visible messages, or moves them to the dead-letter queue. */
  function receiveDue(
    queue: Queue,
    max: number,
    now: number,
    { hiddenSeconds, maxBytes = Infinity }: ReceiveOptions,
  ) {
    const hiddenUntil = now + (hiddenSeconds ?? queue.visibilitySeconds) * 1000
    const deadLetters = byArn(queue.redrive?.arn)
    const received: Message[] = []
    let [bytes, moved] = [0, 0]
    for (const row of store.due(queue.name, queue.fifo !== undefined, now, since(queue, now), max)) {
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
      const sent = store.transaction(() => messages.map((message) => add(queue, message, now)))
      notify(queue)
      setTimer(queue, now)
      return sent
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
    delete(queue, receipt) {
      const row = store.find(queue.name, receipt)
      if (row === null) return 'invalid'
      if (!row) return undefined
      const isCurrent = row.receipt === receipt
      if (queue.fifo && !(isCurrent && row.due_at > Date.now())) return 'expired'
      if (!isCurrent) return undefined
      store.delete(row)
      // The next messages of its group may now be received.
      if (queue.fifo) notify(queue)
      return undefined
    },
    changeVisibility(queue, receipt, seconds) {
      const row = store.find(queue.name, receipt)
      if (row === null) return 'invalid'
      const now = Date.now()
      if (row?.receipt !== receipt) return 'missing'
      if (row.due_at <= now) return 'visible'
      store.setDue(row, now + seconds * 1000)
      if (seconds === 0) notify(queue)
      setTimer(queue, now)
      return undefined
    },
    purge: (queue) => store.expire(queue.name, Number.MAX_SAFE_INTEGER, 0),
    redrive(queue, destination) {
      const now = Date.now()
      const moved = store.transaction(() =>
        store.due(queue.name, false, now, since(queue, now), -1).flatMap((row) => {
          const { deadLetterOf, ...message } = JSON.parse(row.about) as Omit<Message, 'body'>
          const target = destination ?? byArn(deadLetterOf)
          if (!target) return []
          store.delete(row)
          // It is a new message, so it must not be taken for a duplicate.
          const order = fifoOptions(target, { ...message, deduplicationId: row.id })
          store.add(target.name, { ...message, body: row.body }, now, now, order)
          return [target]
        }),
      )
      for (const target of new Set(moved)) {
        notify(target)
        setTimer(target, now)
      }
      return moved.length
    },
    count(queue) {
      const now = Date.now()
      return store.count(queue.name, now, since(queue, now))
    },
    watch,
    [Symbol.dispose]() {
      clearInterval(sweeper)
      stop()
      store[Symbol.dispose]()
    },
  }
}

type ReceiveOptions = NonNullable<Parameters<Queues['receive']>[2]>

/** The group and deduplication id of a message; undefined for a standard queue. */
const fifoOptions = (
  { fifo }: Queue,
  { group = '', deduplicationId = '' }: { group?: string; deduplicationId?: string },
): FifoOptions | undefined =>
  fifo && { group, deduplicationId, scope: fifo.deduplicationScope === 'messageGroup' ? group : '' }
