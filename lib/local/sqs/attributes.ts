import type { Queue } from './declared-queues.ts'
import { notImplemented } from './error.ts'
import type { Queues } from './queues.ts'

/** GetQueueAttributes (SQS API reference). Throws SqsError (501) for an attribute that is not implemented. */
export function attributesOf(queues: Queues, queue: Queue, names: readonly string[] = []) {
  const { visible, hidden, delayed } = queues.count(queue)
  const { redrive, fifo } = queue
  const all: Record<string, string | number | boolean | undefined> = {
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: hidden,
    ApproximateNumberOfMessagesDelayed: delayed,
    VisibilityTimeout: queue.visibilitySeconds,
    DelaySeconds: queue.delaySeconds,
    MessageRetentionPeriod: queue.retentionSeconds,
    ReceiveMessageWaitTimeSeconds: queue.waitSeconds,
    QueueArn: queue.arn,
    RedrivePolicy:
      redrive && JSON.stringify({ deadLetterTargetArn: redrive.arn, maxReceiveCount: redrive.receives }),
    FifoQueue: fifo && true,
    ContentBasedDeduplication: fifo?.contentBasedDeduplication,
    DeduplicationScope: fifo?.deduplicationScope,
    FifoThroughputLimit: fifo?.throughputLimit,
  }
  const unknown = names.find((name) => name !== 'All' && !(name in all))
  if (unknown !== undefined) throw notImplemented(`the queue attribute ${unknown}`)
  const requested = Object.entries(all).filter(
    ([name, value]) => value !== undefined && (names.includes('All') || names.includes(name)),
  )
  return { Attributes: Object.fromEntries(requested.map(([name, value]) => [name, String(value)])) }
}
