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

/** The request context of an event (API Gateway developer guide, "WebSocket API mapping template reference"). */
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

/** Headers and query of a `$connect` event. Header names keep the client's letter case. */
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

/** The headers of a `$disconnect` event. */
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
