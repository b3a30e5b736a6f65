import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
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
