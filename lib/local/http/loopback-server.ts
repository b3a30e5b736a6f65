import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on loopback, on the preferred port if it is free. Disposal closes open connections. */
export async function loopbackServer(listener: RequestListener, preferredPort = 0) {
  const server = createServer(listener)
  const listen = (on: number) => once(server.listen(on, '127.0.0.1'), 'listening')
  await listen(preferredPort).catch(() => listen(0))
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
