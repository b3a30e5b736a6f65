import { createHash } from 'node:crypto'
import { attempt, batchError } from './batch.ts'
import type { Queue } from './declared-queues.ts'
import { invalid, invalidValue, missingParameter, verifyParameters } from './error.ts'
import type { QueuedMessage, Queues } from './queues.ts'
import { md5Of, sequenceNumber } from './records.ts'
import type { SentMessage } from './store.ts'

/** Quota of a message with its attributes, and of a batch (SQS developer guide, "Amazon SQS message quotas"). */
const maxBytes = 1024 * 1024
const maxDelaySeconds = 900

export interface SendInput {
  MessageBody?: string
  DelaySeconds?: number
  MessageAttributes?: Record<string, unknown>
  MessageGroupId?: string
  MessageDeduplicationId?: string
}
export interface BatchEntry extends SendInput {
  Id: string
}

/** Parameters of a message, and of an entry of a batch. */
export const messageParameters = [
  'MessageBody',
  'DelaySeconds',
  'MessageAttributes',
  'MessageGroupId',
  'MessageDeduplicationId',
]

/** Validates a request and converts it for the store. Throws SqsError if SQS would reject it. */
function toMessage(queue: Queue, input: SendInput): QueuedMessage {
  const { MessageBody = '', DelaySeconds, MessageAttributes = {} } = input
  if (MessageBody === '') throw missingParameter('MessageBody')
  if (DelaySeconds !== undefined && !(DelaySeconds >= 0 && DelaySeconds <= maxDelaySeconds))
    throw invalidValue('DelaySeconds', DelaySeconds, `DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`)
  if (bytesOf(input) > maxBytes)
    throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`)
  return {
    body: MessageBody,
    attributes: MessageAttributes,
    delaySeconds: DelaySeconds,
    ...orderOf(queue, input),
  }
}

/** The group and deduplication id of a message (SQS API reference, "SendMessage"). Throws SqsError. */
function orderOf({ fifo }: Queue, input: SendInput) {
  const { MessageBody = '', DelaySeconds, MessageGroupId, MessageDeduplicationId } = input
  verifyId('MessageGroupId', MessageGroupId)
  verifyId('MessageDeduplicationId', MessageDeduplicationId)
  const wrongType = 'The request include parameter that is not valid for this queue type'
  if (!fifo) {
    if (MessageDeduplicationId !== undefined)
      throw invalidValue('MessageDeduplicationId', MessageDeduplicationId, wrongType)
    return MessageGroupId === undefined ? {} : { group: MessageGroupId }
  }
  if (MessageGroupId === undefined) throw missingParameter('MessageGroupId')
  if (DelaySeconds !== undefined && DelaySeconds > 0)
    throw invalidValue('DelaySeconds', DelaySeconds, wrongType)
  if (MessageDeduplicationId === undefined && !fifo.contentBasedDeduplication)
    throw invalid(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    )
  const contentId = () => createHash('sha256').update(MessageBody).digest('hex')
  return {
    group: MessageGroupId,
    deduplicationId: MessageDeduplicationId ?? contentId(),
    // A message in a FIFO queue has the queue's delay.
    delaySeconds: undefined,
  }
}

function verifyId(name: string, value: string | undefined): void {
  if (value !== undefined && !/^[!-~]{1,128}$/.test(value))
    throw invalidValue(
      name,
      value,
      `${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    )
}

const bytesOf = ({ MessageBody = '', MessageAttributes = {} }: SendInput) =>
  Buffer.byteLength(MessageBody) +
  (Object.keys(MessageAttributes).length > 0 ? Buffer.byteLength(JSON.stringify(MessageAttributes)) : 0)

const toResponse = (body: string, sent: SentMessage | undefined) => ({
  MessageId: sent?.id,
  MD5OfMessageBody: md5Of(body),
  ...(sent?.sequence !== undefined && { SequenceNumber: sequenceNumber(sent.sequence) }),
})

/** SendMessage (SQS API reference). */
export function send(queues: Queues, queue: Queue, input: SendInput) {
  const [sent] = queues.send(queue, [toMessage(queue, input)])
  return toResponse(input.MessageBody ?? '', sent)
}

/** SendMessageBatch (SQS API reference). Invalid entries are in `Failed`. Throws SqsError for an invalid batch. */
export function sendBatch(queues: Queues, queue: Queue, { Entries = [] }: { Entries?: BatchEntry[] }) {
  for (const entry of Entries)
    verifyParameters(entry, ['Id', ...messageParameters], 'an entry of SendMessageBatch')
  if (Entries.reduce((sum, entry) => sum + bytesOf(entry), 0) > maxBytes)
    throw batchError('BatchRequestTooLong', `Batch requests cannot be longer than ${maxBytes} bytes.`)
  const { results, failed } = attempt(Entries, (entry) => toMessage(queue, entry))
  const sent = queues.send(
    queue,
    results.map(({ result }) => result),
  )
  const Successful = results.map(({ Id, result: { body } }, n) => ({ Id, ...toResponse(body, sent[n]) }))
  return { Successful, Failed: failed }
}
