import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { FilterCriteria, StartingPosition, type Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Bucket } from 'aws-cdk-lib/aws-s3'

/** Has a function look at whatever is uploaded (S3 user guide, "Using EventBridge"). */
export function takeUploads(handler: Lambda, uploads: Bucket) {
  new Rule(handler, 'Uploaded', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [uploads.bucketName] } },
    },
    targets: [new LambdaFunction(handler, { retryAttempts: 5 })],
  })
}

/** Has a function hear of packages that are deleted. */
export function sweepPhotos(handler: Lambda, table: TableV2) {
  handler.addEventSource(
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // A stream keeps a record for a day; so long there is hope.
      retryAttempts: -1,
      filters: [
        FilterCriteria.filter({
          eventName: ['REMOVE'],
          dynamodb: { Keys: { sk: { S: [{ prefix: 'PKG#' }] } } },
        }),
      ],
    }),
  )
}
