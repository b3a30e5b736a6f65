import middy from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { forbidden, Refusal, unavailable, type ValidationIssue } from '../core/errors.ts'
import { runtime, type Runtime } from '../runtime/runtime.ts'
import { clientAddress, isAcceptedAddress } from './address.ts'
import { clientNetwork } from '../core/network.ts'
import { authorize } from './authorize.ts'
import { compressed } from './compress.ts'
import { dispatch } from './dispatch.ts'
import { requestBody } from './body/json.ts'
import type { Event, Middleware, Result } from './routing/event.ts'
import { securityHeaders } from './headers.ts'
import { matcher } from './routing/match.ts'
import { acceptsProblem, problemOf, problemType } from './problem.ts'
import { errorReply, type Reply } from './refusals.ts'
import type { Route, SessionCookie } from './routing/route.ts'

/** The refusal of a request that matches no route. The gateway sends all requests to a path to the function of its routes. */
function unmatched(allowed: readonly string[]): Refusal {
  if (allowed.length === 0) return new Refusal('not_found', 'Not Found')
  const Allow = allowed.join(', ')
  return new Refusal('method_not_allowed', `This path has no such method; it has ${Allow}`, { Allow })
}

/**
 * The Lambda handler of a list of routes. Everything common to all requests is here, in this order: response and
 * log line, authorisation, the body, the route.
 */
export function lambda(routes: readonly Route[], load: () => Runtime = runtime) {
  const { match, methodsOf } = matcher(routes)
  const admission: Middleware = {
    before: async ({ event }) => {
      const { method } = event.requestContext.http
      // The gateway may pass a browser's preflight to a route; it adds the CORS headers itself.
      if (method === 'OPTIONS') return { statusCode: 204 }
      if (!(await isAcceptedAddress(load(), event.headers)))
        throw forbidden('Requests to this address are refused; use the public address of the service')
      // A response to HEAD is that to GET without its body (RFC 9110 §9.3.2).
      event.match = match(method === 'HEAD' ? 'GET' : method, event.call.path)
      if (!event.match) throw unmatched(methodsOf(event.call.path))
      if (event.match.route.limit) event.call.address = await clientAddress(load().secret, event.call)
      event.admitted = await authorize(load(), event.match, event.call)
      return undefined
    },
  }
  const handler = ({ admitted, body, call }: Event) =>
    admitted &&
    (admitted.route.sessionCookie ?? withoutCookie)(load().settings, { ...call, body }, (request) =>
      dispatch(load(), admitted, request),
    )
  return middy<Event>(inTime)
    .use(answers(load))
    .use(admission)
    .use(requestBody())
    .handler(handler) as unknown as (event: APIGatewayProxyEventV2, context: Context) => Promise<Result>
}

const withoutCookie: SessionCookie = (_settings, call, dispatch) => dispatch(call)

/** A request that would exceed the function's timeout gets a response in time, instead of the gateway's. */
const inTime = {
  timeoutEarlyInMillis: 1000,
  timeoutEarlyResponse() {
    throw unavailable(new Error('the function is out of time'))
  },
}

/** Turns the gateway's event into a request, and every outcome into the gateway's result and one log line. */
function answers(load: () => Runtime): Middleware {
  return {
    before: ({ event, context }) => {
      event.startedAt = performance.now()
      const { rawPath: path, headers, queryStringParameters: query = {}, cookies = [], requestContext } = event
      const address = clientNetwork(requestContext.http.sourceIp)
      const timeLeft = () => (context as Partial<Context>).getRemainingTimeInMillis?.() ?? Infinity
      event.call = {
        id: requestId(event),
        path,
        headers,
        cookies,
        address,
        now: load().clock(),
        timeLeft,
        query: query as Record<string, string>,
      }
    },
    after: (request) => {
      request.response = finish(load(), request.event, request.response as Reply)
    },
    onError: (request) => {
      const { error, event } = request
      const report = (fault: unknown) =>
        load().log.error('fault', { error: fault, request_id: requestId(event) })
      request.response = finish(load(), event, errorReply(error, report, event.match?.route.refusalForm))
    },
  }
}

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

const requestId = (event: Event) => event.requestContext.requestId

function finish({ log, settings }: Runtime, event: Event, reply: Reply): Result {
  const { status, code, file } = reply
  // The gateway takes cookies apart from headers (payload format 2.0).
  const { 'Set-Cookie': cookie, ...headers } = reply.headers
  const isProblem = status >= 400 && acceptsProblem(event.headers.accept)
  const body = isProblem ? problemOf(reply) : reply.body
  const { admitted } = event
  const isHead = event.requestContext.http.method === 'HEAD'
  // Requests beyond their company's quota have a line for many of them (shared/db/stores/quotas.ts).
  const isSummarized = status === 429 && !admitted && event.match?.route.access !== 'public'
  // The route's pattern, not the path: a path may hold a tracking id. No body, address, e-mail or token either.
  if (!isSummarized)
    log.info('request', {
      request_id: requestId(event),
      route: event.match?.route.key ?? event.routeKey,
      status,
      ...(code && { code }),
      ...why(status, reply.body),
      ...(admitted?.caller && uuid.test(admitted.params.id ?? '') && { record_id: admitted.params.id }),
      duration_ms: Math.round(performance.now() - event.startedAt),
      ...(admitted?.caller && {
        tenant_id: admitted.caller.actor.tenant_id,
        [admitted.caller.actor.scopes ? 'api_key_id' : 'user_id']: admitted.caller.actor.user_id,
      }),
    })
  const cache = status < 400 ? admitted?.route.cache : undefined
  const { body: content, ...described } = compressed(
    {
      statusCode: status,
      headers: {
        ...(body !== undefined && { 'Content-Type': isProblem ? problemType : 'application/json' }),
        ...(file && {
          'Content-Type': file.type,
          'Content-Disposition': `inline; filename="${file.name}"`,
        }),
        'Cache-Control': cache ?? 'no-store',
        // The gateway's CORS header names the request's origin, unless any origin is allowed.
        Vary: settings.corsOrigins === '*' ? 'Accept-Encoding' : 'Accept-Encoding, Origin',
        'X-Request-Id': requestId(event),
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
  return isHead || content === undefined ? described : { ...described, body: content }
}
