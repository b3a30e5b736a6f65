import { md5Of } from './records.ts'
import type { Queues } from './queues.ts'
import type { Queue } from './declared-queues.ts'
import { invalid, SqsError } from './error.ts'

/** Quota of a message with its attributes, and of a batch (SQS developer guide, "Amazon SQS message quotas"). */
const maxBytes = 1024 * 1024
const maxDelaySeconds = 900
const maxEntries = 10

export interface SendInput {
  MessageBody?: string
  DelaySeconds?: number
  MessageAttributes?: Record<string, unknown>
  MessageGroupId?: string
}
export interface BatchEntry extends SendInput {
  Id: string
}

/** Validates a request and converts it for the store. Throws SqsError if SQS would reject it. */
function toMessage({ MessageBody = '', DelaySeconds, MessageAttributes = {}, MessageGroupId }: SendInput) {
  if (MessageBody === '')
    throw new SqsError(
      'MissingRequiredParameterException',
      'The request must contain the parameter MessageBody.',
      'MissingParameter',
    )
  if (DelaySeconds !== undefined && !(DelaySeconds >= 0 && DelaySeconds <= maxDelaySeconds))
    throw invalid(
      `Value ${DelaySeconds} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`,
    )
  if (bytesOf({ MessageBody, MessageAttributes }) > maxBytes)
    throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`)
  return {
    body: MessageBody,
    attributes: MessageAttributes,
    delaySeconds: DelaySeconds,
    ...(MessageGroupId !== undefined && { group: MessageGroupId }),
  }
}

const bytesOf = ({ MessageBody = '', MessageAttributes = {} }: SendInput) =>
  Buffer.byteLength(MessageBody) +
  (Object.keys(MessageAttributes).length > 0 ? Buffer.byteLength(JSON.stringify(MessageAttributes)) : 0)

/** SendMessage (SQS API reference). */
export function send(queues: Queues, queue: Queue, input: SendInput) {
  const [MessageId = ''] = queues.send(queue, [toMessage(input)])
  return { MessageId, MD5OfMessageBody: md5Of(input.MessageBody ?? '') }
}

/** SendMessageBatch (SQS API reference). Invalid entries are in `Failed`. Throws SqsError for an invalid batch. */
export function sendBatch(queues: Queues, queue: Queue, { Entries = [] }: { Entries?: BatchEntry[] }) {
  const batchError = (name: string, message: string) =>
    new SqsError(name, message, `AWS.SimpleQueueService.${name}`)
  if (Entries.length === 0) throw batchError('EmptyBatchRequest', 'There should be at least one entry.')
  if (Entries.length > maxEntries)
    throw batchError('TooManyEntriesInBatchRequest', `Maximum number of entries per request are ${maxEntries}.`)
  if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
    throw batchError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.')
  if (Entries.reduce((sum, entry) => sum + bytesOf(entry), 0) > maxBytes)
    throw batchError('BatchRequestTooLong', `Batch requests cannot be longer than ${maxBytes} bytes.`)

  const Failed: object[] = []
  const valid = Entries.flatMap((entry) => {
    try {
      return [{ entry, message: toMessage(entry) }]
    } catch (error) {
      if (!(error instanceof SqsError)) throw error
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message })
      return []
    }
  })
  const ids = queues.send(
    queue,
    valid.map(({ message }) => message),
  )
  const Successful = valid.map(({ entry: { Id }, message }, n) => ({
    ...{ Id, MessageId: ids[n], MD5OfMessageBody: md5Of(message.body) },
  }))
  return { Successful, Failed }
}
