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

/** Grants exactly these rights on the table. */
export function grantTable({ table, key }: Data, grantee: IGrantable & IConstruct, rights: TableRights) {
  const grants = Object.entries(rights).flatMap(([partition, actions]) =>
    actions.map((right) => ({ right, partition: `${partitions[partition as Partition]}*` })),
  )
  const partitionsOf = (right: Right) =>
    grants.flatMap((one) => (one.right === right ? [one.partition] : [])).sort()
  const indexOf = (right: Right) => right.split(' ')[1]
  if (grants.length > 0) grantKey(key, grantee, 'items')
  // One statement per set of partitions, so that no action is allowed on partitions for which it is not declared.
  const byPartitions = Map.groupBy(
    new Set(grants.map(({ right }) => right)),
    (right) => `${indexOf(right) ?? ''} ${partitionsOf(right).join(' ')}`,
  )
  for (const [first, ...others] of byPartitions.values()) {
    if (!first) continue
    const index = indexOf(first)
    Grant.addToPrincipal({
      grantee,
      actions: [first, ...others].map((right) => `dynamodb:${right.split(' ')[0] ?? ''}`),
      resourceArns: [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
      conditions: {
        // For a query of an index, the index's partition key. ForAllValues is true for a call without keys, so Null
        // denies these.
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitionsOf(first) },
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    })
  }
}

/** Grants exactly these actions on a bucket and its objects. */
export function grantObjects(bucket: Bucket, grantee: IGrantable & IConstruct, actions: readonly string[]) {
  const [bucketActions, objectActions] = [
    actions.filter((action) => action === 'ListBucket'),
    actions.filter((a) => a !== 'ListBucket'),
  ]
  const grant = (some: readonly string[], arn: string) =>
    some.length > 0 &&
    Grant.addToPrincipal({ grantee, actions: some.map((action) => `s3:${action}`), resourceArns: [arn] })
  grant(bucketActions, bucket.bucketArn)
  grant(objectActions, bucket.arnForObjects('*'))
  if (actions.some((action) => /^(Get|Put)Object$/.test(action)))
    grantKey(bucket.encryptionKey, grantee, 'objects')
  acknowledgeWildcard(
    grantee,
    bucket,
    '*',
    'Object keys start with a tenant, and the number of tenants is unlimited.',
  )
}

/** Allows a function to read a secret. CDK's own grant also includes DescribeSecret. */
export function grantSecret(secret: ISecret, grantee: IGrantable) {
  Grant.addToPrincipal({
    grantee,
    actions: ['secretsmanager:GetSecretValue'],
    resourceArns: [secret.secretArn],
  })
}

/** Allows a function to send messages to a queue. */
export function grantSending(queue: Queue, grantee: IGrantable & IConstruct) {
  queue.grant(grantee, 'sqs:SendMessage')
  grantKey(queue.encryptionMasterKey, grantee, 'messages')
}

function acknowledgeWildcard(to: IConstruct, resource: IConstruct, path: string, reason: string) {
  const logicalId = Stack.of(resource).getLogicalId(resource.node.defaultChild as CfnElement)
  Validations.of(to).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${path}]`, reason })
}
