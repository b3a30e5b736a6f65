import { Duration, Validations } from 'aws-cdk-lib'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { grantSending } from '../data/grants.ts'
import { queueNames, type QueueName } from '../../../shared/config/queues.ts'

/** How long the function may take that works on what is in a queue; so long it is late where that function dies. */
export const workTime = {
  webhooks: Duration.seconds(25),
  live: Duration.seconds(10),
  sweeps: Duration.seconds(25),
}

/** The queues that outward work waits in. What fails ten times goes to `undelivered`, where it stays for two weeks. */
export function makeQueues(scope: Construct, encryptionMasterKey: Key): Record<QueueName, Queue> {
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
    reason: 'It is where the others’ messages go in the end.',
  })
  const working = Object.entries(workTime).map(([name, visibilityTimeout]) => [
    name,
    queue(name as QueueName, {
      visibilityTimeout,
      deadLetterQueue: { queue: undelivered, maxReceiveCount: 10 },
    }),
  ])
  const queues = { undelivered, ...Object.fromEntries(working) } as Record<QueueName, Queue>
  return Object.fromEntries(queueNames.map((name) => [name, queues[name]])) as Record<QueueName, Queue>
}

/** Where a stream's reader leaves word of what it gave up. CDK's own would grant the use of the key by wildcards. */
export const deadLettersTo = (queue: Queue): IEventSourceDlq => ({
  bind: (_, handler) => {
    grantSending(queue, handler)
    return { destination: queue.queueArn }
  },
})
