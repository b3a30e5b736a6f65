import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bucket } from './buckets.ts'

/** Sets the CORS headers by the bucket's rules. */
export function allowOrigin(
  bucket: Bucket | undefined,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin, 'access-control-request-method': requestedMethod = method } = headers
  const rule = bucket?.cors.find(
    ({ origins, methods }) =>
      methods.includes(requestedMethod ?? '') && (origins.includes('*') || origins.includes(origin ?? '')),
  )
  if (!origin || !rule) return
  response.setHeader('access-control-allow-origin', rule.origins.includes('*') ? '*' : origin)
  response.setHeader('access-control-allow-methods', rule.methods.join(', '))
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
}
