import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { inject } from 'vitest'
import { keepAliveTimeout } from '../../../lib/local/http/loopback-server.ts'

/** A response that a test makes. */
interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Starts a proxy to the running service that sends every request from `address`. All browsers have the same address, so
 * without the proxy all tests would share its rate limits. The proxy forwards WebSockets too; `letSockets(false)` closes
 * them and refuses new ones. `answer` may answer a path in place of the service.
 */
export async function startSiteServer(
  address: string,
  answer: (path: string) => Promise<Answer | undefined> = () => Promise.resolve(undefined),
) {
  const api = new URL(inject('url'))
  const server = createServer({ keepAliveTimeout }, (incoming, response) => {
    const { url = '/', method, headers } = incoming
    void answer(url).then((own) => {
      if (own) response.writeHead(own.status, own.headers).end(own.body)
      else forward()
    })
    const forward = () => {
      const onward = request(
        new URL(url, api),
        { method, headers: { ...headers, host: api.host }, localAddress: address },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      incoming.pipe(onward)
    }
  })
  const sockets = new Set<Duplex>()
  let passing = true
  server.on('upgrade', ({ url = '/', method, headers }, socket, head) => {
    if (!passing) return socket.destroy()
    const onward = connect({ host: api.hostname, port: Number(api.port), localAddress: address })
    const lines = Object.entries({ ...headers, host: api.host }).map(
      ([name, value]) => `${name}: ${String(value)}`,
    )
    onward.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    onward.write(head)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket) && onward.destroy())
    onward.on('close', () => socket.destroy())
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const letSockets = (pass: boolean) => {
    passing = pass
    if (!pass) for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    letSockets(false)
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return { url, sockets, letSockets, [Symbol.asyncDispose]: stop }
}
