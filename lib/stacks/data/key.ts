import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Effect, Grant, PolicyStatement, ServicePrincipal, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { Key, type IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct, IConstruct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * Services that write into what is encrypted, in nobody's name: alarms into their topic, EventBridge what it could not
 * deliver. Topic and queue say whose they take; CloudWatch names no account to the key (SNS developer guide, "Key management").
 */
const writers = ['cloudwatch.amazonaws.com', 'events.amazonaws.com']

/**
 * The key of all that is kept of people: table, photos, secrets, queues. It is renewed every year by itself, and what it
 * encrypted is lost with it: it goes with the data and not before, 30 days after somebody said so.
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

/** What whoever asks a service needs of the key that the service encrypts by, as that service's guide says. */
const uses = {
  items: ['dynamodb', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'],
  objects: ['s3', 'Decrypt', 'GenerateDataKey'],
  messages: ['sqs', 'Decrypt', 'GenerateDataKey'],
  secrets: ['secretsmanager', 'Decrypt'],
  newSecrets: ['secretsmanager', 'Decrypt', 'GenerateDataKey'],
} as const

/** Lets somebody use the key through a service, and not by hand. */
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
