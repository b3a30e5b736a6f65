import { Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { IConstruct } from 'constructs'
import { partitions, type Partition } from '../../../shared/db/keys.ts'
import type { Right, TableRights } from '../../../shared/db/rights.ts'
import { grantKey } from './key.ts'

interface Data {
  table: TableV2
  key: IKey
}

/** Lets a function do this with the table, and nothing more. */
export function grantTable({ table, key }: Data, grantee: IGrantable & IConstruct, rights: TableRights) {
  const wanted = Object.entries(rights).flatMap(([partition, actions]) =>
    actions.map((right) => ({ right, partition: `${partitions[partition as Partition]}*` })),
  )
  const placesOf = (right: Right) =>
    wanted.flatMap((one) => (one.right === right ? [one.partition] : [])).sort()
  const indexOf = (right: Right) => right.split(' ')[1]
  if (wanted.length > 0) grantKey(key, grantee, 'items')
  // A statement for all that is done at the same places, so that none allows what is nowhere asked for.
  const together = Map.groupBy(
    new Set(wanted.map(({ right }) => right)),
    (right) => `${indexOf(right) ?? ''} ${placesOf(right).join(' ')}`,
  )
  for (const [first, ...others] of together.values()) {
    if (!first) continue
    const index = indexOf(first)
    Grant.addToPrincipal({
      grantee,
      actions: [first, ...others].map((right) => `dynamodb:${right.split(' ')[0] ?? ''}`),
      resourceArns: [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
      conditions: {
        // Of a query by an index, the partition of the index. ForAllValues holds of a call without a key: that is refused.
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': placesOf(first) },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    })
  }
}

/** Lets a function do this with a bucket and its objects, and nothing more. */
export function grantObjects(bucket: Bucket, grantee: IGrantable & IConstruct, actions: readonly string[]) {
  const [whole, each] = [
    actions.filter((action) => action === 'ListBucket'),
    actions.filter((a) => a !== 'ListBucket'),
  ]
  const grant = (some: readonly string[], arn: string) =>
    some.length > 0 &&
    Grant.addToPrincipal({ grantee, actions: some.map((action) => `s3:${action}`), resourceArns: [arn] })
  grant(whole, bucket.bucketArn)
  grant(each, bucket.arnForObjects('*'))
  if (actions.some((action) => /^(Get|Put)Object$/.test(action)))
    grantKey(bucket.encryptionKey, grantee, 'objects')
  acceptWildcard(grantee, bucket, '*', 'Keys begin with a tenant, of whom there may be any number.')
}

/** Lets a function read a secret, and nothing more: CDK's own grant lets it describe the secret too. */
export function grantSecret(secret: ISecret, grantee: IGrantable) {
  Grant.addToPrincipal({
    grantee,
    actions: ['secretsmanager:GetSecretValue'],
    resourceArns: [secret.secretArn],
  })
}

/** Lets a function put messages into a queue. */
export function grantSending(queue: Queue, grantee: IGrantable & IConstruct) {
  queue.grant(grantee, 'sqs:SendMessage')
  grantKey(queue.encryptionMasterKey, grantee, 'messages')
}

function acceptWildcard(to: IConstruct, resource: IConstruct, below: string, reason: string) {
  const logicalId = Stack.of(resource).getLogicalId(resource.node.defaultChild as CfnElement)
  Validations.of(to).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${below}]`, reason })
}
