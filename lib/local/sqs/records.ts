import { createHash } from 'node:crypto'
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda'
import { accountId, region } from '../cloudformation/names.ts'
import type { Message } from './store.ts'
import type { Queue } from './declared-queues.ts'

/** A message attribute in SQS's format. */
interface Attribute {
  DataType?: string
  StringValue?: string
  BinaryValue?: string
}

export const md5Of = (text: string) => createHash('md5').update(text).digest('hex')

/** SQS has numbers of 20 digits, which increase within a group. */
export const sequenceNumber = (sequence: number) => String(sequence).padStart(20, '0')

/** SQS API reference, "ReceiveMessage", MessageSystemAttributeNames. */
export const systemAttributesOf = ({
  group,
  deduplicationId,
  sequence,
  deadLetterOf,
  ...message
}: Message) => ({
  ApproximateReceiveCount: String(message.receives),
  SentTimestamp: String(message.sentAt),
  SenderId: accountId,
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
  ...(group !== undefined && { MessageGroupId: group }),
  ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
  ...(sequence !== undefined && { SequenceNumber: sequenceNumber(sequence) }),
  ...(deadLetterOf !== undefined && { DeadLetterQueueSourceArn: deadLetterOf }),
})

/** A message in a function's event (Lambda developer guide, "Using Lambda with Amazon SQS"). */
export const recordOf = (message: Message, queue: Queue): SQSRecord => ({
  messageId: message.id,
  receiptHandle: message.receipt,
  body: message.body,
  attributes: systemAttributesOf(message),
  messageAttributes: Object.fromEntries(
    Object.entries(message.attributes).map(([name, given]) => [name, toEventAttribute(given as Attribute)]),
  ),
  md5OfBody: md5Of(message.body),
  eventSource: 'aws:sqs',
  eventSourceARN: queue.arn,
  awsRegion: region,
})

const toEventAttribute = ({
  DataType = 'String',
  StringValue,
  BinaryValue,
}: Attribute): SQSMessageAttribute => ({
  ...(StringValue !== undefined && { stringValue: StringValue }),
  ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
  stringListValues: [],
  binaryListValues: [],
  dataType: DataType,
})
