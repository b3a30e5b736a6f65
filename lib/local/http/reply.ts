import { STATUS_CODES } from 'node:http'

/** An HTTP response. */
export interface Reply {
  statusCode: number
  headers: Record<string, string | string[]>
  body: string | Buffer
}

/** A response that the gateway generates, such as {"message":"Not Found"}. */
export const gatewayReply = (statusCode: number, message = STATUS_CODES[statusCode] ?? ''): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
})

const scalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The HTTP server sets these headers. */
const framing = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/**
 * Converts a function's response in payload format 2.0: an object with a statusCode is the response, anything else
 * becomes the body of a 200 (API Gateway developer guide, "Lambda function response format"). Returns `fault` for one
 * that API Gateway would reject.
 */
export function replyOf(payload: string): Reply | { fault: string } {
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
    return { fault: `statusCode ${String(statusCode)}` }
  if (body !== null && typeof body !== 'string') return { fault: 'body is not a string' }
  if (!Array.isArray(cookies)) return { fault: 'cookies is not a list' }
  const out = new Map<string, string | string[]>([['content-type', 'text/plain; charset=utf-8']])
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!scalar(value)) return { fault: `header ${name} is not a string` }
    if (!framing.has(name.toLowerCase())) out.set(name.toLowerCase(), String(value))
  }
  if (cookies.length > 0) out.set('set-cookie', cookies.map(String))
  const text = body ?? ''
  if (text === '' && !Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'content-type'))
    out.delete('content-type')
  return {
    statusCode: status,
    headers: Object.fromEntries(out),
    body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  }
}
