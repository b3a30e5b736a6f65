import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import { postWebhook, type PostOptions } from '../../../shared/messaging/webhooks/post.ts'

/** A loopback port for one test: the number of connections so far, and the open ones. */
export async function listener(
  host = '127.0.0.1',
  serve: (socket: Socket) => void = (s) => void s.end(),
  port = 0,
) {
  const sockets = new Set<Socket>()
  const counted = { connections: 0 }
  const server = createServer((socket) => {
    counted.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    // A client that does not read does not notice the end either.
    socket.resume()
    serve(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const chosen = (server.address() as AddressInfo).port
  return {
    port: chosen,
    url: `http://127.0.0.1:${chosen}/hooks`,
    counted,
    allClosed: () => vi.waitUntil(() => sockets.size === 0, { timeout: 2000, interval: 5 }),
  }
}

/** One that speaks HTTP. */
export function receiver(serve: RequestListener) {
  const http = createHttpServer(serve)
  return listener('127.0.0.1', (socket) => void http.emit('connection', socket))
}

/** Posts a small webhook there, on one machine: what became of it, and the milliseconds it took. */
export async function deliver(url: string, how: Partial<PostOptions> = {}) {
  const begun = performance.now()
  const outcome = await postWebhook({ url, headers: {}, body: '{"n":1}' }, { loopback: true, ...how })
  return { outcome, took: performance.now() - begun }
}
