import { Duration, Validations } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { streamFilter } from '../../../functions/jobs/publisher.ts'
import { partitions } from '../../../shared/db/keys.ts'
import type { LiveFunction } from '../api/function.ts'
import { grantKey } from '../data/key.ts'
import { onFailureQueue, type JobQueue } from './queues.ts'

/** A filter of sort keys: `EVENT#` is a prefix, `SHIP` a whole key. */
const keys = (sks: readonly string[]) => ({
  pk: { S: [{ prefix: partitions.tenant }] },
  sk: { S: sks.map((sk) => (sk.endsWith('#') ? { prefix: sk } : sk)) },
})

/** A filter of items whose attributes have other values. */
const anythingBut = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { S: [{ 'anything-but': [value] }] }]),
  )

/** Invokes a function with the table's stream. The maximum record age is within the stream's retention of a day. */
export function processStream({ live }: LiveFunction, changes: ITable, undelivered: Queue) {
  live.addEventSource(
    new DynamoEventSource(changes, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 50,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: -1,
      maxRecordAge: Duration.hours(12),
      onFailure: onFailureQueue(undelivered),
      filters: [
        FilterCriteria.filter({
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: { Keys: keys(streamFilter.written) },
        }),
        ...Object.entries(streamFilter.createdUnless).map(([sk, values]) =>
          FilterCriteria.filter({
            eventName: ['INSERT'],
            dynamodb: { Keys: keys([sk]), NewImage: anythingBut(values) },
          }),
        ),
        FilterCriteria.filter({ eventName: ['REMOVE'], dynamodb: { Keys: keys(streamFilter.gone) } }),
      ],
    }),
  )
}

/** Invokes a function with the messages of a queue. Of a batch, the function reports those that failed. */
export function processQueue(
  { handler, live }: LiveFunction,
  queue: Queue,
  { batchSize = 1, maxConcurrency }: JobQueue,
) {
  // Imported by ARN: CDK's grant for an encrypted queue would allow use of the key for all services.
  const read = Queue.fromQueueAttributes(handler, 'Reads', { queueArn: queue.queueArn, fifo: queue.fifo })
  const failures = batchSize > 1 && { reportBatchItemFailures: true }
  live.addEventSource(new SqsEventSource(read, { batchSize, maxConcurrency, ...failures }))
  grantKey(queue.encryptionMasterKey, handler, 'messages')
  Validations.of(handler).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: queue.fifo ? 'Its messages wait: see the queue.' : 'The queue has a dead-letter queue.',
  })
}
