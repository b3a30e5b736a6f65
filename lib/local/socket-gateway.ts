import { WebSocketServer, type WebSocket } from 'ws'
import { CannotStart } from './cannot-start.ts'
import type { Answer } from './execution-environment.ts'
import { refuseUpgrade, type Upgrader } from './front-door.ts'
import type { LambdaFunction } from './functions.ts'
import type { SocketApi } from './socket-api.ts'
import { connectEvent, disconnectEvent, messageEvent, newWho, type Who } from './socket-events.ts'
import { mostBytes, type Connections } from './socket-management.ts'

/** API Gateway's quotas: a connection without a message, and any connection, ends after so long, in milliseconds. */
export const quotas = { idle: 600_000, longest: 7_200_000 }
/** A peer that does not answer a ping of the protocol for so long is gone, in milliseconds. */
const pingEvery = 30_000

/**
 * A WebSocket API in front of its functions: who may come in, what is said and answered, who has gone (API Gateway developer
 * guide, "WebSocket APIs"). A message that is no text closes the connection, as on AWS. Messages of one connection are
 * given to the function in their order, one after the other.
 */
export function socketGateway(
  api: SocketApi,
  functions: readonly LambdaFunction[],
  { connections, limits = quotas }: { connections: Connections; limits?: typeof quotas },
): { upgrade: Upgrader } & AsyncDisposable {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostBytes })
  const underWay = new Set<Promise<unknown>>()
  const targets = new Map(
    [...api.routes].map(([key, { functionArn, answers }]) => {
      const target = functions.find(({ arn }) => arn === functionArn)
      if (!target)
        throw new CannotStart(`Route ${key} leads to ${functionArn}, which is no function of this app.`)
      return [key, { target, answers }]
    }),
  )
  const call = (key: string, event: object): Promise<Answer> | undefined => {
    const answer = targets.get(key)?.target.invoke(JSON.stringify(event))
    if (answer) underWay.add(answer)
    void answer?.finally(() => underWay.delete(answer))
    return answer
  }

  /** Whoever the function lets in: undefined; else with which status it is refused. */
  async function refusal(answer: Promise<Answer> | undefined): Promise<number | undefined> {
    const given = await answer
    if (given === undefined) return undefined
    if (typeof given === 'string') return 502
    const { statusCode } = (JSON.parse(given.payload) ?? {}) as { statusCode?: unknown }
    if (typeof statusCode !== 'number') return 502
    return statusCode >= 200 && statusCode < 300 ? undefined : statusCode
  }

  const upgrade: Upgrader = (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    if (pathname !== `/${api.stage}`) {
      refuseUpgrade(socket, 403)
      return
    }
    const who = newWho(request)
    void refusal(call('$connect', connectEvent(api, who, request))).then((status) => {
      if (status !== undefined) refuseUpgrade(socket, status)
      // Whoever has gone meanwhile was let in all the same.
      else if (socket.destroyed) void call('$disconnect', disconnectEvent(api, who, 1006, ''))
      else server.handleUpgrade(request, socket, head, (opened) => begin(opened, who))
    })
  }

  function begin(socket: WebSocket, who: Who) {
    const connection = connections.add(who, socket)
    let before: Promise<unknown> = Promise.resolve()
    let alive = true
    const end = (code: number, reason: string) => socket.close(code, reason)
    const timers = [
      setTimeout(() => end(1001, 'Going away'), limits.longest),
      setInterval(
        () => {
          if (Date.now() - connection.lastActiveAt > limits.idle) end(1001, 'Going away')
        },
        Math.min(5000, limits.idle / 4),
      ),
      setInterval(() => {
        if (!alive) socket.terminate()
        alive = false
        socket.ping()
      }, pingEvery),
    ]
    for (const timer of timers) timer.unref()
    socket.on('pong', () => (alive = true))
    socket.on('error', () => undefined) // 'close' follows.
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      connection.lastActiveAt = Date.now()
      if (isBinary) end(1003, 'Unsupported data')
      else before = before.then(() => say(socket, who, data.toString()))
    })
    socket.on('close', (code: number, reason: Buffer) => {
      for (const timer of timers) clearTimeout(timer)
      connections.remove(who.connectionId)
      void before.then(() => call('$disconnect', disconnectEvent(api, who, code, reason.toString())))
    })
  }

  async function say(socket: WebSocket, who: Who, text: string): Promise<void> {
    const named = routeNamed(text)
    const key = named !== undefined && targets.has(named) ? named : '$default'
    const event = messageEvent(api, who, key, text)
    const { connectionId } = who
    const { requestId } = event.requestContext
    const answer = await call(key, event)
    if (answer === undefined) socket.send(JSON.stringify({ message: 'Forbidden', connectionId, requestId }))
    else if (typeof answer === 'string')
      socket.send(JSON.stringify({ message: 'Internal server error', connectionId, requestId }))
    else if (targets.get(key)?.answers) {
      const { body } = (JSON.parse(answer.payload) ?? {}) as { body?: string }
      if (body) socket.send(body)
    }
  }

  function routeNamed(text: string): string | undefined {
    try {
      const message = JSON.parse(text) as Record<string, unknown> | null
      const named = message?.[api.field]
      return typeof named === 'string' && !named.startsWith('$') ? named : undefined
    } catch {
      return undefined
    }
  }

  return {
    upgrade,
    async [Symbol.asyncDispose]() {
      connections.closeAll()
      while (underWay.size > 0) await Promise.allSettled(underWay)
      server.close()
    },
  }
}
