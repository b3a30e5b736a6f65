import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isCrossOrigin, isLocalHost, isOwnPage } from './host.ts'

/**
 * How long a connection without requests stays open, in milliseconds: longer than clients keep it, whose next request would
 * otherwise meet its end (Node.js, `server.keepAliveTimeout`, 5 seconds by default).
 */
export const keepAliveTimeout = 75_000

interface Options {
  /** Used if it is free. */
  preferredPort?: number
  /** Also answers pages of this machine, and of these hosts, on other ports; the listener decides by its own rules. */
  pageHosts?: readonly string[]
}

/**
 * An HTTP server on loopback, for programs of this machine: without `pageHosts` it answers no web page of another origin. Disposal closes
 * open connections.
 */
export async function loopbackServer(
  listener: RequestListener,
  { preferredPort = 0, pageHosts }: Options = {},
) {
  const isAnswered = (headers: IncomingHttpHeaders) =>
    pageHosts ? isOwnPage(headers, pageHosts) : !isCrossOrigin(headers)
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    if (isLocalHost(request.headers) && isAnswered(request.headers)) listener(request, response)
    else
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end('Web pages of other origins are not answered.\n')
  })
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
