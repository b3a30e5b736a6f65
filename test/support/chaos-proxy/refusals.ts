import { randomUUID } from 'node:crypto'
import type { Chance } from './faults/chance.ts'
import { failedCondition, type Condition } from './keys.ts'
import type { Answer, Request } from './wire.ts'

const dynamodb = 'com.amazonaws.dynamodb.v20120810#'

/** Whether a call writes or reads items: only these meet faults, so that tables can be made and described in peace. */
export const movesItems = ({ operation }: Pick<Request, 'operation'>) =>
  /^((Get|Put|Update|Delete)Item|Query|Scan|(BatchGet|BatchWrite|TransactGet|TransactWrite)Items?)$/.test(
    operation,
  )

/** The cloud's own trouble: the call was not carried out and may be sent again. */
export const unwell = (): Answer => refusal(500, `${dynamodb}InternalServerError`, 'Internal server error')
export const throttled = (): Answer =>
  refusal(
    400,
    `${dynamodb}ProvisionedThroughputExceededException`,
    'The level of configured provisioned throughput for the table was exceeded.',
  )
const tooFast = (): Answer =>
  refusal(
    400,
    'com.amazon.coral.availability#ThrottlingException',
    'Rate of requests exceeds the allowed throughput.',
  )
const troubles = [unwell, throttled, tooFast]
export const overloaded = (luck: Chance): Answer => troubles[luck.below(troubles.length)]!()

/** The caller's role does not let it. */
export const denied = (message: string) =>
  refusal(400, 'com.amazon.coral.service#AccessDeniedException', message)

/**
 * The error for a call on an item that another transaction holds, or `undefined` for calls that never conflict.
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

/** AWS refuses a query that starts outside its own condition, as with a cursor that was taken from another list. */
export function foreignStart({ operation, body }: Request): Answer | undefined {
  const start = body.ExclusiveStartKey
  const failed = operation === 'Query' && start ? failedCondition(body, start) : undefined
  return failed
    ? refusal(400, 'com.amazon.coral.validate#ValidationException', startRefusals[failed.kind])
    : undefined
}
const startRefusals: Record<Condition['kind'], string> = {
  equality: 'The provided starting key is outside query boundaries based on provided conditions',
  range: 'The provided starting key does not match the range key predicate',
}

function refusal(status: number, __type: string, message: string, more?: object): Answer {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() }
  // AWS writes `Message` here and `message` there; the SDK reads either.
  return { status, headers, text: JSON.stringify({ __type, [more ? 'Message' : 'message']: message, ...more }) }
}
