import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { StartupError, errorMessage } from '../../runtime/startup-error.ts'
import { manageConnection, type Client, type Connection, type SocketLimits } from './connections.ts'
import type { InvocationResult } from '../../lambda/execution-environment.ts'
import type { Upgrades } from '../../http/server.ts'
import { functionNamed, type LambdaFunction } from '../../lambda/functions.ts'
import { withTimeout } from '../gateway.ts'
import { gatewayResponse } from '../../http/response.ts'
import { rejectUpgrade } from '../../http/reject-upgrade.ts'
import type { WebsocketApi } from './api.ts'
import { gatewayId, parseRequest, type WireRequest } from '../../http/request.ts'
import { disconnectHeaders, connectRequest, requestContextOf } from './events.ts'
import { messageBytes } from './frames.ts'

/** A WebSocket API's integration timeout. */
const integrationMilliseconds = 29_000
/** How long to wait for running invocations on shutdown. */
const drainMilliseconds = 3000

interface Options {
  /** Filled with the open connections, by id. */
  connections: Map<string, Connection>
  limits: SocketLimits
  /** Called for a function response that API Gateway would reject. */
  report(line: string): void
}

/**
 * A WebSocket API in front of its functions. `$connect` runs before the handshake response, messages of a connection
 * run one at a time on the route that they name, `$disconnect` runs after either side has closed the connection.
 * Throws StartupError if a route names a function that the app does not have.
 */
export function websocketGateway(
  api: WebsocketApi,
  functions: readonly LambdaFunction[],
  { connections, limits, report }: Options,
): Upgrades {
  const routes = new Map(
    api.routes.map(({ key, functionArn, returnsResponse }) => {
      const target = functionNamed(functions, functionArn)
      if (!target)
        throw new StartupError(`Route ${key} invokes ${functionArn}, which is not a function of the app.`)
      return [key, { key, target, returnsResponse }]
    }),
  )
  type Route = NonNullable<ReturnType<typeof routes.get>>
  const protocols = new WeakMap<IncomingMessage, string>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytes,
    handleProtocols: (_, request) => protocols.get(request) ?? false,
  })
  const running = new Set<Promise<void>>()
  let closing = false
  function track(work: Promise<void>) {
    const settled = work
      .catch((error: unknown) => report(`Gateway: ${errorMessage(error)}`))
      .finally(() => running.delete(settled))
    running.add(settled)
  }

  const invoke = (route: Route, event: object) =>
    withTimeout(
      route.target.invoke(JSON.stringify({ ...event, isBase64Encoded: false })),
      integrationMilliseconds,
    )

  async function connect(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    wire: WireRequest,
  ): Promise<void> {
    if (wire.target.split('?')[0] !== `/${api.stage}`) {
      rejectUpgrade(stream, gatewayResponse(404))
      return
    }
    // `ws` rejects an invalid handshake; `$connect` is not invoked.
    if (!isHandshake(request)) {
      server.handleUpgrade(request, stream, head, (socket) => socket.terminate())
      return
    }
    const { 'user-agent': userAgent = '', host = 'localhost' } = parseRequest(wire)?.headers ?? {}
    const identity = { sourceIp: wire.sourceIp, userAgent }
    const client: Client = { id: gatewayId(), connectedAt: Date.now(), identity, host }
    const route = routes.get('$connect')
    if (route) {
      const requestContext = requestContextOf(api, client, { routeKey: '$connect', eventType: 'CONNECT' })
      const result = await invoke(route, { ...connectRequest(wire), requestContext })
      const { statusCode, protocol } = connectResponse(result, route)
      if (statusCode !== 200) {
        rejectUpgrade(stream, gatewayResponse(statusCode))
        return
      }
      if (protocol !== undefined) protocols.set(request, protocol)
    }
    let open: Connection | undefined
    server.handleUpgrade(request, stream, head, (socket) => {
      const connection = manageConnection(client, { socket, stream }, limits, (text) =>
        message(connection, text),
      )
      connections.set(client.id, connection)
      open = connection
    })
    if (closing) open?.close(1001, 'Going away')
    // Without a socket, the client has left after `$connect` accepted it, so `$disconnect` has to run.
    const end = (await open?.closed) ?? { code: 1006, reason: '' }
    connections.delete(client.id)
    await disconnect(client, end)
  }

  /** The `$connect` function's response; 502 if it failed or returned an invalid one. */
  function connectResponse(
    result: InvocationResult,
    { target }: Route,
  ): { statusCode: number; protocol?: string } {
    if (typeof result === 'string') return { statusCode: 502 }
    const { statusCode, headers } = (JSON.parse(result.payload) ?? {}) as ConnectResponse
    if (!isStatus(statusCode)) {
      report(`Function ${target.name}: invalid response to $connect: statusCode ${String(statusCode)}`)
      return { statusCode: 502 }
    }
    const [, protocol] =
      Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol') ?? []
    return { statusCode, ...(protocol !== undefined && { protocol }) }
  }

  async function message(connection: Connection, body: string): Promise<void> {
    const named = routes.get(routeKeyOf(body, api.field))
    const route = named ?? routes.get('$default')
    const details = {
      routeKey: route?.key ?? '$default',
      eventType: 'MESSAGE',
      messageId: gatewayId(),
    } as const
    const requestContext = requestContextOf(api, connection.client, details)
    const { connectionId, requestId } = requestContext
    const sendError = (message: string) =>
      void connection.post(JSON.stringify({ message, connectionId, requestId }))
    if (!route) {
      sendError('Forbidden')
      return
    }
    const result = await invoke(route, { requestContext, body })
    if (result === 'timeout') {
      sendError('Endpoint request timed out')
      return
    }
    if (result === 'error') {
      sendError('Internal server error')
      return
    }
    if (!route.returnsResponse) return
    const response = (JSON.parse(result.payload) ?? {}) as { statusCode?: unknown; body?: unknown }
    if (!isStatus(response.statusCode)) {
      const { statusCode } = response
      report(
        `Function ${route.target.name}: invalid response to ${route.key}: statusCode ${String(statusCode)}`,
      )
      sendError('Internal server error')
      return
    }
    if (typeof response.body === 'string' && response.body !== '') connection.post(response.body)
  }

  async function disconnect(client: Client, { code, reason }: { code: number; reason: string }): Promise<void> {
    const route = routes.get('$disconnect')
    if (!route) return
    const details = { routeKey: '$disconnect', eventType: 'DISCONNECT' } as const
    const closeDetails = { disconnectStatusCode: code, disconnectReason: reason }
    const requestContext = requestContextOf(api, client, { ...details, ...closeDetails })
    await invoke(route, { ...disconnectHeaders(client), requestContext })
  }

  return {
    upgrade: (request, stream, head, wire) => track(connect(request, stream, head, wire)),
    async close() {
      closing = true
      for (const connection of connections.values()) connection.close(1001, 'Going away')
      const timeout = Promise.withResolvers<undefined>()
      const timer = setTimeout(timeout.resolve, drainMilliseconds, undefined)
      await Promise.race([Promise.all(running), timeout.promise])
      clearTimeout(timer)
    },
  }
}

interface ConnectResponse {
  statusCode?: unknown
  headers?: Record<string, string>
}

const isStatus = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599

/** Requirements of a client's opening handshake (RFC 6455, 4.1). */
const isHandshake = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['sec-websocket-version'] === '13' &&
  /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')

/** The route key in a JSON message; '' if it has none, or if it names `$connect`, `$disconnect` or `$default`. */
function routeKeyOf(body: string, field: string): string {
  try {
    const message = JSON.parse(body) as Record<string, unknown> | null
    const key = message?.[field]
    return typeof key === 'string' && !key.startsWith('$') ? key : ''
  } catch {
    return ''
  }
}
