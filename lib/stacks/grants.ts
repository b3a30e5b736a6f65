import { Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { IConstruct } from 'constructs'
import type { Route } from '../../shared/http/route.ts'
import { grantKey } from './key.ts'

/** What a verb that decides needs of the table: to read, and to commit what it decided. */
export const deciding = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] as const
type Action = (typeof deciding)[number] | 'DeleteItem'

/** What each kind of row does with the table (see shared/http/answer.ts and shared/db/store.ts). */
export const actionsOf = (routes: readonly Route[]): Action[] => routes.flatMap(actionsOfRow)

function actionsOfRow({ kind, access, limit, method }: Route): Action[] {
  const reads = access === 'tenant' || (limit && kind === 'read')
  return [
    // A public read has a limit where it reads the table, and none where it has nothing to read.
    ...(access === 'tenant' || limit ? (['GetItem'] as const) : []),
    ...(reads ? (['BatchGetItem', 'Query'] as const) : []),
    ...(kind === 'decide' || kind === 'act' ? (['PutItem', 'UpdateItem'] as const) : []),
    ...(method === 'DELETE' ? (['DeleteItem'] as const) : []),
    ...(limit ? (['UpdateItem'] as const) : []),
  ]
}

interface Data {
  table: TableV2
  key: IKey
}
/** Lets a function do this with the table, and nothing more. */
export function grantTable({ table, key }: Data, to: IGrantable & IConstruct, actions: readonly Action[]) {
  const named = [...new Set(actions)].sort().map((action) => `dynamodb:${action}`)
  if (named.length === 0) return
  table.grant(to, ...named)
  grantKey(key, to, 'items')
  const reason = 'Whoever may read the table may read its indexes, which hold nothing else.'
  acceptWildcard(to, table, 'index/*', reason)
}

/** Lets a function do this with a bucket and its objects, and nothing more. */
export function grantObjects(bucket: Bucket, grantee: IGrantable & IConstruct, actions: readonly string[]) {
  Grant.addToPrincipal({
    grantee,
    actions: actions.map((action) => `s3:${action}`),
    resourceArns: [bucket.bucketArn, bucket.arnForObjects('*')],
  })
  if (actions.some((action) => /^(Get|Put)Object$/.test(action)))
    grantKey(bucket.encryptionKey, grantee, 'objects')
  acceptWildcard(grantee, bucket, '*', 'Keys begin with a tenant, of whom there may be any number.')
}

/** Lets a function put messages into a queue. */
export function grantSending(queue: Queue, to: IGrantable & IConstruct) {
  queue.grant(to, 'sqs:SendMessage')
  grantKey(queue.encryptionMasterKey, to, 'messages')
}

function acceptWildcard(to: IConstruct, resource: IConstruct, below: string, reason: string) {
  const logicalId = Stack.of(resource).getLogicalId(resource.node.defaultChild as CfnElement)
  Validations.of(to).acknowledge({ id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/${below}]`, reason })
}
