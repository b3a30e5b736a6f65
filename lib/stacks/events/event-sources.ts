import { Duration, Names, Validations } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import {
  EventSourceMapping,
  FilterCriteria,
  StartingPosition,
  type EventSourceMappingOptions,
} from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
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

/** The options in which the functions that read the table's stream differ. */
export type StreamOptions = Required<Pick<EventSourceMappingOptions, 'batchSize' | 'retryAttempts' | 'filters'>>

/**
 * Invokes a function with the table's stream. The mapping has the position in the stream, so it is in the stack of `scope`,
 * where it stays if its function moves: a new mapping would begin with the oldest record. The logical id is the one that
 * CDK's DynamoEventSource gives. The maximum record age is within the stream's retention of a day; a notice is useful for
 * as long, and the mailer drops codes after ten minutes.
 */
export function readStream(
  scope: Construct,
  { handler, live }: LiveFunction,
  { changes, undelivered }: { changes: ITable; undelivered: Queue },
  options: StreamOptions,
) {
  changes.grantStreamRead(live)
  const place = new Construct(new Construct(scope, handler.node.id), live.node.id)
  return new EventSourceMapping(place, `DynamoDBEventSource:${Names.nodeUniqueId(changes.node)}`, {
    target: live,
    eventSourceArn: changes.tableStreamArn ?? '',
    // Creating the mapping takes minutes, and records written meanwhile have to be processed too.
    startingPosition: StartingPosition.TRIM_HORIZON,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    maxRecordAge: Duration.hours(12),
    onFailure: onFailureQueue(undelivered),
    ...options,
  })
}

/** The changes that are published as events. */
export const publishedChanges: StreamOptions = {
  batchSize: 50,
  retryAttempts: -1,
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
