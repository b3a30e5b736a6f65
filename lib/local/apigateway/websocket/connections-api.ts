import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ownersOnly, type AccessControl } from '../../iam/access.ts'
import type { Connection } from './connections.ts'
import { loopbackServer } from '../../http/loopback-server.ts'
import { connectionArn } from '../../cloudformation/names.ts'
import type { WebsocketApi } from './api.ts'
import { messageBytes } from './frames.ts'

type Answered = [status: number, body?: object]

const gone: Answered = [410, refusal('GoneException', '410')]

/**
 * The management API of a WebSocket API (API Gateway developer guide, "Use @connections commands in your backend
 * service") on loopback: posts to, describes and closes connections. A function's role has to allow the call.
 */
export const serveConnections = (
  connections: ReadonlyMap<string, Connection>,
  api: Pick<WebsocketApi, 'id' | 'stage'>,
  access: AccessControl = ownersOnly,
) =>
  loopbackServer((request, response) => {
    answer(request, connections, (method, id) => {
      const resource = connectionArn(api.id, api.stage, method, id)
      const token = String(request.headers['x-amz-security-token'])
      return access.refusal(token, { action: 'execute-api:ManageConnections', resource })
    })
      .catch((error: unknown): Answered => [500, refusal('InternalServerErrorException', String(error))])
      .then(([status, body]) => {
        if (response.destroyed) return
        const type = body && '__type' in body ? { 'x-amzn-errortype': String(body.__type) } : {}
        response.writeHead(status, { 'content-type': 'application/json', ...type })
        response.end(body && JSON.stringify(body))
      })
      .catch(() => undefined)
  })

async function answer(
  request: IncomingMessage,
  connections: ReadonlyMap<string, Connection>,
  refusalOf: (method: string, id: string) => string | undefined,
): Promise<Answered> {
  const { method = '', url = '' } = request
  const [, id] = /\/@connections\/([^/?]+)$/.exec(url) ?? []
  const body = await buffer(request)
  if (id === undefined) return [403, refusal('ForbiddenException', 'Forbidden')]
  const refused = refusalOf(method, decoded(id))
  if (refused !== undefined) return [403, refusal('ForbiddenException', refused)]
  const connection = connections.get(decoded(id))
  if (!connection?.isOpen()) return gone
  if (method === 'POST') return post(connection, body)
  if (method === 'DELETE') {
    connection.end(1000)
    return [204]
  }
  const { connectedAt, identity } = connection.caller
  const moment = (at: number) => new Date(at).toISOString()
  return [200, { connectedAt: moment(connectedAt), lastActiveAt: moment(connection.lastActiveAt()), identity }]
}

function post(connection: Connection, body: Buffer): Answered {
  if (body.length > messageBytes)
    return [413, refusal('PayloadTooLargeException', `A message may not exceed ${messageBytes} bytes`)]
  const came = connection.post(body.toString())
  if (came === 'gone') return gone
  return came === 'busy' ? [429, refusal('LimitExceededException', 'The send buffer is full')] : [200]
}

function refusal(type: string, message: string) {
  return { __type: type, message }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
