import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Effect, Grant, PolicyStatement, ServicePrincipal, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { Key, type IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct, IConstruct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * Services that write to encrypted resources without a caller's identity: alarms to their topic, EventBridge to
 * its dead letter queue. Topic and queue restrict their sources; CloudWatch passes no account to the key (SNS
 * developer guide, "Key management").
 */
const writers = ['cloudwatch.amazonaws.com', 'events.amazonaws.com']

/**
 * The key that encrypts personal data: table, photos, secrets, queues. It rotates every year automatically.
 * Deleting it makes the data unreadable, so it is kept with the data, and deletion takes effect after 30 days.
 */
export function dataKey(scope: Construct, { keepData }: Settings): Key {
  const key = new Key(scope, 'Key', {
    description: 'Encrypts what the courier service keeps of people',
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: writers.map((writer) => new ServicePrincipal(writer)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
    }),
  )
  return key
}

/** The rights on the key that a caller of a service needs, as the service's guide says. */
const uses = {
  items: ['dynamodb', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'],
  objects: ['s3', 'Decrypt', 'GenerateDataKey'],
  messages: ['sqs', 'Decrypt', 'GenerateDataKey'],
  secrets: ['secretsmanager', 'Decrypt'],
  newSecrets: ['secretsmanager', 'Decrypt', 'GenerateDataKey'],
} as const

/** Grants the use of the key through a service, not directly. */
export function grantKey(key: IKey | undefined, grantee: IGrantable & IConstruct, what: keyof typeof uses) {
  if (!key) return
  const [service, ...actions] = uses[what]
  Grant.addToPrincipal({
    grantee,
    actions: actions.map((action) => `kms:${action}`),
    resourceArns: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${Stack.of(grantee).region}.amazonaws.com` } },
  })
}
