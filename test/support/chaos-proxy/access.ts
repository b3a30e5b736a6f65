import { indexes, keyNames, type Index } from '../../../shared/db/keys.ts'
import { tableArn } from '../../../lib/local/cloudformation/names.ts'
import type { AccessRequest } from '../../../lib/local/iam/policy.ts'
import type { Attributes, Body, Request } from './wire.ts'

/** The IAM action for each kind of transaction member (DynamoDB developer guide, "Using IAM with DynamoDB transactions"). */
const members = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const
export const enclosingOperation = 'dynamodb:EnclosingOperation'
type Member = { [kind in keyof typeof members]?: Body }

/**
 * The authorization requests that DynamoDB sends to IAM for a call: one for each member of a transaction, one for all keys
 * of a batch, and one for the index if a query uses one. `dynamodb:LeadingKeys` contains the partition keys of the table
 * or index, and `dynamodb:EnclosingOperation` the operation whose member it is.
 */
export function accessRequestsOf({ operation, body }: Request): AccessRequest[] {
  if (operation.startsWith('Transact'))
    return (body.TransactItems ?? []).flatMap((member: Member) =>
      Object.entries(member).map(([kind, one]) => {
        const { context, ...request } = accessRequest(members[kind as keyof Member], one)
        return { ...request, context: { ...context, [enclosingOperation]: [operation] } }
      }),
    )
  if (operation === 'BatchGetItem')
    return Object.entries(body.RequestItems ?? {}).map(([TableName, { Keys }]) =>
      accessRequest(operation, { TableName }, Keys.map(partitionOf)),
    )
  return [accessRequest(operation, body)]
}

function accessRequest(
  action: string,
  body: Body,
  partitions = [partitionOf(body.Key ?? body.Item) ?? queried(body)],
): AccessRequest {
  const { TableName = '', IndexName } = body
  const leading = partitions.filter((one) => one !== undefined)
  return {
    action: `dynamodb:${action}`,
    resource: tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`),
    ...(leading.length > 0 && { context: { 'dynamodb:LeadingKeys': leading } }),
  }
}

const partitionOf = (key: Attributes | undefined) => key?.['pk']?.S

/** The partition key's value in a query's key condition. */
function queried({ KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues }: Body) {
  const names = ['' as const, ...(Object.keys(indexes) as Index[])].map((index): string => keyNames(index)[0])
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if (names.includes(ExpressionAttributeNames?.[name] ?? name)) return ExpressionAttributeValues?.[value]?.S
  return undefined
}
