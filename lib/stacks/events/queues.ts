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
import { queueNames, type QueueName } from '../../../shared/config/queues.ts'

/** Timeout of the function that processes a queue, and visibility timeout: the delay after the function crashes. */
export const jobTimeouts = {
  feed: Duration.seconds(10),
  webhooks: Duration.seconds(25),
  live: Duration.seconds(10),
  sweeps: Duration.seconds(25),
}

/**
 * The queues of jobs. Messages that fail ten times go to `undelivered`, which keeps them for two weeks. Those of `feed`
 * stay in it: the feed must have no gaps, and a group's later messages wait for a failed one.
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
  const feed = queue('feed', {
    fifo: true,
    visibilityTimeout: jobTimeouts.feed,
    retentionPeriod: Duration.days(14),
    deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
    fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
  })
  Validations.of(feed).acknowledge(
    ...['Serverless-SQSRedrivePolicy', 'AwsSolutions-SQS3'].map((id) => ({
      id,
      reason:
        'Events of a message that is set aside would be missing from the feed. QueuesLate reports that it waits.',
    })),
  )
  const jobQueues = Object.entries(jobTimeouts)
    .filter(([name]) => name !== 'feed')
    .map(([name, visibilityTimeout]) => [
      name,
      queue(name as QueueName, {
        visibilityTimeout,
        deadLetterQueue: { queue: undelivered, maxReceiveCount: 10 },
      }),
    ])
  const queues = { undelivered, feed, ...Object.fromEntries(jobQueues) } as Record<QueueName, Queue>
  return Object.fromEntries(queueNames.map((name) => [name, queues[name]])) as Record<QueueName, Queue>
}

/** The OnFailure destination of a stream's mapping. CDK's SqsDlq would grant use of the key with wildcards. */
export const onFailureQueue = (queue: Queue): IEventSourceDlq => ({
  bind: (_, handler) => {
    grantSending(queue, handler)
    return { destination: queue.queueArn }
  },
})
