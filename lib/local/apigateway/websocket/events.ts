import type { Caller } from './connections.ts'
import { commonLogTime, gatewayId, hopByHop, type WireRequest } from '../../http/request.ts'
import type { WebsocketApi } from './api.ts'

interface About {
  routeKey: string
  eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT'
  messageId?: string
  disconnectStatusCode?: number
  disconnectReason?: string
}

/** What every event says of its connection (API Gateway developer guide, "WebSocket API mapping template reference"). */
export function requestContextOf({ id: apiId, stage }: WebsocketApi, caller: Caller, about: About) {
  const now = new Date()
  const requestId = gatewayId()
  return {
    ...about,
    requestId,
    extendedRequestId: requestId,
    requestTime: commonLogTime(now),
    requestTimeEpoch: now.getTime(),
    messageDirection: 'IN',
    stage,
    connectedAt: caller.connectedAt,
    identity: caller.identity,
    domainName: caller.host.replace(/:\d+$/, ''),
    connectionId: caller.id,
    apiId,
  }
}

/** The request that would become a socket, its headers in the client's own letters. */
export function handshakeOf({ rawHeaders, target, sourceIp }: WireRequest) {
  const headers: [string, string][] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    if (!hopByHop.has(name.toLowerCase())) headers.push([name, value])
  }
  headers.push(['X-Forwarded-For', sourceIp], ['X-Forwarded-Proto', 'http'])
  const query = [...new URLSearchParams(target.split('?')[1] ?? '')]
  return {
    ...{ headers: Object.fromEntries(headers), multiValueHeaders: lists(headers) },
    ...(query.length > 0 && {
      ...{ queryStringParameters: Object.fromEntries(query), multiValueQueryStringParameters: lists(query) },
    }),
  }
}

/** What the event of a connection that is gone has in place of a request's headers. */
export function farewellOf({ host }: Caller) {
  const headers: [string, string][] = [
    ['Host', host],
    ['x-api-key', ''],
    ['X-Forwarded-For', ''],
    ['x-restapi', ''],
  ]
  return { headers: Object.fromEntries(headers), multiValueHeaders: lists(headers) }
}

function lists(pairs: readonly [string, string][]): Record<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value])
  return Object.fromEntries(all)
}
