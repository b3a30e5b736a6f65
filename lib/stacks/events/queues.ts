import { Duration, Validations } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda'
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { grantSending } from '../data/grants.ts'
import type { QueueName } from '../../../shared/config/queues.ts'

export interface JobQueue {
  /**
   * Timeout of the function that processes the queue. A message that a function had when it was killed is delivered again
   * after six times as long, so that Lambda can still invoke it when it is throttled (Lambda developer guide, "Using Lambda
   * with Amazon SQS"). Where later messages `wait` for it, it is delivered again after the timeout itself: a second delivery
   * is harmless there, since writes are conditional.
   */
  timeout: Duration
  /** The later events of a company, or the other events of a subscription, wait for a message. */
  wait?: true
  /** The maximum number of invocations at once. */
  maxConcurrency: number
  /** The maximum number of messages of an invocation, by default one, so that no message delays another. */
  batchSize?: number
  /** A message group is in one invocation at a time, and its messages stay in order. */
  fifo?: true
  /** How long its messages stay, by default two weeks. */
  retention?: Duration
}
export const jobQueues = {
  feed: { timeout: Duration.seconds(10), maxConcurrency: 100, batchSize: 10, fifo: true, wait: true },
  // A receiver that hangs occupies one of them for ten seconds.
  webhooks: { timeout: Duration.seconds(25), maxConcurrency: 200, fifo: true, wait: true },
  live: { timeout: Duration.seconds(10), maxConcurrency: 100, fifo: true, wait: true },
  // The next run plans unfinished work again.
  flights: { timeout: Duration.seconds(60), maxConcurrency: 5, fifo: true, retention: Duration.minutes(10) },
  scheduled: { timeout: Duration.seconds(10), maxConcurrency: 10 },
  sweeps: { timeout: Duration.seconds(25), maxConcurrency: 2 },
  // So many companies at once: the requests of all have room in the table meanwhile.
  transfers: { timeout: Duration.seconds(60), maxConcurrency: 5, fifo: true, wait: true },
  statistics: { timeout: Duration.seconds(30), maxConcurrency: 10, batchSize: 10, fifo: true, wait: true },
} as const satisfies Partial<Record<QueueName, JobQueue>>

/**
 * The queues of jobs. Messages that fail ten times go to `undelivered`, which keeps them for two weeks. Those of FIFO
 * queues stay: a group's later messages wait for a failed one, since the feed must have no gaps, and a subscription has no
 * other message. Those of `flights` expire, and a transfer that fails ten times is given up by its function.
 */
export function createQueues(scope: Construct, encryptionMasterKey: Key): Record<QueueName, Queue> {
  const queue = (name: QueueName, props: QueueProps) =>
    new Queue(scope, `${name}Queue`, {
      enforceSSL: true,
      encryption: QueueEncryption.KMS,
      encryptionMasterKey,
      ...props,
    })
  const undelivered = queue('undelivered', { retentionPeriod: Duration.days(14) })
  Validations.of(undelivered).acknowledge({
    id: 'Serverless-SQSRedrivePolicy',
    reason: 'It is the dead-letter queue of the others.',
  })
  const jobQueue = (name: QueueName, { timeout, wait, fifo, retention }: JobQueue) => {
    const visibilityTimeout = wait ? timeout : Duration.seconds(6 * timeout.toSeconds())
    if (!fifo)
      return queue(name, { visibilityTimeout, deadLetterQueue: { queue: undelivered, maxReceiveCount: 10 } })
    const created = queue(name, {
      fifo,
      visibilityTimeout,
      retentionPeriod: retention ?? Duration.days(14),
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
    })
    Validations.of(created).acknowledge(
      ...['Serverless-SQSRedrivePolicy', 'AwsSolutions-SQS3'].map((id) => ({
        id,
        reason: retention
          ? 'Its messages are sent again after they expire.'
          : 'A message that is set aside would stop its subscription. QueuesLate reports that it waits.',
      })),
    )
    return created
  }
  const jobs = Object.entries(jobQueues).map(([name, job]) => [name, jobQueue(name as QueueName, job)])
  return { undelivered, ...Object.fromEntries(jobs) } as Record<QueueName, Queue>
}

/** The OnFailure destination of a stream's mapping. CDK's SqsDlq would grant use of the key with wildcards. */
export const onFailureQueue = (queue: Queue): IEventSourceDlq => ({
  bind: (_, handler) => {
    grantSending(queue, handler)
    return { destination: queue.queueArn }
  },
})
