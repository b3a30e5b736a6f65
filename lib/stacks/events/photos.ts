import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { grantSending } from '../data/grants.ts'

/**
 * Has a function look at whatever is uploaded (S3 user guide, "Using EventBridge"). What does not reach it is left in a
 * queue; where it fails itself, three times, its own setting says so.
 */
export function takeUploads(handler: Lambda, uploads: Bucket, deadLetterQueue: Queue) {
  grantSending(deadLetterQueue, handler)
  new Rule(handler, 'Uploaded', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [uploads.bucketName] } },
    },
    targets: [new LambdaFunction(handler, { retryAttempts: 5, deadLetterQueue })],
  })
}
