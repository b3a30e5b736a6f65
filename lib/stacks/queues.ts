import { Duration } from 'aws-cdk-lib'
import { Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { queueNames, type QueueName } from '../../shared/queues.ts'

/** How long the function may take that works on what is in a queue; so long it is late where that function dies. */
export const workTime = {
  webhooks: Duration.seconds(25),
  live: Duration.seconds(10),
  sweeps: Duration.seconds(25),
}

/** The queues that outward work waits in. What fails ten times goes to `undelivered`, where it stays for two weeks. */
export function makeQueues(scope: Construct): Record<QueueName, Queue> {
  const queue = (name: QueueName, props: QueueProps) =>
    new Queue(scope, `${name}Queue`, { enforceSSL: true, ...props })
  const undelivered = queue('undelivered', { retentionPeriod: Duration.days(14) })
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
