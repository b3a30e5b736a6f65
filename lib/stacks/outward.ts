import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, StartingPosition, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { watched } from '../../functions/publisher.ts'
import { partitions } from '../../shared/db/keys.ts'

/** `EVENT#` is how keys begin, `SHIP` a whole key. */
const keys = (sks: readonly string[]) => ({
  pk: { S: [{ prefix: partitions.tenant }] },
  sk: { S: sks.map((sk) => (sk.endsWith('#') ? { prefix: sk } : sk)) },
})

/** Has a function told of what is written to the table, as long as it takes: what a stream holds is there for a day. */
export function publishChanges(handler: Lambda, table: TableV2, undelivered: Queue) {
  handler.addEventSource(
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 50,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: -1,
      maxRecordAge: Duration.hours(12),
      onFailure: new SqsDlq(undelivered),
      filters: [
        FilterCriteria.filter({
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: { Keys: keys(watched.written) },
        }),
        FilterCriteria.filter({ eventName: ['REMOVE'], dynamodb: { Keys: keys(watched.gone) } }),
      ],
    }),
  )
  alarm(handler, 'Late', handler.metric('IteratorAge', { statistic: 'Maximum' }), 300_000, {
    means: 'Events, webhooks and live pages are more than five minutes late; nothing is lost for 12 hours.',
  })
  alarm(undelivered, 'Undelivered', undelivered.metricApproximateNumberOfMessagesVisible(), 0, {
    means: 'Something was given up: read the queue, mend the cause, and send it again.',
  })
}

/** Has a function work on a queue, a message at a time, since one must not wait for another. */
export function workOn(handler: Lambda, queue: Queue, maxConcurrency: number) {
  handler.addEventSource(new SqsEventSource(queue, { batchSize: 1, maxConcurrency }))
}

function alarm(scope: Construct, id: string, metric: IMetric, threshold: number, { means }: { means: string }) {
  new Alarm(scope, id, {
    metric,
    threshold,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: means,
  })
}
