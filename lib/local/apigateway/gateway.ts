import { StartupError } from '../runtime/startup-error.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { gatewayId, parseRequest, proxyEvent, type ParsedRequest } from '../http/request.ts'
import type { InvocationResult } from '../lambda/execution-environment.ts'
import { functionNamed, type LambdaFunction } from '../lambda/functions.ts'
import type { HttpApi } from './http-api.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { gatewayResponse, parseFunctionResponse, type HttpResponse } from '../http/response.ts'
import { router } from './routes.ts'
import { tokenBucket } from './throttle.ts'

/** The limit of a function's event and of its response, 6 MB (AWS Lambda quotas). */
const payloadBytes = 6_291_556

/** An HTTP API's integration timeout, which includes the time that the event is queued. */
const integrationMilliseconds = 30_000

/**
 * An HTTP API in front of its functions: routing, throttling, CORS, and payload format 2.0 in both directions.
 * Calls `report` for a function response that API Gateway would reject.
 */
export function gateway(
  api: HttpApi,
  functions: readonly LambdaFunction[],
  report: (line: string) => void,
): RequestHandler {
  const { cors } = api
  const { match, fallback } = router(
    api.routes.map(({ key, functionArn, limits }) => {
      const target = functionNamed(functions, functionArn)
      if (!target)
        throw new StartupError(`Route ${key} invokes ${functionArn}, which is not a function of the app.`)
      return { key, target, isAdmitted: limits ? tokenBucket(limits) : () => true }
    }),
  )

  return async (request, readBody) => {
    const parsed = parseRequest(request)
    if (!parsed) return gatewayResponse(400)
    const matched = match(parsed.method, parsed.path)
    // A preflight request without an OPTIONS route. On AWS, $default also catches OPTIONS, and its function has to
    // return a 2xx; the local cloud does not invoke it.
    if (cors && !matched && parsed.method === 'OPTIONS')
      return { statusCode: 204, headers: preflightHeaders(cors, parsed.headers), body: '' }

    const requestId = gatewayId()
    const response = await integrate(parsed, matched, requestId, readBody)
    // With CORS configured, the gateway's headers replace those of the function.
    const headers = Object.entries(response.headers).filter(
      ([name]) => !cors || !name.startsWith('access-control-'),
    )
    return {
      ...response,
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
    matched: ReturnType<typeof match>,
    requestId: string,
    readBody: () => Promise<Buffer | undefined>,
  ): Promise<HttpResponse> {
    const { route, pathParameters } = matched ?? { route: fallback, pathParameters: {} }
    if (!route) return gatewayResponse(404)
    if (!route.isAdmitted()) return gatewayResponse(429)
    const body = await readBody()
    if (!body) return gatewayResponse(413, 'Request Entity Too Large')
    const { id: apiId, stage } = api
    const event = JSON.stringify(
      proxyEvent(request, body, { apiId, stage, requestId, routeKey: route.key, pathParameters }),
    )
    if (Buffer.byteLength(event) > payloadBytes) return gatewayResponse(413, 'Request Entity Too Large')
    return toResponse(route, await withTimeout(route.target.invoke(event), integrationMilliseconds))
  }

  function toResponse(
    { key, target }: { key: string; target: LambdaFunction },
    result: InvocationResult,
  ): HttpResponse {
    if (result === 'timeout') return gatewayResponse(503)
    if (result === 'error') return gatewayResponse(500)
    const response =
      Buffer.byteLength(result.payload) > payloadBytes
        ? { error: 'a response of more than 6 MB' }
        : parseFunctionResponse(result.payload)
    if (!('error' in response)) return response
    report(`Function ${target.name}: invalid response to ${key}: ${response.error}`)
    return gatewayResponse(500)
  }
}

/** Resolves to the result, or to 'timeout' after this many milliseconds. */
export function withTimeout(
  result: Promise<InvocationResult>,
  milliseconds: number,
): Promise<InvocationResult> {
  const { promise, resolve } = Promise.withResolvers<InvocationResult>()
  const timer = setTimeout(resolve, milliseconds, 'timeout')
  void result.then((value) => {
    clearTimeout(timer)
    resolve(value)
  })
  return promise
}
