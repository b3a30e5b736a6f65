import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { StartupError, wordsOf } from '../../runtime/startup-error.ts'
import { keepConnection, type Caller, type Connection, type SocketLimits } from './connections.ts'
import type { Answer } from '../../lambda/execution-environment.ts'
import { wireRequest, type Upgrades } from '../../http/server.ts'
import type { LambdaFunction } from '../../lambda/functions.ts'
import { inTime } from '../gateway.ts'
import { gatewayReply } from '../../http/reply.ts'
import { refuseUpgrade } from '../../http/upgrade-refusal.ts'
import type { WebsocketApi } from './api.ts'
import { gatewayId } from '../../http/request.ts'
import { farewellOf, handshakeOf, requestContextOf } from './events.ts'
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
  fault(line: string): void
}

/**
 * A WebSocket API in front of its functions. `$connect` runs before the handshake response, messages of a connection
 * run one at a time on the route that they name, `$disconnect` runs after either side has closed the connection.
 * Throws StartupError if a route names a function that the app does not have.
 */
export function websocketGateway(
  api: WebsocketApi,
  functions: readonly LambdaFunction[],
  { connections, limits, fault }: Options,
): Upgrades {
  const routes = new Map(
    api.routes.map(({ key, functionArn, answers }) => {
      const target = functions.find(({ arn }) => arn === functionArn)
      if (!target)
        throw new StartupError(`Route ${key} invokes ${functionArn}, which is not a function of the app.`)
      return [key, { key, target, answers }]
    }),
  )
  type Route = NonNullable<ReturnType<typeof routes.get>>
  const protocols = new WeakMap<IncomingMessage, string>()
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: messageBytes },
    handleProtocols: (_, request) => protocols.get(request) ?? false,
  })
  const underWay = new Set<Promise<void>>()
  let closing = false
  function watched(work: Promise<void>) {
    const settled = work
      .catch((error: unknown) => fault(`Gateway: ${wordsOf(error)}`))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
  }

  const call = (route: Route, event: object) =>
    inTime(route.target.invoke(JSON.stringify({ ...event, isBase64Encoded: false })), integrationMilliseconds)

  async function connect(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const wire = wireRequest(request)
    if (wire.target.split('?')[0] !== `/${api.stage}`) {
      refuseUpgrade(stream, gatewayReply(404))
      return
    }
    // `ws` rejects an invalid handshake; `$connect` is not invoked.
    if (!isHandshake(request)) {
      server.handleUpgrade(request, stream, head, (socket) => socket.terminate())
      return
    }
    const { 'user-agent': userAgent = '', host = 'localhost' } = request.headers
    const identity = { sourceIp: wire.sourceIp, userAgent }
    const caller: Caller = { id: gatewayId(), connectedAt: Date.now(), identity, host }
    const route = routes.get('$connect')
    if (route) {
      const requestContext = requestContextOf(api, caller, { routeKey: '$connect', eventType: 'CONNECT' })
      const answer = await call(route, { ...handshakeOf(wire), requestContext })
      const { statusCode, protocol } = admission(answer, route)
      if (statusCode !== 200) {
        refuseUpgrade(stream, gatewayReply(statusCode))
        return
      }
      if (protocol !== undefined) protocols.set(request, protocol)
    }
    let open: Connection | undefined
    server.handleUpgrade(request, stream, head, (socket) => {
      const connection = keepConnection(caller, { socket, stream }, limits, (text) => message(connection, text))
      connections.set(caller.id, connection)
      open = connection
    })
    if (closing) open?.end(1001, 'Going away')
    // Without a socket, the client has left after `$connect` accepted it, so `$disconnect` has to run.
    const end = (await open?.closed) ?? { code: 1006, reason: '' }
    connections.delete(caller.id)
    await disconnect(caller, end)
  }

  /** The `$connect` function's response; 502 if it failed or returned an invalid one. */
  function admission(answer: Answer, { target }: Route): { statusCode: number; protocol?: string } {
    if (typeof answer === 'string') return { statusCode: 502 }
    const { statusCode, headers } = (JSON.parse(answer.payload) ?? {}) as ConnectAnswer
    if (!isStatus(statusCode)) {
      fault(`Function ${target.name}: invalid response to $connect: statusCode ${String(statusCode)}`)
      return { statusCode: 502 }
    }
    const [, protocol] =
      Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol') ?? []
    return { statusCode, ...(protocol !== undefined && { protocol }) }
  }

  async function message(connection: Connection, body: string): Promise<void> {
    const named = routes.get(routeKeyOf(body, api.field))
    const route = named ?? routes.get('$default')
    const about = { routeKey: route?.key ?? '$default', eventType: 'MESSAGE', messageId: gatewayId() } as const
    const requestContext = requestContextOf(api, connection.caller, about)
    const { connectionId, requestId } = requestContext
    const complain = (message: string) =>
      void connection.post(JSON.stringify({ message, connectionId, requestId }))
    if (!route) {
      complain('Forbidden')
      return
    }
    const answer = await call(route, { requestContext, body })
    if (answer === 'timeout') {
      complain('Endpoint request timed out')
      return
    }
    if (answer === 'error') {
      complain('Internal server error')
      return
    }
    if (!route.answers) return
    const result = (JSON.parse(answer.payload) ?? {}) as { statusCode?: unknown; body?: unknown }
    if (!isStatus(result.statusCode)) {
      const { statusCode } = result
      fault(`Function ${route.target.name}: invalid response to ${route.key}: statusCode ${String(statusCode)}`)
      complain('Internal server error')
      return
    }
    if (typeof result.body === 'string' && result.body !== '') connection.post(result.body)
  }

  async function disconnect(caller: Caller, { code, reason }: { code: number; reason: string }): Promise<void> {
    const route = routes.get('$disconnect')
    if (!route) return
    const about = { routeKey: '$disconnect', eventType: 'DISCONNECT' } as const
    const why = { disconnectStatusCode: code, disconnectReason: reason }
    const requestContext = requestContextOf(api, caller, { ...about, ...why })
    await call(route, { ...farewellOf(caller), requestContext })
  }

  return {
    upgrade: (request, stream, head) => watched(connect(request, stream, head)),
    async close() {
      closing = true
      for (const connection of connections.values()) connection.end(1001, 'Going away')
      const late = Promise.withResolvers<undefined>()
      const timer = setTimeout(late.resolve, drainMilliseconds, undefined)
      await Promise.race([Promise.all(underWay), late.promise])
      clearTimeout(timer)
    },
  }
}

interface ConnectAnswer {
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
