import { Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { IConstruct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { partitions, type Partition } from '../../../shared/db/keys.ts'
import type { Right, TableRights } from '../../../shared/db/rights.ts'
import { grantKey } from './key.ts'

interface Data {
  table: TableV2
  key: IKey
}

/**
 * Grants exactly these rights on the table, each on the partitions for which it is declared. With `tableConditions`
 * `enclosingOperation`, transactions and queries of indexes may reach every partition (docs/decisions/14).
 */
export function grantTable(
  { table, key }: Data,
  grantee: IGrantable & IConstruct,
  rights: TableRights,
  { tableConditions }: Pick<Settings, 'tableConditions'>,
) {
  const grants = Object.entries(rights).flatMap(([partition, actions]) =>
    actions.map((right) => ({ right, partition: `${partitions[partition as Partition]}*` })),
  )
  if (grants.length === 0) return
  grantKey(key, grantee, 'items')
  const declared = [...new Set(grants.map(({ right }) => right))]
  const partitionsOf = (right: Right) =>
    grants.flatMap((one) => (one.right === right ? [one.partition] : [])).sort()
  const grant = (some: readonly Right[], conditions?: Conditions) => {
    const index = some[0] && indexOf(some[0])
    Grant.addToPrincipal({
      grantee,
      actions: some.map((right) => `dynamodb:${right.split(' ')[0] ?? ''}`),
      resourceArns: [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
      ...(conditions && { conditions }),
    })
  }
  const isKeyed = (right: Right) => tableConditions === 'leadingKeys' || isSingleCall(right)
  // One statement per set of partitions, so that no action is allowed on partitions for which it is not declared.
  const byPartitions = Map.groupBy(
    declared.filter(isKeyed),
    (right) => `${indexOf(right) ?? ''} ${partitionsOf(right).join(' ')}`,
  )
  for (const [first, ...others] of byPartitions.values())
    if (first) grant([first, ...others], onPartitions(partitionsOf(first)))
  if (tableConditions === 'leadingKeys') return
  const members = declared.filter((right) => transactionMembers.includes(right))
  if (members.length > 0) grant(members, inTransactions)
  for (const right of declared) if (indexOf(right) !== undefined) grant([right])
}

type Conditions = Record<string, Record<string, unknown>>
/**
 * The partition keys of a call, for a query of an index the index's own. ForAllValues is true for a call without keys,
 * so Null denies these.
 */
const onPartitions = (keys: readonly string[]): Conditions => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false' },
})
/** DynamoDB developer guide, "Using IAM with DynamoDB transactions", where each member of a transaction is a call. */
const inTransactions: Conditions = {
  'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems', 'TransactGetItems'] },
}
const transactionMembers: readonly Right[] = [
  'GetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
]
const indexOf = (right: Right) => right.split(' ')[1]
/** Neither a query of an index, nor only a member of transactions. */
const isSingleCall = (right: Right) => indexOf(right) === undefined && right !== 'ConditionCheckItem'

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
