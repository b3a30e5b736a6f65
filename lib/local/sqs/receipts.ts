import { attempt } from './batch.ts'
import type { Queue } from './declared-queues.ts'
import { invalidValue, missingParameter, SqsError } from './error.ts'
import type { Queues, ReceiptProblem } from './queues.ts'

/** SQS API reference, "ChangeMessageVisibility". */
const maxVisibilitySeconds = 43_200

export interface ReceiptInput {
  ReceiptHandle?: string
  VisibilityTimeout?: number
}
export interface ReceiptEntry extends ReceiptInput {
  Id: string
}

/** DeleteMessage (SQS API reference). Throws SqsError for an invalid handle, and in a FIFO queue for an expired one. */
export function deleteMessage(queues: Queues, queue: Queue, { ReceiptHandle: receipt = '' }: ReceiptInput) {
  if (receipt === '') throw missingParameter('ReceiptHandle')
  report(queues.delete(queue, receipt), receipt)
  return {}
}

/** ChangeMessageVisibility (SQS API reference). Throws SqsError if the message is not in flight. */
export function changeVisibility(queues: Queues, queue: Queue, input: ReceiptInput) {
  const { ReceiptHandle: receipt = '', VisibilityTimeout: seconds } = input
  if (receipt === '') throw missingParameter('ReceiptHandle')
  if (seconds === undefined) throw missingParameter('VisibilityTimeout')
  if (!(seconds >= 0 && seconds <= maxVisibilitySeconds))
    throw invalidValue('VisibilityTimeout', seconds, `Must be between 0 and ${maxVisibilitySeconds}.`)
  report(queues.changeVisibility(queue, receipt, seconds), receipt)
  return {}
}

/** Runs one of the above for each entry of a batch. */
export function forEachReceipt(entries: readonly ReceiptEntry[], work: (entry: ReceiptEntry) => object) {
  const { results, failed } = attempt(entries, work)
  return { Successful: results.map(({ Id }) => ({ Id })), Failed: failed }
}

function report(problem: ReceiptProblem | undefined, receipt: string): void {
  if (problem === 'invalid')
    throw new SqsError(
      'ReceiptHandleIsInvalid',
      `The input receipt handle "${receipt}" is not a valid receipt handle.`,
    )
  if (problem === 'expired') throw invalidValue('ReceiptHandle', receipt, 'The receipt handle has expired.')
  if (problem === 'missing')
    throw invalidValue(
      'ReceiptHandle',
      receipt,
      'Message does not exist or is not available for visibility timeout change.',
    )
  if (problem === 'visible')
    throw new SqsError(
      'MessageNotInflight',
      'The message is not in flight.',
      'AWS.SimpleQueueService.MessageNotInflight',
    )
}
