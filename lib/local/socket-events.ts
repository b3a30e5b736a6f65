import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { accountId } from './names.ts'
import type { SocketApi } from './socket-api.ts'

/** Who is connected, as the gateway knows it. */
export interface Who {
  connectionId: string
  /** Milliseconds since 1970. */
  connectedAt: number
  sourceIp: string
  userAgent: string
  domainName: string
}

export const newWho = ({ headers, socket }: IncomingMessage): Who => ({
  // As AWS writes them: base64 that ends in "=".
  connectionId: randomBytes(11).toString('base64'),
  connectedAt: Date.now(),
  sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
  userAgent: headers['user-agent'] ?? '',
  domainName: (headers.host ?? '').replace(/:\d+$/, ''),
})

/** The event of a route (API Gateway developer guide, "WebSocket API events"); `more` is of its context. */
function eventOf(api: SocketApi, who: Who, routeKey: string, eventType: string, more: object = {}) {
  const { sourceIp, userAgent, ...known } = who
  const requestId = randomBytes(11).toString('base64')
  return {
    requestContext: {
      ...{ routeKey, eventType, ...more, ...known, requestId, extendedRequestId: requestId },
      ...{ requestTime: new Date().toISOString(), requestTimeEpoch: Date.now(), messageDirection: 'IN' },
      ...{ stage: api.stage, apiId: api.id, accountId, identity: { sourceIp, userAgent } },
    },
    isBase64Encoded: false,
  }
}

export function connectEvent(api: SocketApi, who: Who, request: IncomingMessage) {
  const query = new URL(request.url ?? '/', 'http://local').searchParams
  const names = [...new Set(query.keys())]
  return {
    ...eventOf(api, who, '$connect', 'CONNECT'),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    multiValueHeaders: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat()]),
    ),
    ...(names.length > 0 && {
      queryStringParameters: Object.fromEntries(query),
      multiValueQueryStringParameters: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
    }),
  }
}
export const disconnectEvent = (api: SocketApi, who: Who, code: number, reason: string) =>
  eventOf(api, who, '$disconnect', 'DISCONNECT', { disconnectStatusCode: code, disconnectReason: reason })

export const messageEvent = (api: SocketApi, who: Who, routeKey: string, body: string) => ({
  ...eventOf(api, who, routeKey, 'MESSAGE', { messageId: randomBytes(11).toString('base64') }),
  body,
})
