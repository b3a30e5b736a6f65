import { STATUS_CODES } from 'node:http'

/** An HTTP response. */
export interface HttpResponse {
  statusCode: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

/** A response that the gateway generates, such as {"message":"Not Found"}. */
export const gatewayResponse = (
  statusCode: number,
  message = STATUS_CODES[statusCode] ?? '',
): HttpResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
})

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The HTTP server sets these headers. */
const framingHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/**
 * Converts a function's response in payload format 2.0: an object with a statusCode is the response, anything else
 * becomes the body of a 200 (API Gateway developer guide, "Lambda function response format"). Returns `error` for one
 * that API Gateway would reject.
 */
export function parseFunctionResponse(payload: string): HttpResponse | { error: string } {
  const result: unknown = JSON.parse(payload)
  if (typeof result !== 'object' || result === null || !('statusCode' in result))
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: typeof result === 'string' ? result : payload,
    }
  const {
    statusCode,
    headers = {},
    cookies = [],
    body = '',
    isBase64Encoded,
  } = result as Record<string, unknown>
  const status = Number(statusCode)
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return { error: `statusCode ${String(statusCode)}` }
  if (body !== null && typeof body !== 'string') return { error: 'body is not a string' }
  if (!Array.isArray(cookies)) return { error: 'cookies is not a list' }
  const responseHeaders = new Map<string, string | string[]>([['content-type', 'text/plain; charset=utf-8']])
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!isScalar(value)) return { error: `header ${name} is not a string` }
    if (!framingHeaders.has(name.toLowerCase())) responseHeaders.set(name.toLowerCase(), String(value))
  }
  if (cookies.length > 0) responseHeaders.set('set-cookie', cookies.map(String))
  const text = body ?? ''
  if (text === '' && !Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-type'))
    responseHeaders.delete('content-type')
  return {
    statusCode: status,
    headers: Object.fromEntries(responseHeaders),
    body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  }
}
