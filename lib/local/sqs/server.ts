import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { ownersOnly, type AccessControl } from '../iam/access.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { queueUrl } from '../cloudformation/names.ts'
import type { Queues } from './queues.ts'
import type { Queue } from './declared-queues.ts'
import { SqsError } from './error.ts'
import { receive, type Receive } from './receive.ts'
import { send, sendBatch, type Entry, type Sent } from './send.ts'

interface Input extends Sent, Receive {
  QueueUrl?: string
  QueueName?: string
  QueueNamePrefix?: string
  ReceiptHandle?: string
  Entries?: Entry[]
}

/**
 * The part of SQS's API that is used here, on loopback, in the AWS JSON 1.0 protocol. Functions need permissions in their
 * roles, other clients do not.
 */
export async function serveSqs(queues: Queues, access: AccessControl = ownersOnly) {
  const find = (name: string) =>
    queues.list.find((queue) => queue.name === name) ??
    refuse(
      'QueueDoesNotExist',
      'The specified queue does not exist.',
      'AWS.SimpleQueueService.NonExistentQueue',
    )
  const urlOf = (queue: Queue) => queueUrl(queue.name, server.url)

  /** Operations on the queue in QueueUrl. */
  const operations: Record<string, (queue: Queue, input: Input, signal: AbortSignal) => unknown> = {
    SendMessage: (queue, input) => send(queues, queue, input),
    SendMessageBatch: (queue, input) => sendBatch(queues, queue, input),
    ReceiveMessage: (queue, input, signal) => receive(queues, queue, input, signal),
    DeleteMessage(queue, { ReceiptHandle = '' }) {
      if (!queues.delete(queue, ReceiptHandle))
        refuse(
          'ReceiptHandleIsInvalid',
          `The input receipt handle "${ReceiptHandle}" is not a valid receipt handle.`,
        )
      return {}
    },
    GetQueueAttributes: (queue, { AttributeNames = [] }) => {
      const { visible, hidden, delayed } = queues.count(queue)
      const all = {
        ApproximateNumberOfMessages: visible,
        ApproximateNumberOfMessagesNotVisible: hidden,
        ApproximateNumberOfMessagesDelayed: delayed,
        VisibilityTimeout: queue.visibilitySeconds,
        DelaySeconds: queue.delaySeconds,
        MessageRetentionPeriod: queue.retentionSeconds,
        QueueArn: queue.arn,
      }
      const asked = Object.entries(all).filter(([name]) =>
        AttributeNames.some((one) => one === 'All' || one === name),
      )
      return { Attributes: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) }
    },
  }

  async function carryOut(
    operation: string,
    input: Input,
    headers: IncomingHttpHeaders,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { QueueName = '', QueueNamePrefix = '', QueueUrl = '' } = input
    if (operation === 'GetQueueUrl') return { QueueUrl: urlOf(find(QueueName)) }
    if (operation === 'ListQueues')
      return { QueueUrls: queues.list.filter(({ name }) => name.startsWith(QueueNamePrefix)).map(urlOf) }
    const known =
      operations[operation] ??
      refuse('UnknownOperationException', `The local cloud does not support ${operation}.`)
    const queue = find(QueueUrl.split('/').at(-1) ?? '')
    // A batch needs the permission of the single operation.
    const action = `sqs:${operation.replace(/Batch$/, '')}`
    const token = String(headers['x-amz-security-token'])
    const refusal = access.refusal(token, { action, resource: queue.arn })
    if (refusal) refuse('AccessDeniedException', refusal, 'AccessDenied')
    return known(queue, input, signal)
  }

  const server = await loopbackServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const operation = String(request.headers['x-amz-target']).replace('AmazonSQS.', '')
    json(request)
      .then((input) => carryOut(operation, input as Input, request.headers, gone.signal))
      .then(
        (result) => answer(response, 200, result),
        (error: unknown) => answerError(response, error),
      )
  })
  return server
}

function answerError(response: ServerResponse, error: unknown) {
  const known = error instanceof SqsError ? error : new SqsError('InternalFailure', String(error))
  const fault = error instanceof SqsError ? 'Sender' : 'Receiver'
  response.setHeader('x-amzn-query-error', `${known.code};${fault}`)
  answer(response, fault === 'Sender' ? 400 : 500, {
    __type: `com.amazonaws.sqs#${known.type}`,
    message: known.message,
  })
}

function answer(response: ServerResponse, status: number, body: unknown) {
  if (!response.destroyed)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}

function refuse(type: string, message: string, code?: string): never {
  throw new SqsError(type, message, code)
}
