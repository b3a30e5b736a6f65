import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { postWebhook, type PostOptions } from '../../../shared/messaging/webhooks/post.ts'
import { seconds } from '../suite/time.ts'
import { waitUntil } from '../suite/wait.ts'

/** A loopback TCP server for one test, which counts all connections and the open ones. */
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
    // A socket that is not read does not notice that the client closes the connection.
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
    allClosed: () => waitUntil(() => sockets.size === 0, { timeout: seconds(2), interval: 5 }),
  }
}

/** A loopback HTTP server for one test. */
export function receiver(serve: RequestListener) {
  const http = createHttpServer(serve)
  return listener('127.0.0.1', (socket) => void http.emit('connection', socket))
}

/** Posts a small webhook to a loopback URL, at any port. Returns the outcome and the duration in milliseconds. */
export async function deliver(url: string, how: Partial<PostOptions> = {}) {
  const start = performance.now()
  const target = { loopback: true, ports: [Number(URL.parse(url)?.port || 443)] }
  const outcome = await postWebhook({ url, headers: {}, body: '{"n":1}' }, { ...target, ...how })
  return { outcome, took: performance.now() - start }
}
