import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { unrestrictedAccess, type AccessControl } from '../iam/access.ts'
import { loopbackServer } from '../http/loopback-server.ts'
import { queueUrl } from '../cloudformation/names.ts'
import type { Queues } from './queues.ts'
import type { Queue } from './declared-queues.ts'
import { SqsError } from './error.ts'
import { receive, type ReceiveInput } from './receive.ts'
import { send, sendBatch, type BatchEntry, type SendInput } from './send.ts'

interface Input extends SendInput, ReceiveInput {
  QueueUrl?: string
  QueueName?: string
  QueueNamePrefix?: string
  ReceiptHandle?: string
  Entries?: BatchEntry[]
}

/**
 * The part of SQS's API that is used here, on loopback, in the AWS JSON 1.0 protocol. Functions need permissions in their
 * roles, other clients do not.
 */
export async function serveSqs(queues: Queues, access: AccessControl = unrestrictedAccess) {
  const find = (name: string) =>
    queues.list.find((queue) => queue.name === name) ??
    fail('QueueDoesNotExist', 'The specified queue does not exist.', 'AWS.SimpleQueueService.NonExistentQueue')
  const urlOf = (queue: Queue) => queueUrl(queue.name, server.url)

  /** Operations on the queue in QueueUrl. */
  const operations: Record<string, (queue: Queue, input: Input, signal: AbortSignal) => unknown> = {
    SendMessage: (queue, input) => send(queues, queue, input),
    SendMessageBatch: (queue, input) => sendBatch(queues, queue, input),
    ReceiveMessage: (queue, input, signal) => receive(queues, queue, input, signal),
    DeleteMessage(queue, { ReceiptHandle = '' }) {
      if (!queues.delete(queue, ReceiptHandle))
        fail(
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
      const requested = Object.entries(all).filter(([name]) =>
        AttributeNames.some((one) => one === 'All' || one === name),
      )
      return { Attributes: Object.fromEntries(requested.map(([name, value]) => [name, String(value)])) }
    },
  }

  async function execute(
    operation: string,
    input: Input,
    headers: IncomingHttpHeaders,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { QueueName = '', QueueNamePrefix = '', QueueUrl = '' } = input
    if (operation === 'GetQueueUrl') return { QueueUrl: urlOf(find(QueueName)) }
    if (operation === 'ListQueues')
      return { QueueUrls: queues.list.filter(({ name }) => name.startsWith(QueueNamePrefix)).map(urlOf) }
    const handler =
      operations[operation] ??
      fail('UnknownOperationException', `The local cloud does not support ${operation}.`)
    const queue = find(QueueUrl.split('/').at(-1) ?? '')
    // A batch needs the permission of the single operation.
    const action = `sqs:${operation.replace(/Batch$/, '')}`
    const token = String(headers['x-amz-security-token'])
    const denialReason = access.denialReason(token, { action, resource: queue.arn })
    if (denialReason) fail('AccessDeniedException', denialReason, 'AccessDenied')
    return handler(queue, input, signal)
  }

  const server = await loopbackServer((request, response) => {
    const disconnected = new AbortController()
    response.on('close', () => disconnected.abort())
    const operation = String(request.headers['x-amz-target']).replace('AmazonSQS.', '')
    json(request)
      .then((input) => execute(operation, input as Input, request.headers, disconnected.signal))
      .then(
        (result) => respond(response, 200, result),
        (error: unknown) => respondWithError(response, error),
      )
  })
  return server
}

function respondWithError(response: ServerResponse, error: unknown) {
  const sqsError = error instanceof SqsError ? error : new SqsError('InternalFailure', String(error))
  const fault = error instanceof SqsError ? 'Sender' : 'Receiver'
  response.setHeader('x-amzn-query-error', `${sqsError.code};${fault}`)
  respond(response, fault === 'Sender' ? 400 : 500, {
    __type: `com.amazonaws.sqs#${sqsError.type}`,
    message: sqsError.message,
  })
}

function respond(response: ServerResponse, status: number, body: unknown) {
  if (!response.destroyed)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}

function fail(type: string, message: string, code?: string): never {
  throw new SqsError(type, message, code)
}
