import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { LiveFunction } from '../api/function.ts'
import { grantSending } from '../data/grants.ts'

/**
 * Invokes a function for each upload (S3 user guide, "Using EventBridge"). Events that cannot be delivered go to
 * `deadLetterQueue`; events that the function fails on go to its own dead-letter queue after three attempts.
 */
export function processUploads({ handler, live }: LiveFunction, uploads: Bucket, deadLetterQueue: Queue) {
  grantSending(deadLetterQueue, handler)
  new Rule(handler, 'Uploaded', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [uploads.bucketName] } },
    },
    targets: [new LambdaFunction(live, { retryAttempts: 5, deadLetterQueue })],
  })
}
