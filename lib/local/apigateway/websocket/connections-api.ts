import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { unrestrictedAccess, type AccessControl } from '../../iam/access.ts'
import type { Connection } from './connections.ts'
import { loopbackServer } from '../../http/loopback-server.ts'
import { connectionArn } from '../../cloudformation/names.ts'
import type { WebsocketApi } from './api.ts'
import { messageBytes } from './frames.ts'

type ApiResponse = [status: number, body?: object]

const goneResponse: ApiResponse = [410, errorBody('GoneException', '410')]

/**
 * The management API of a WebSocket API (API Gateway developer guide, "Use @connections commands in your backend
 * service") on loopback: posts to, describes and closes connections. A function's role has to allow the call.
 */
export const serveConnections = (
  connections: ReadonlyMap<string, Connection>,
  api: Pick<WebsocketApi, 'id' | 'stage'>,
  access: AccessControl = unrestrictedAccess,
) =>
  loopbackServer((request, response) => {
    handle(request, connections, (method, id) => {
      const resource = connectionArn(api.id, api.stage, method, id)
      const token = String(request.headers['x-amz-security-token'])
      return access.denialReason(token, { action: 'execute-api:ManageConnections', resource })
    })
      .catch((error: unknown): ApiResponse => [500, errorBody('InternalServerErrorException', String(error))])
      .then(([status, body]) => {
        if (response.destroyed) return
        const type = body && '__type' in body ? { 'x-amzn-errortype': String(body.__type) } : {}
        response.writeHead(status, { 'content-type': 'application/json', ...type })
        response.end(body && JSON.stringify(body))
      })
      .catch(() => undefined)
  })

async function handle(
  request: IncomingMessage,
  connections: ReadonlyMap<string, Connection>,
  denialReasonOf: (method: string, id: string) => string | undefined,
): Promise<ApiResponse> {
  const { method = '', url = '' } = request
  const [, id] = /\/@connections\/([^/?]+)$/.exec(url) ?? []
  const body = await buffer(request)
  if (id === undefined) return [403, errorBody('ForbiddenException', 'Forbidden')]
  const denial = denialReasonOf(method, decode(id))
  if (denial !== undefined) return [403, errorBody('ForbiddenException', denial)]
  const connection = connections.get(decode(id))
  if (!connection?.isOpen()) return goneResponse
  if (method === 'POST') return post(connection, body)
  if (method === 'DELETE') {
    connection.close(1000)
    return [204]
  }
  const { connectedAt, identity } = connection.client
  const isoTime = (at: number) => new Date(at).toISOString()
  return [
    200,
    { connectedAt: isoTime(connectedAt), lastActiveAt: isoTime(connection.lastActiveAt()), identity },
  ]
}

function post(connection: Connection, body: Buffer): ApiResponse {
  if (body.length > messageBytes)
    return [413, errorBody('PayloadTooLargeException', `A message may not exceed ${messageBytes} bytes`)]
  const outcome = connection.post(body.toString())
  if (outcome === 'gone') return goneResponse
  return outcome === 'busy' ? [429, errorBody('LimitExceededException', 'The send buffer is full')] : [200]
}

function errorBody(type: string, message: string) {
  return { __type: type, message }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
