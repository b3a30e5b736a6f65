import { Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import { jobs } from '../../../functions/index.ts'
import { uploadPrefix } from '../../../shared/domain/transfers/files.ts'
import { serviceFunction } from '../api/service-function.ts'
import type { ApiStack } from '../api/stack.ts'
import { processQueue } from '../events/event-sources.ts'
import { jobQueues } from '../events/queues.ts'

/**
 * The jobs of transfers and statistics. They stay in a stack beside the API's, where they were created: `cdk deploy` deletes no
 * stack that the app no longer has, so they would go on beside their successors (docs/decisions/30).
 */
export class JobsStack extends Stack {
  constructor(scope: Construct, id: string, { api, ...props }: StackProps & { api: ApiStack }) {
    super(scope, id, props)
    const { functionEnvironment: environment } = api
    const { transfers, statistics, undelivered } = environment.queues
    const worker = serviceFunction(this, environment, 'transferworker', jobs.transferworker, {
      timeout: jobQueues.transfers.timeout,
      deadLetterQueue: undelivered,
    })
    processQueue(worker, transfers, jobQueues.transfers)
    const uploaded = new Rule(worker.handler, 'Uploaded', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [environment.data.buckets.files.bucketName] },
          object: { key: [{ prefix: uploadPrefix }] },
        },
      },
      targets: [new LambdaFunction(worker.live, { maxEventAge: Duration.hours(24), retryAttempts: 185 })],
    })
    Validations.of(uploaded).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: 'EventBridge retries for a day, as long as the upload is kept.',
    })
    const counter = serviceFunction(this, environment, 'shipmentcounter', jobs.shipmentcounter, {
      timeout: jobQueues.statistics.timeout,
    })
    processQueue(counter, statistics, jobQueues.statistics)
  }
}
