import { queueUrl } from '../cloudformation/names.ts'
import type { Queue } from './declared-queues.ts'
import { moveTasks, type MoveInput } from './move-tasks.ts'
import type { Queues } from './queues.ts'
import {
  changeVisibility,
  deleteMessage,
  forEachReceipt,
  type ReceiptEntry,
  type ReceiptInput,
} from './receipts.ts'
import { receive, type ReceiveInput } from './receive.ts'
import { messageParameters, send, sendBatch, type BatchEntry, type SendInput } from './send.ts'
import { notImplemented } from './error.ts'

/** The parameters of all actions. */
export interface Input extends SendInput, ReceiveInput, ReceiptInput, MoveInput {
  QueueUrl?: string
  QueueName?: string
  QueueNamePrefix?: string
  SourceArn?: string
  Entries?: (BatchEntry & ReceiptEntry)[]
}

/** An action that the local SQS implements. */
export interface Action {
  /** The parameter that names the queue. ListQueues has none, and ignores its queue. */
  queue?: 'QueueUrl' | 'QueueName' | 'SourceArn'
  /** Other parameters. */
  parameters?: readonly string[]
  handle(queue: Queue, input: Input, signal: AbortSignal): unknown
}

const receiveParameters = [
  'MaxNumberOfMessages',
  'VisibilityTimeout',
  'WaitTimeSeconds',
  'AttributeNames',
  'MessageSystemAttributeNames',
  'MessageAttributeNames',
]

/** The actions of the local SQS by name, at `url`. Any other is answered with 501 NotImplemented. */
export function actionsOf(queues: Queues, url: () => string) {
  const tasks = moveTasks(queues)
  const urlOf = ({ name }: Queue) => queueUrl(name, url())
  const onQueue = (parameters: string[], handle: Action['handle']): Action => ({
    queue: 'QueueUrl',
    parameters,
    handle,
  })
  // prettier-ignore
  const actions: Record<string, Action> = {
    SendMessage: onQueue(messageParameters, (queue, input) => send(queues, queue, input)),
    SendMessageBatch: onQueue(['Entries'], (queue, input) => sendBatch(queues, queue, input)),
    ReceiveMessage: onQueue(receiveParameters, (queue, input, signal) => receive(queues, queue, input, signal)),
    DeleteMessage: onQueue(['ReceiptHandle'], (queue, input) => deleteMessage(queues, queue, input)),
    DeleteMessageBatch: onQueue(['Entries'], (queue, { Entries = [] }) =>
      forEachReceipt(Entries, (entry) => deleteMessage(queues, queue, entry))),
    ChangeMessageVisibility: onQueue(['ReceiptHandle', 'VisibilityTimeout'], (queue, input) =>
      changeVisibility(queues, queue, input)),
    ChangeMessageVisibilityBatch: onQueue(['Entries'], (queue, { Entries = [] }) =>
      forEachReceipt(Entries, (entry) => changeVisibility(queues, queue, entry))),
    PurgeQueue: onQueue([], (queue) => { queues.purge(queue); return {} }),
    GetQueueAttributes: onQueue(['AttributeNames'], (queue, { AttributeNames }) => attributesOf(queues, queue, AttributeNames)),
    ListDeadLetterSourceQueues: onQueue([], (queue) => ({
      queueUrls: queues.list.filter(({ redrive }) => redrive?.arn === queue.arn).map(urlOf),
    })),
    GetQueueUrl: { queue: 'QueueName', handle: (queue) => ({ QueueUrl: urlOf(queue) }) },
    ListQueues: { parameters: ['QueueNamePrefix'], handle: (_, { QueueNamePrefix = '' }) => ({
      QueueUrls: queues.list.filter(({ name }) => name.startsWith(QueueNamePrefix)).map(urlOf),
    }) },
    StartMessageMoveTask: { queue: 'SourceArn', parameters: ['DestinationArn'], handle: (queue, input) => tasks.start(queue, input) },
    ListMessageMoveTasks: { queue: 'SourceArn', parameters: ['MaxResults'], handle: (queue, input) => tasks.list(queue, input) },
  }
  return { actions, [Symbol.dispose]: () => tasks[Symbol.dispose]() }
}

/** GetQueueAttributes (SQS API reference). Throws SqsError (501) for an attribute that is not implemented. */
function attributesOf(queues: Queues, queue: Queue, names: readonly string[] = []) {
  const { visible, hidden, delayed } = queues.count(queue)
  const { redrive, fifo } = queue
  const all: Record<string, string | number | boolean | undefined> = {
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: hidden,
    ApproximateNumberOfMessagesDelayed: delayed,
    VisibilityTimeout: queue.visibilitySeconds,
    DelaySeconds: queue.delaySeconds,
    MessageRetentionPeriod: queue.retentionSeconds,
    ReceiveMessageWaitTimeSeconds: queue.waitSeconds,
    QueueArn: queue.arn,
    RedrivePolicy:
      redrive && JSON.stringify({ deadLetterTargetArn: redrive.arn, maxReceiveCount: redrive.receives }),
    FifoQueue: fifo && true,
    ContentBasedDeduplication: fifo?.contentBasedDeduplication,
    DeduplicationScope: fifo?.deduplicationScope,
    FifoThroughputLimit: fifo?.throughputLimit,
  }
  const unknown = names.find((name) => name !== 'All' && !(name in all))
  if (unknown !== undefined) throw notImplemented(`the queue attribute ${unknown}`)
  const requested = Object.entries(all).filter(
    ([name, value]) => value !== undefined && (names.includes('All') || names.includes(name)),
  )
  return { Attributes: Object.fromEntries(requested.map(([name, value]) => [name, String(value)])) }
}
