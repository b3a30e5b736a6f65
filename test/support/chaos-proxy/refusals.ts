import { randomUUID } from 'node:crypto'
import type { FaultInjector } from './faults/injector.ts'
import { failedCondition, type Condition } from './keys.ts'
import type { SchemaOf } from './schema.ts'
import type { Answer, Body, Request } from './wire.ts'

const dynamodb = 'com.amazonaws.dynamodb.v20120810#'

/** Whether a call reads or writes items. Other calls, which create and describe tables, get no faults. */
export const isItemOperation = ({ operation }: Pick<Request, 'operation'>) =>
  /^((Get|Put|Update|Delete)Item|Query|Scan|(BatchGet|BatchWrite|TransactGet|TransactWrite)Items?)$/.test(
    operation,
  )

/** Errors of DynamoDB itself: the call was not carried out and may be retried. */
export const internalServerError = (): Answer =>
  refusal(500, `${dynamodb}InternalServerError`, 'Internal server error')
export const throttled = (): Answer =>
  refusal(
    400,
    `${dynamodb}ProvisionedThroughputExceededException`,
    'The level of configured provisioned throughput for the table was exceeded.',
  )
const rateExceeded = (): Answer =>
  refusal(
    400,
    'com.amazon.coral.availability#ThrottlingException',
    'Rate of requests exceeds the allowed throughput.',
  )
const transientErrors = [internalServerError, throttled, rateExceeded]
export const transientError = (injector: FaultInjector): Answer =>
  transientErrors[injector.below(transientErrors.length)]!()

/** The caller's role does not allow the call. */
export const denied = (message: string) =>
  refusal(400, 'com.amazon.coral.service#AccessDeniedException', message)

/**
 * The error of a call whose item another transaction is writing, or `undefined` for calls that cannot conflict.
 */
export function conflict(
  { operation, body }: Pick<Request, 'operation' | 'body'>,
  which: number,
): Answer | undefined {
  const Message = 'Transaction is ongoing for the item'
  if (/^(Put|Update|Delete)Item$/.test(operation))
    return refusal(400, `${dynamodb}TransactionConflictException`, Message)
  const members = body.TransactItems
  if (!members) return undefined
  const held = which % members.length
  const CancellationReasons = members.map((_, i) =>
    i === held ? { Code: 'TransactionConflict', Message } : { Code: 'None' },
  )
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ')
  return refusal(
    400,
    `${dynamodb}TransactionCanceledException`,
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons },
  )
}

/** AWS refuses a query whose start key does not meet its key condition, such as a cursor from another list. */
export function foreignStart({ operation, body }: Request): Answer | undefined {
  const start = body.ExclusiveStartKey
  const failed = operation === 'Query' && start ? failedCondition(body, start) : undefined
  return failed && invalid(startRefusals[failed.kind])
}
const startRefusals: Record<Condition['kind'], string> = {
  equality: 'The provided starting key is outside query boundaries based on provided conditions',
  range: 'The provided starting key does not match the range key predicate',
}

/** AWS refuses a query that names attributes which its index does not have. */
export async function unprojected(request: Request, schemaOf: SchemaOf): Promise<Answer | undefined> {
  const { TableName, IndexName = '', FilterExpression, ProjectionExpression } = request.body
  if (request.operation !== 'Query' || !IndexName) return undefined
  const known = (await schemaOf(request, TableName)).indexes.get(IndexName)?.attributes
  const missing = (expression: string | undefined) =>
    known ? attributesIn(expression, request.body).filter((name) => !known.has(name)) : []
  const [filtered, read] = [missing(FilterExpression), missing(ProjectionExpression)]
  if (filtered.length > 0)
    return invalid(
      `One or more parameter values were invalid: Secondary index ${IndexName} does not project one or more filter attributes: [${filtered.join(', ')}]`,
    )
  if (read.length === 0) return undefined
  return invalid(
    `One or more parameter values were invalid: Global secondary index ${IndexName} does not project [${read.join(', ')}]`,
  )
}

/** The attributes that an expression names, without the fields of maps: `a` and `b` for `#a.c = :v AND size(b) > :v`. */
function attributesIn(expression = '', { ExpressionAttributeNames = {} }: Body): string[] {
  const names = expression.match(/(?<![\w:#.])(?:#\w+|[a-z_]\w*)(?!\w*\s*\()/gi) ?? []
  const attributes = names
    .filter((name) => !/^(AND|OR|NOT|IN|BETWEEN)$/i.test(name))
    .map((name) => ExpressionAttributeNames[name] ?? name)
  return [...new Set(attributes)]
}

const invalid = (message: string) => refusal(400, 'com.amazon.coral.validate#ValidationException', message)

function refusal(status: number, __type: string, message: string, more?: object): Answer {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() }
  // AWS uses `Message` for cancelled transactions and `message` otherwise. The SDK reads both.
  return { status, headers, text: JSON.stringify({ __type, [more ? 'Message' : 'message']: message, ...more }) }
}
