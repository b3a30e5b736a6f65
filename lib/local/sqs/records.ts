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

/** SQS API reference, "ReceiveMessage", MessageSystemAttributeNames. */
export const systemAttributesOf = ({ receives, sentAt, firstReceivedAt, group, deadLetterOf }: Message) => ({
  ApproximateReceiveCount: String(receives),
  SentTimestamp: String(sentAt),
  SenderId: accountId,
  ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
  ...(group !== undefined && { MessageGroupId: group }),
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
