import { Duration, Stack } from 'aws-cdk-lib'
import { Effect, Grant, PolicyStatement, ServicePrincipal, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { Key, type IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct, IConstruct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { removalOf } from './removal.ts'

/**
 * Services that write to encrypted resources: alarms to their topic, EventBridge to its dead-letter queue. Topic and
 * queue restrict their sources. The key cannot, since CloudWatch passes no account to it (SNS developer guide, "Key
 * management").
 */
const writingServices = ['cloudwatch.amazonaws.com', 'events.amazonaws.com']

/**
 * The key that encrypts personal data: table, photos, secrets, queues, logs. Rotated automatically every year. Deleting it
 * makes the data unreadable, so it is retained with the data, and deletion takes effect after 30 days.
 */
export function dataKey(scope: Construct, settings: Settings): Key {
  const key = new Key(scope, 'Key', {
    description: 'Encrypts personal data of the courier service',
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: removalOf(settings),
  })
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: writingServices.map((writer) => new ServicePrincipal(writer)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
    }),
  )
  key.addToResourcePolicy(forLogs(scope))
  return key
}

/** CloudWatch Logs user guide, "Encrypt log data": the log group is the context of each call. */
function forLogs(scope: Construct) {
  const { region, account, partition } = Stack.of(scope)
  return new PolicyStatement({
    principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
    actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
    resources: ['*'],
    conditions: {
      ArnLike: {
        'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*`,
      },
    },
  })
}

/** Rights on the key that a caller needs, by use (the developer guide of each service). */
const uses = {
  items: ['dynamodb', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'],
  objects: ['s3', 'Decrypt', 'GenerateDataKey'],
  messages: ['sqs', 'Decrypt', 'GenerateDataKey'],
  secrets: ['secretsmanager', 'Decrypt'],
  newSecrets: ['secretsmanager', 'Decrypt', 'GenerateDataKey'],
} as const

/** Grants use of the key through a service only. */
export function grantKey(key: IKey | undefined, grantee: IGrantable & IConstruct, use: keyof typeof uses) {
  if (!key) return
  const [service, ...actions] = uses[use]
  Grant.addToPrincipal({
    grantee,
    actions: actions.map((action) => `kms:${action}`),
    resourceArns: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(grantee).region}.amazonaws.com` } },
  })
}
