import { StartupError } from '../runtime/startup-error.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { gatewayId, parseRequest, proxyEvent, type ParsedRequest } from '../http/request.ts'
import type { Answer } from '../lambda/execution-environment.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import type { HttpApi } from './http-api.ts'
import type { Answerer } from '../http/answerer.ts'
import { gatewayReply, replyOf, type Reply } from '../http/reply.ts'
import { router } from './routes.ts'
import { tokenBucket } from './throttle.ts'

/** The limit of a function's event and of its response, 6 MB (AWS Lambda quotas). */
const payloadBytes = 6_291_556

/** An HTTP API's integration timeout, which includes the time that the event is queued. */
const integrationMilliseconds = 30_000

/**
 * An HTTP API in front of its functions: routing, throttling, CORS, and payload format 2.0 in both directions.
 * Calls `fault` for a function response that API Gateway would reject.
 */
export function gateway(
  api: HttpApi,
  functions: readonly LambdaFunction[],
  fault: (line: string) => void,
): Answerer {
  const { cors } = api
  const { match, fallback } = router(
    api.routes.map(({ key, functionArn, limits }) => {
      const target = functions.find(({ arn }) => arn === functionArn)
      if (!target)
        throw new StartupError(`Route ${key} invokes ${functionArn}, which is not a function of the app.`)
      return { key, target, admit: limits ? tokenBucket(limits) : () => true }
    }),
  )

  return async (request, readBody) => {
    const parsed = parseRequest(request)
    if (!parsed) return gatewayReply(400)
    const found = match(parsed.method, parsed.path)
    // A preflight request without an OPTIONS route. On AWS, $default also catches OPTIONS, and its function has to
    // return a 2xx; the local cloud does not invoke it.
    if (cors && !found && parsed.method === 'OPTIONS')
      return { statusCode: 204, headers: preflightHeaders(cors, parsed.headers), body: '' }

    const requestId = gatewayId()
    const reply = await integrate(parsed, found, requestId, readBody)
    // With CORS configured, the gateway's headers replace those of the function.
    const headers = Object.entries(reply.headers).filter(
      ([name]) => !cors || !name.startsWith('access-control-'),
    )
    return {
      ...reply,
      headers: {
        ...Object.fromEntries(headers),
        ...(cors &&
          (parsed.method === 'OPTIONS'
            ? preflightHeaders(cors, parsed.headers)
            : corsHeaders(cors, parsed.headers['origin']))),
        'apigw-requestid': requestId,
      },
    }
  }

  async function integrate(
    request: ParsedRequest,
    found: ReturnType<typeof match>,
    requestId: string,
    readBody: () => Promise<Buffer | undefined>,
  ): Promise<Reply> {
    const { route, pathParameters } = found ?? { route: fallback, pathParameters: {} }
    if (!route) return gatewayReply(404)
    if (!route.admit()) return gatewayReply(429)
    const body = await readBody()
    if (!body) return gatewayReply(413, 'Request Entity Too Large')
    const { id: apiId, stage } = api
    const event = JSON.stringify(
      proxyEvent(request, body, { apiId, stage, requestId, routeKey: route.key, pathParameters }),
    )
    if (Buffer.byteLength(event) > payloadBytes) return gatewayReply(413, 'Request Entity Too Large')
    return replyTo(route, await inTime(route.target.invoke(event), integrationMilliseconds))
  }

  function replyTo({ key, target }: { key: string; target: LambdaFunction }, answer: Answer): Reply {
    if (answer === 'timeout') return gatewayReply(503)
    if (answer === 'error') return gatewayReply(500)
    const reply =
      Buffer.byteLength(answer.payload) > payloadBytes
        ? { fault: 'a response of more than 6 MB' }
        : replyOf(answer.payload)
    if (!('fault' in reply)) return reply
    fault(`Function ${target.name}: invalid response to ${key}: ${reply.fault}`)
    return gatewayReply(500)
  }
}

/** Resolves to the result, or to 'timeout' after this many milliseconds. */
export function inTime(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(resolve, milliseconds, 'timeout')
  void answer.then((value) => {
    clearTimeout(timer)
    resolve(value)
  })
  return promise
}
