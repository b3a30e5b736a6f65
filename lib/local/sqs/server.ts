import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { loopbackServer } from '../http/loopback-server.ts'
import { unrestrictedAccess, type AccessControl } from '../iam/access.ts'
import { actionsOf, type Action, type Input } from './actions.ts'
import { missingParameter, notImplemented, SqsError, verifyParameters } from './error.ts'
import type { Queues } from './queues.ts'

/**
 * A local SQS with the actions in `actionsOf`, on loopback, in the AWS JSON 1.0 protocol. Functions need permissions in
 * their roles, other clients do not.
 */
export async function serveSqs(queues: Queues, access: AccessControl = unrestrictedAccess) {
  const { actions, ...tasks } = actionsOf(queues, () => server.url)

  async function execute(name: string, input: Input, headers: IncomingHttpHeaders, signal: AbortSignal) {
    const action = actions[name]
    if (!action) throw notImplemented(`the action ${name}`)
    const { queue: parameter, parameters = [], handle } = action
    verifyParameters(input, parameter ? [parameter, ...parameters] : parameters, name)
    const queue = parameter && findQueue(queues, parameter, input[parameter])
    const denialReason = access.denialReason(String(headers['x-amz-security-token']), {
      // A batch needs the permission of the single operation.
      action: `sqs:${name.replace(/Batch$/, '')}`,
      resource: queue?.arn ?? '*',
    })
    if (denialReason) throw new SqsError('AccessDeniedException', denialReason, 'AccessDenied')
    return handle(queue as Parameters<Action['handle']>[0], input, signal)
  }

  const server = await loopbackServer((request, response) => {
    const disconnected = new AbortController()
    response.on('close', () => disconnected.abort())
    const action = String(request.headers['x-amz-target']).replace('AmazonSQS.', '')
    json(request)
      .then((input) => execute(action, input as Input, request.headers, disconnected.signal))
      .then(
        (result) => respond(response, 200, result),
        (error: unknown) => respondWithError(response, error),
      )
  })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      tasks[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** The queue with this name, URL or ARN, which all end with the name. Throws SqsError. */
function findQueue(queues: Queues, parameter: string, value: string | undefined) {
  if (!value) throw missingParameter(parameter)
  const queue = queues.list.find(({ name }) => name === value.split(/[/:]/).at(-1))
  if (queue) return queue
  throw new SqsError(
    'QueueDoesNotExist',
    'The specified queue does not exist.',
    'AWS.SimpleQueueService.NonExistentQueue',
  )
}

function respondWithError(response: ServerResponse, error: unknown) {
  const sqsError =
    error instanceof SqsError ? error : new SqsError('InternalFailure', String(error), 'InternalFailure', 500)
  const fault = error instanceof SqsError ? 'Sender' : 'Receiver'
  response.setHeader('x-amzn-query-error', `${sqsError.code};${fault}`)
  respond(response, sqsError.status, {
    __type: `com.amazonaws.sqs#${sqsError.type}`,
    message: sqsError.message,
  })
}

function respond(response: ServerResponse, status: number, body: unknown) {
  if (!response.destroyed)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}
