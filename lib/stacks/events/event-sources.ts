import { Duration, Validations } from 'aws-cdk-lib'
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, StartingPosition, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { streamFilter } from '../../../functions/jobs/publisher.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { grantKey } from '../data/key.ts'
import { deadLettersTo } from './queues.ts'

/** `EVENT#` is how keys begin, `SHIP` a whole key. */
const keys = (sks: readonly string[]) => ({
  pk: { S: [{ prefix: partitions.tenant }] },
  sk: { S: sks.map((sk) => (sk.endsWith('#') ? { prefix: sk } : sk)) },
})

/** Connects a function to the table's stream. A stream keeps records for a day. */
export function publishChanges(handler: Lambda, table: TableV2, undelivered: Queue) {
  handler.addEventSource(
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 50,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: -1,
      maxRecordAge: Duration.hours(12),
      onFailure: deadLettersTo(undelivered),
      filters: [
        FilterCriteria.filter({
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: { Keys: keys(streamFilter.written) },
        }),
        FilterCriteria.filter({ eventName: ['REMOVE'], dynamodb: { Keys: keys(streamFilter.gone) } }),
      ],
    }),
  )
}

/** Has a function work on a queue, a message at a time, since one must not wait for another. */
export function workOn(handler: Lambda, queue: Queue, maxConcurrency: number) {
  // By its ARN: CDK's own grant for an encrypted queue lets the function use the key for whatever that encrypts.
  const read = Queue.fromQueueArn(handler, 'Reads', queue.queueArn)
  handler.addEventSource(new SqsEventSource(read, { batchSize: 1, maxConcurrency }))
  grantKey(queue.encryptionMasterKey, handler, 'messages')
  Validations.of(handler).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'What fails goes where its queue says.',
  })
}
