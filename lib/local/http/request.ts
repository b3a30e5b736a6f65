import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { accountId } from '../cloudformation/names.ts'

/** A request before parsing. `target` is the request target (RFC 9112), `rawHeaders` alternates names and values. */
export interface WireRequest {
  method: string
  target: string
  rawHeaders: readonly string[]
  httpVersion: string
  sourceIp: string
}

export interface ParsedRequest extends WireRequest {
  /** Decoded, without the leading slash. */
  path: string[]
  query: string
  /** Lowercase names; values of the same name are joined by commas. */
  headers: Record<string, string>
  cookies: string[]
}

/** Hop-by-hop headers, which API Gateway does not forward. */
export const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Parses a request; undefined for an invalid target, which gets a 400. */
export function parseRequest(request: WireRequest): ParsedRequest | undefined {
  // The absolute form of the target, `GET http://host/path`.
  const target = request.target.replace(/^https?:\/\/[^/?]*(?=[/?]|$)/i, '').replace(/#.*$/, '')
  const [, rawPath = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  if (rawPath !== '' && !rawPath.startsWith('/')) return undefined
  const headers = new Map<string, string>()
  const cookies: string[] = []
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [request.rawHeaders[i]?.toLowerCase(), request.rawHeaders[i + 1]]
    if (name === 'cookie') cookies.push(...value.split(/; ?/))
    else if (!hopByHop.has(name))
      headers.set(name, headers.has(name) ? `${headers.get(name) ?? ''},${value}` : value)
  }
  try {
    const path = rawPath.split('/').slice(1).map(decodeURIComponent)
    return {
      ...request,
      path: path.length > 0 ? path : [''],
      query,
      headers: Object.fromEntries(headers),
      cookies,
    }
  } catch {
    return undefined
  }
}

/**
 * The event in payload format 2.0 (API Gateway developer guide, "Create AWS Lambda proxy integrations for HTTP APIs").
 * A body of type text/*, JSON, XML or JavaScript is text; any other, even without a type, is in base64.
 */
export function proxyEvent(
  request: ParsedRequest,
  body: Buffer,
  route: {
    apiId: string
    stage: string
    requestId: string
    routeKey: string
    pathParameters: Record<string, string>
  },
): APIGatewayProxyEventV2 {
  const { headers, cookies, method, query, sourceIp } = request
  const host = (headers['host'] ?? 'localhost').replace(/:\d+$/, '')
  const path = `/${request.path.join('/')}`
  const now = new Date()
  const text = isText(headers['content-type'])
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query))
    parameters.set(name, parameters.has(name) ? `${parameters.get(name) ?? ''},${value}` : value)
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers: {
      ...headers,
      host: headers['host'] ?? host,
      'content-length': String(body.length),
      'x-amzn-trace-id': `Root=1-${Math.floor(now.getTime() / 1000).toString(16)}-${randomHex(24)}`,
      'x-forwarded-for': [headers['x-forwarded-for'], sourceIp].filter(Boolean).join(', '),
      'x-forwarded-proto': 'http',
    },
    ...(parameters.size > 0 && { queryStringParameters: Object.fromEntries(parameters) }),
    requestContext: {
      accountId,
      apiId: route.apiId,
      domainName: host,
      domainPrefix: host.split('.')[0] ?? host,
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: route.requestId,
      routeKey: route.routeKey,
      stage: route.stage,
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(route.pathParameters).length > 0 && { pathParameters: route.pathParameters }),
    ...(body.length > 0 && { body: body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !text,
  }
}

/** At most 32 digits. From a UUID, since Node.js caches random bytes for these: no system call. */
const randomHex = (digits: number) => randomUUID().replaceAll('-', '').slice(0, digits)
/** An id of a request or connection in API Gateway's format: 11 bytes in base64. */
export const gatewayId = () => Buffer.from(randomHex(22), 'hex').toString('base64')

const isText = (contentType: string | undefined) =>
  /^\s*(text\/[^;]*|application\/(json|xml|javascript))\s*(;|$)/i.test(contentType ?? '')

/** `12/Mar/2020:19:03:58 +0000` */
export function commonLogTime(date: Date): string {
  const [, day = '', month = '', year = '', time = ''] =
    /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? []
  return `${day}/${month}/${year}:${time} +0000`
}
