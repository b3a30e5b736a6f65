import { indexes, keyNames } from '../../../shared/db/keys.ts'
import { tableArn } from '../../../lib/local/cloudformation/names.ts'
import type { AccessRequest } from '../../../lib/local/iam/policy.ts'
import type { Attributes, Body, Request } from './wire.ts'

/** Members of a transaction by the right that each needs (DynamoDB developer guide, "Using IAM with DynamoDB transactions"). */
const members = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const
type Member = { [kind in keyof typeof members]?: Body }

/**
 * What a call asks for, as DynamoDB puts it to IAM: a transaction for each of its members, a batch for all of its keys
 * together, a query by an index for that index. `dynamodb:LeadingKeys` are the partition keys, of an index its own.
 */
export function askedOf({ operation, body }: Request): AccessRequest[] {
  if (operation.startsWith('Transact'))
    return (body.TransactItems ?? []).flatMap((member: Member) =>
      Object.entries(member).map(([kind, one]) => asked(members[kind as keyof Member], one)),
    )
  if (operation === 'BatchGetItem')
    return Object.entries(body.RequestItems ?? {}).map(([TableName, { Keys }]) =>
      asked(operation, { TableName }, Keys.map(partitionOf)),
    )
  return [asked(operation, body)]
}

function asked(action: string, body: Body, partitions = [partitionOf(body.Key ?? body.Item) ?? queried(body)]) {
  const { TableName = '', IndexName } = body
  const leading = partitions.filter((one) => one !== undefined)
  return {
    action: `dynamodb:${action}`,
    resource: tableArn(TableName) + (IndexName === undefined ? '' : `/index/${IndexName}`),
    ...(leading.length > 0 && { context: { 'dynamodb:LeadingKeys': leading } }),
  }
}

const partitionOf = (key: Attributes | undefined) => key?.['pk']?.S

/** The partition of a query: the one key that it says the value of. */
function queried({ KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues }: Body) {
  const partitions = ['', ...Object.values(indexes).map(({ keys }) => keys)] as const
  const names = partitions.map((keys) => keyNames(keys)[0] as string)
  for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if (names.includes(ExpressionAttributeNames?.[name] ?? name)) return ExpressionAttributeValues?.[value]?.S
  return undefined
}
