import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopbackServer } from '../http/loopback-server.ts'
import type { AccessControl } from '../iam/access.ts'
import { functionNamed, type LambdaFunction } from './functions.ts'

interface Reply {
  status: number
  /** The type of an error of the service. */
  type?: string
  headers?: Record<string, string>
  /** JSON. */
  body: string
}

/**
 * The operation Invoke of Lambda (API reference) on loopback, of type RequestResponse. Everything else is answered with
 * 501 NotImplemented. Functions need permissions in their roles, other clients do not.
 */
export const serveLambda = (functions: readonly LambdaFunction[], access: AccessControl) =>
  loopbackServer((request, response) => {
    invoke(request, functions, access)
      .catch((error: unknown) => failure(500, 'ServiceException', String(error)))
      .then(({ status, type, headers, body }) =>
        response
          .writeHead(status, {
            'content-type': 'application/json',
            ...headers,
            ...(type !== undefined && { 'x-amzn-errortype': type }),
          })
          .end(body),
      )
      .catch((error: unknown) => response.destroy(error as Error))
  })

/** Parameters that change how a function is invoked. */
const refusedHeaders = { 'x-amz-client-context': 'ClientContext', 'x-amz-tenant-id': 'TenantId' }

async function invoke(
  request: IncomingMessage,
  functions: readonly LambdaFunction[],
  access: AccessControl,
): Promise<Reply> {
  const { method = '', headers } = request
  const { pathname, search } = new URL(request.url ?? '/', 'http://lambda')
  const [, id] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(pathname) ?? []
  if (id === undefined || method !== 'POST') return notImplemented(`${method} ${pathname}`)
  const refused = Object.entries(refusedHeaders).find(([name]) => name in headers)
  if (refused) return notImplemented(`Invoke with ${refused[1]}`)
  if (search !== '') return notImplemented('Invoke with Qualifier')
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse'
  if (type !== 'RequestResponse') return notImplemented(`Invoke with InvocationType ${String(type)}`)
  if ((headers['x-amz-log-type'] ?? 'None') !== 'None') return notImplemented('Invoke with LogType Tail')

  const name = decodeURIComponent(id)
  const target = functionNamed(functions, name)
  if (!target) return failure(404, 'ResourceNotFoundException', `Function not found: ${name}`)
  const denialReason = access.denialReason(headers['x-amz-security-token']?.toString(), {
    action: 'lambda:InvokeFunction',
    resource: target.arn,
  })
  if (denialReason) return failure(403, 'AccessDeniedException', denialReason)
  const event = (await text(request)) || '{}'
  if (!isJson(event))
    return failure(400, 'InvalidRequestContentException', 'Could not parse request body into json')
  const result = await target.invoke(event)
  const version = { 'x-amz-executed-version': '$LATEST' }
  if (typeof result !== 'string') return { status: 200, headers: version, body: result.payload }
  const seconds = (target.timeoutMilliseconds / 1000).toFixed(2)
  const error =
    result === 'timeout'
      ? { errorType: 'Sandbox.Timedout', errorMessage: `Task timed out after ${seconds} seconds` }
      : { errorType: 'Error', errorMessage: 'The log of the function has the error.' }
  return {
    status: 200,
    headers: { ...version, 'x-amz-function-error': 'Unhandled' },
    body: JSON.stringify(error),
  }
}

const failure = (status: number, type: string, message: string): Reply => ({
  status,
  type,
  body: JSON.stringify({ message }),
})

const notImplemented = (what: string) =>
  failure(501, 'NotImplemented', `The local Lambda does not implement ${what}.`)

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
