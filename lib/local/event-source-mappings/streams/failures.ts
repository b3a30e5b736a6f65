import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { randomUUID } from 'node:crypto'
import { StartupError } from '../../runtime/startup-error.ts'
import type { StreamSource } from '../event-sources.ts'
import type { LambdaFunction } from '../../lambda/functions.ts'
import type { Queues } from '../../sqs/queues.ts'

/** Why records are discarded, as in the message to the OnFailure queue. */
export type Condition = 'RetryAttemptsExhausted' | 'RecordAgeExceeded'

/** Called with discarded records of a shard and the number of invocations. */
export type FailureHandler = (
  shardId: string,
  records: readonly StreamRecord[],
  condition: Condition,
  calls: number,
) => void

/**
 * Sends a message about discarded records to the mapping's OnFailure queue: their position in the stream, not their
 * content (Lambda developer guide, "Retain discarded records for a DynamoDB event source in Lambda"). Throws
 * StartupError if the destination is not a queue of the app.
 */
export function createFailureHandler(
  source: StreamSource,
  target: LambdaFunction,
  queues: Queues,
): FailureHandler {
  if (source.onFailure === undefined) return () => undefined
  const queue = queues.list.find(({ arn }) => arn === source.onFailure)
  if (!queue)
    throw new StartupError(
      `Mapping ${source.id} sends failures to ${source.onFailure}, which is not a queue of the app.`,
    )
  return (shardId, records, condition, calls) => {
    const [first, last] = [records.at(0)?.dynamodb, records.at(-1)?.dynamodb]
    const body = {
      requestContext: {
        requestId: randomUUID(),
        functionArn: `${target.arn}:$LATEST`,
        condition,
        approximateInvokeCount: calls,
      },
      ...(calls > 0 && {
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      }),
      version: '1.0',
      timestamp: new Date().toISOString(),
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first?.SequenceNumber,
        endSequenceNumber: last?.SequenceNumber,
        approximateArrivalOfFirstRecord: first?.ApproximateCreationDateTime?.toISOString(),
        approximateArrivalOfLastRecord: last?.ApproximateCreationDateTime?.toISOString(),
        batchSize: records.length,
        streamArn: source.arn,
      },
    }
    queues.send(queue, [{ body: JSON.stringify(body), attributes: {} }])
  }
}
