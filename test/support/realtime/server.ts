import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { event } from './fake-socket.ts'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'

const pageSize = 3

/** A small loopback service with tickets, a feed and realtime connections. The test sets the valid token. */
export async function liveServer() {
  const state = { latest: 0, token: 'token-1', oldest: 0, authorizations: [] as string[] }
  const tickets = new Set<string>()
  const connections = new Map<WebSocket, string[]>()
  let given = 0

  const http = createServer({ keepAliveTimeout }, (request, response) => {
    const answer = (status: number, body: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers })
        .end(JSON.stringify(body))
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    state.authorizations.push(String(request.headers.authorization))
    if (request.headers.authorization !== `Bearer ${state.token}`) return answer(401, { detail: 'Expired' })
    if (`${request.method} ${pathname}` === 'POST /api/v1/realtime/ticket') {
      const ticket = `ticket/${++given}`
      tickets.add(ticket)
      return answer(201, { url: `ws://127.0.0.1:${port}/live`, ticket, expires_in: 30 })
    }
    const after = Number(searchParams.get('after')!.slice(4))
    if (after < state.oldest) return answer(422, { detail: [] })
    const to = Math.min(after + pageSize, state.latest)
    const more = to < state.latest && { link: `<${pathname}?after=evt_${to}>; rel="next"` }
    answer(
      200,
      Array.from({ length: to - after }, (_, i) => event(after + i + 1)),
      more || {},
    )
  })
  const server = new WebSocketServer({
    server: http,
    // A ticket works once.
    verifyClient: ({ req }: { req: IncomingMessage }) =>
      tickets.delete(new URL(req.url!, 'http://here').searchParams.get('ticket')!),
  })
  server.on('connection', (socket) => {
    connections.set(socket, [])
    socket.on('close', () => connections.delete(socket))
    socket.on('message', (data: Buffer) => {
      const { type, channels } = JSON.parse(data.toString()) as { type: string; channels: string[] }
      if (type !== 'subscribe') return
      connections.set(socket, [...connections.get(socket)!, ...channels])
      socket.send(JSON.stringify({ type: 'subscribed', channels: connections.get(socket) }))
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  onTestFinished(async () => {
    for (const socket of server.clients) socket.terminate()
    server.close()
    http.close()
    http.closeAllConnections()
    await once(http, 'close')
  })
  return {
    state,
    baseUrl: `http://127.0.0.1:${port}`,
    connected: () => connections.size,
    /** Publishes an event to all subscribed connections. */
    publish() {
      const text = JSON.stringify(event(++state.latest))
      for (const [socket, channels] of connections) if (channels.length > 0) socket.send(text)
    },
    /** Terminates all connections without a close frame. */
    kill: () => [...connections.keys()].forEach((socket) => socket.terminate()),
    say: (frame: object) => [...connections.keys()].forEach((socket) => socket.send(JSON.stringify(frame))),
  }
}
