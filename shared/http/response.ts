import type { ValidationIssue } from '../core/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { securityHeaders } from './headers.ts'
import { acceptsProblem, problemOf, problemType } from './problem.ts'
import type { Reply } from './routing/reply.ts'
import type { Event, Result } from './routing/event.ts'
import { gzipSync } from 'node:zlib'
import { accepts } from './accept.ts'
import { withCoding } from './preconditions.ts'

/** A path may hold anything; only an id is logged. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Details of a refusal for operators: the failure of a dependency, and the names of wrong fields. The message of a
 * conflict may contain what users have written, such as a bag's label, so only its code is logged.
 */
function why(status: number, body: unknown) {
  const { detail } = (body ?? {}) as { detail?: string | ValidationIssue[] }
  if (status > 500 && typeof detail === 'string') return { reason: detail }
  return status === 422 && Array.isArray(detail) ? { faults: detail.map(({ loc }) => loc.join('.')) } : {}
}

/** The gateway's result of a reply, and the log line of its request. */
export function gatewayResult({ log, settings }: Runtime, event: Event, reply: Reply): Result {
  const { status, file } = reply
  const { admitted } = event
  // Requests beyond their company's quota have a line for many of them (shared/db/stores/quotas.ts).
  const isSummarized = status === 429 && !admitted && event.match?.route.access !== 'public'
  if (!isSummarized) log.info('request', logLine(event, reply))
  // The gateway takes cookies apart from headers (payload format 2.0).
  const { 'Set-Cookie': cookie, ...headers } = reply.headers
  const isProblem = status >= 400 && acceptsProblem(event.headers.accept)
  const body = isProblem ? problemOf(reply) : reply.body
  const cache = status < 400 ? admitted?.route.cache : undefined
  const { body: content, ...described } = compressed(
    {
      statusCode: status,
      headers: {
        ...(body !== undefined && { 'Content-Type': isProblem ? problemType : 'application/json' }),
        ...(file && {
          'Content-Type': file.type,
          'Content-Disposition': `inline; filename="${file.name}"`,
          ...(file.warnings?.length && { 'Label-Warnings': file.warnings.join('; ') }),
        }),
        'Cache-Control': cache ?? 'no-store',
        // The gateway's CORS header names the request's origin, unless any origin is allowed.
        Vary: settings.corsOrigins === '*' ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
        'X-Request-Id': event.requestContext.requestId,
        ...securityHeaders,
        ...admitted?.headers,
        ...headers,
      },
      ...(cookie && { cookies: [cookie] }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: Buffer.from(file.bytes).toString('base64'), isBase64Encoded: true }),
    },
    event.headers['accept-encoding'],
    headers['ETag'] !== undefined && cache === undefined,
  )
  const isHead = event.requestContext.http.method === 'HEAD'
  return isHead || content === undefined ? described : { ...described, body: content }
}

/** The log entry of a request: the route's pattern, not the path, which may hold a tracking id; no body, address, e-mail or token. */
function logLine(event: Event, { status, code, body }: Reply) {
  const { admitted } = event
  const { caller } = admitted ?? {}
  return {
    request_id: event.requestContext.requestId,
    route: event.match?.route.key ?? event.routeKey,
    status,
    ...(code && { code }),
    ...why(status, body),
    ...(caller && uuid.test(admitted?.params.id ?? '') && { record_id: admitted?.params.id }),
    duration_ms: Math.round(performance.now() - event.startedAt),
    ...(caller && {
      tenant_id: caller.actor.tenant_id,
      [caller.actor.scopes ? 'api_key_id' : 'user_id']: caller.actor.user_id,
    }),
  }
}

/** In bytes: a smaller response fits into one packet even without compression. */
const worthwhile = 1400

/**
 * A JSON response, compressed if the client accepts gzip: the gateway does not compress. A record's ETag is also its
 * version for If-Match, so its response stays as it is; it is small. Files are compressed by themselves.
 */
function compressed(result: Result, acceptEncoding: string | undefined, isRecord: boolean): Result {
  const { headers, body = '', isBase64Encoded } = result
  const isLarge = body.length >= worthwhile && !isBase64Encoded && !isRecord
  if (!isLarge || !accepts(acceptEncoding, 'gzip', '*')) return result
  const ETag = headers?.['ETag']
  return {
    ...result,
    headers: {
      ...headers,
      'Content-Encoding': 'gzip',
      // Another coding of the same content has another strong tag (RFC 9110 §8.8.3.3).
      ...(ETag !== undefined && { ETag: withCoding(String(ETag)) }),
    },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  }
}
