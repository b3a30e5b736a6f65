import type { Message } from '../../../shared/messaging/queue.ts'
import { sleep } from './virtual-time.ts'

/** Assumed latencies in milliseconds. Receiving includes the invocation of the function and the deletion after it. */
export const queueLatency = { send: 10, receive: 20 }
/** Calls of SendMessage a second for one group (SQS developer guide, "Amazon SQS message quotas"). */
const sendsPerSecond = 300
/** The most messages of a batch of a FIFO queue. */
const maxBatch = 10

/** One group of a FIFO queue, with one batch in flight. */
export function fifoGroup<M extends Message>(
  now: () => number,
  process: (batch: readonly M[]) => Promise<void>,
) {
  const messages: M[] = []
  let [sends, sendsAt, isProcessing] = [sendsPerSecond, 0, false]
  let [batches, failures, throttled] = [0, 0, 0]

  async function deliver(): Promise<void> {
    if (isProcessing) return
    isProcessing = true
    while (messages.length > 0) {
      const batch = messages.slice(0, maxBatch)
      await sleep(queueLatency.receive)
      batches++
      try {
        await process(batch)
        messages.splice(0, batch.length)
      } catch {
        failures++
        // The visibility timeout (lib/stacks/events/queues.ts).
        await sleep(10_000)
      }
    }
    isProcessing = false
  }

  return {
    /** Sends a message; as the SDK does, again after a delay if there are too many calls. */
    async send(message: M): Promise<void> {
      for (let retry = 0; ; retry++) {
        await sleep(queueLatency.send)
        sends = Math.min(sendsPerSecond, sends + ((now() - sendsAt) / 1000) * sendsPerSecond)
        sendsAt = now()
        if (sends >= 1) break
        throttled++
        await sleep(Math.random() * Math.min(20_000, 100 * 2 ** retry))
      }
      sends--
      messages.push(message)
      void deliver()
    },
    /** Resolves when all messages have been processed. */
    async drained(): Promise<void> {
      while (isProcessing) await sleep(1)
    },
    counts: () => ({ batches, failures, throttled }),
  }
}
