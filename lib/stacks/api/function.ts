import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  Alias,
  Architecture,
  Code,
  Function as Lambda,
  ParamsAndSecretsLayerVersion,
  ParamsAndSecretsLogLevel,
  ParamsAndSecretsVersions,
  Runtime,
  Tracing,
  type AliasProps,
  type CfnAlias,
  type FunctionProps,
  type IFunction,
  type IVersion,
} from 'aws-cdk-lib/aws-lambda'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { join } from 'node:path'
import type { Settings } from '../../../shared/config/settings.ts'
import { acceptManagedPolicy } from '../cdk-nag.ts'
import { isShifted, type RolloutStack } from '../rollout/stack.ts'
import { bundleDir } from '../../bundle/bundle.ts'

/** A function, and the alias that invokes it: rights belong to the function, invocations to the alias. */
export interface LiveFunction {
  handler: Lambda
  live: IFunction
}

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
    tracing: Tracing.ACTIVE,
    ...props,
    logGroup: props.logGroup ?? logGroup(scope, name, logProps),
  })
  acceptManagedPolicy(
    handler,
    'AWSLambdaBasicExecutionRole',
    'The policy only allows a function to write its log.',
  )
  Validations.of(handler).acknowledge(
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

/**
 * The alias that clients, queues and schedules invoke. A deployment shifts that of a route group to a new version of the
 * function step by step (lib/stacks/rollout).
 */
export function liveAlias(
  handler: Lambda,
  name: string,
  { applicationName }: RolloutStack,
  props: Partial<AliasProps> = {},
): IFunction {
  const version = handler.currentVersion as IVersion
  const alias = new Alias(handler, 'Live', { aliasName: 'live', version, ...props })
  if (props.retryAttempts === 0)
    Validations.of(alias).acknowledge({
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: 'Its next run makes up for a failed one.',
    })
  const template = alias.node.defaultChild as CfnAlias
  if (isShifted(name))
    template.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: name },
    }
  // CDK declares the optional role of the interface otherwise.
  return alias as IFunction
}

/** A log group that the data key encrypts. */
export function logGroup(scope: Construct, of: string, { settings, data }: LogProps) {
  // CloudFormation rejects a number of days that CloudWatch does not support.
  const retention: RetentionDays = settings.logDays
  return new LogGroup(scope, `${of}Log`, {
    retention,
    encryptionKey: data.key,
    removalPolicy: RemovalPolicy.DESTROY,
  })
}

/** Reads secrets for a function. */
export const secretsExtension = ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103, {
  logLevel: ParamsAndSecretsLogLevel.WARN,
  // The functions cache secrets for five minutes; a second cache would double that.
  cacheEnabled: false,
})
