import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  Architecture,
  Code,
  Function as Lambda,
  Runtime,
  Tracing,
  type FunctionProps,
} from 'aws-cdk-lib/aws-lambda'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { join } from 'node:path'
import type { Settings } from '../../../shared/config/settings.ts'
import { bundleDir } from '../../bundle/bundle.ts'

interface LogProps {
  settings: Settings
  data: { key: IKey }
}

/** A Lambda function with the bundle `name` (lib/bundle/bundle.ts). */
export function nodeFunction(
  scope: Construct,
  name: string,
  logProps: LogProps,
  props: Partial<FunctionProps>,
) {
  const handler = new Lambda(scope, `${name}Function`, {
    code: Code.fromAsset(join(bundleDir, name)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    // Lambda allocates CPU by memory; with less, a password hash takes too long.
    memorySize: 1024,
    // Less than the gateway's 30 seconds, more than DynamoDB's retries take (shared/db/store.ts).
    timeout: Duration.seconds(25),
    logGroup: logGroup(scope, name, logProps),
    tracing: Tracing.ACTIVE,
    ...props,
  })
  Validations.of(handler).acknowledge(
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: 'The policy only allows a function to write its log.',
    },
    // A stack test checks that no other action is allowed on all resources.
    { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'X-Ray actions have no resource.' },
  )
  if (!props.deadLetterQueue)
    Validations.of(handler).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Its callers wait for the response, or retry.',
    })
  return handler
}

/** A log group that the data key encrypts. */
export function logGroup(scope: Construct, of: string, { settings, data }: LogProps) {
  // CloudFormation rejects a number of days that CloudWatch does not support.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
  const retention: RetentionDays = settings.logDays
  return new LogGroup(scope, `${of}Log`, {
    retention,
    encryptionKey: data.key,
    removalPolicy: RemovalPolicy.DESTROY,
  })
}
