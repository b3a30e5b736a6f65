import type { Client } from './connections.ts'
import { commonLogTime, gatewayId, hopByHop, type WireRequest } from '../../http/request.ts'
import type { WebsocketApi } from './api.ts'

interface EventDetails {
  routeKey: string
  eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT'
  messageId?: string
  disconnectStatusCode?: number
  disconnectReason?: string
}

/** The request context of an event (API Gateway developer guide, "WebSocket API mapping template reference"). */
export function requestContextOf({ id: apiId, stage }: WebsocketApi, client: Client, details: EventDetails) {
  const now = new Date()
  const requestId = gatewayId()
  return {
    ...details,
    requestId,
    extendedRequestId: requestId,
    requestTime: commonLogTime(now),
    requestTimeEpoch: now.getTime(),
    messageDirection: 'IN',
    stage,
    connectedAt: client.connectedAt,
    identity: client.identity,
    domainName: client.host.replace(/:\d+$/, ''),
    connectionId: client.id,
    apiId,
  }
}

/** Headers and query of a `$connect` event. Header names keep the client's letter case. */
export function connectRequest({ rawHeaders, target, sourceIp }: WireRequest) {
  const headers: [string, string][] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    if (!hopByHop.has(name.toLowerCase())) headers.push([name, value])
  }
  headers.push(['X-Forwarded-For', sourceIp], ['X-Forwarded-Proto', 'http'])
  const query = [...new URLSearchParams(target.split('?')[1] ?? '')]
  return {
    headers: Object.fromEntries(headers),
    multiValueHeaders: groupValues(headers),
    ...(query.length > 0 && {
      queryStringParameters: Object.fromEntries(query),
      multiValueQueryStringParameters: groupValues(query),
    }),
  }
}

/** The headers of a `$disconnect` event. */
export function disconnectHeaders({ host }: Client) {
  const headers: [string, string][] = [
    ['Host', host],
    ['x-api-key', ''],
    ['X-Forwarded-For', ''],
    ['x-restapi', ''],
  ]
  return { headers: Object.fromEntries(headers), multiValueHeaders: groupValues(headers) }
}

function groupValues(pairs: readonly [string, string][]): Record<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value])
  return Object.fromEntries(values)
}
