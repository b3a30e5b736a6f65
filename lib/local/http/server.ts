import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIPv6, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import { isLocalHost } from './host.ts'
import { keepAliveTimeout } from './loopback-server.ts'
import type { RequestHandler } from './request-handler.ts'
import type { WireRequest } from './request.ts'
import { gatewayResponse, type HttpResponse } from './response.ts'
import { rejectUpgrade } from './reject-upgrade.ts'

/** API Gateway's quota of a request body. */
const bodyBytes = 10 * 1024 * 1024
/** API Gateway's quota of request line and headers together. */
const headerBytes = 10_240
const requestMilliseconds = 30_000
const drainMilliseconds = 3000

const clientDisconnected = new Error('The client has disconnected')

/** Handles WebSocket handshakes. `wire` has the request's headers as the edge sends them to the origin. */
export interface Upgrades {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, wire: WireRequest): void
  /** Closes all connections. */
  close(): Promise<void>
}

export interface HttpServer extends AsyncDisposable {
  /** For clients on this machine, without a trailing slash. */
  url: string
  /** Starts handling requests, those that arrived earlier included. */
  open(handle: RequestHandler, upgrades?: Upgrades): void
}

/**
 * Binds the port immediately; requests wait until `open` is called. Requests for another host than an address,
 * localhost or one of `names` get a 403. Disposal gives active requests and sockets three seconds to finish.
 * Throws StartupError if the port is taken or the host is not an address of this machine.
 */
export async function bindHttpServer(
  host: string,
  port: number,
  report: (line: string) => void,
  names: readonly string[] = [],
): Promise<HttpServer> {
  const { promise: opened, resolve } = Promise.withResolvers<{ handle: RequestHandler; upgrades?: Upgrades }>()
  const open: HttpServer['open'] = (handle, upgrades) => resolve({ handle, ...(upgrades && { upgrades }) })
  let draining = false
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    void opened
      .then(({ handle }) =>
        isLocalHost(request.headers, names)
          ? handle(wireRequest(request), () => readBody(request))
          : gatewayResponse(403, 'Forbidden: this host is not that of the setting publicUrl'),
      )
      .catch((error: unknown) => {
        if (error !== clientDisconnected) report(`Gateway: ${errorMessage(error)}`)
        return gatewayResponse(500)
      })
      .then((result) => {
        // A keep-alive connection would keep the server open.
        if (draining) response.setHeader('connection', 'close')
        send(response, result, report)
      })
  }
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout,
      // Other upgrades, such as h2c, are ignored: the response is HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    serve,
  )
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredBytes(request) <= bodyBytes) response.writeContinue()
    serve(request, response)
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // The client disconnects before the handshake.
    socket.on('error', () => socket.destroy())
    void opened.then(({ upgrades }) => {
      if (draining) rejectUpgrade(socket, gatewayResponse(503))
      else if (!isLocalHost(request.headers, names)) rejectUpgrade(socket, gatewayResponse(403))
      else if (upgrades) upgrades.upgrade(request, socket, head, wireRequest(request))
      else rejectUpgrade(socket, gatewayResponse(404))
    })
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartupError(bindErrorMessage(error, host, port))
  }
  let closing: Promise<void> | undefined
  const bound = server.address() as AddressInfo
  return {
    url: `http://${reachableHost(host)}:${bound.port}`,
    open,
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    draining = true
    server.close()
    const timeout = setTimeout(() => {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    }, drainMilliseconds)
    // If the server never opened, waiting requests get a 503.
    open(() => Promise.resolve(gatewayResponse(503)))
    const { upgrades } = await opened
    await Promise.all([closed, upgrades?.close()])
    clearTimeout(timeout)
  }
}

export const wireRequest = ({
  method = 'GET',
  url = '/',
  rawHeaders,
  httpVersion,
  socket,
}: IncomingMessage): WireRequest => ({
  method,
  target: url,
  rawHeaders,
  httpVersion,
  sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
})

const declaredBytes = (request: IncomingMessage) => Number(request.headers['content-length'] ?? 0)

/** Resolves to undefined for a body beyond the limit; the rest is read and dropped, so that the client gets the 413. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  let chunks: Buffer[] = []
  let bytes = declaredBytes(request) > bodyBytes ? Infinity : 0
  if (bytes > bodyBytes) resolve(undefined)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= bodyBytes) chunks.push(chunk)
    else {
      chunks = []
      resolve(undefined)
    }
  })
  request.on('end', () => resolve(Buffer.concat(chunks)))
  request.on('close', () => reject(clientDisconnected))
  request.on('error', () => reject(clientDisconnected))
  return promise
}

function send(
  response: ServerResponse,
  { statusCode, headers, body }: HttpResponse,
  report: (line: string) => void,
): void {
  if (response.destroyed) return
  try {
    const bodiless = statusCode === 204 || statusCode === 304
    response.writeHead(statusCode, {
      ...headers,
      ...(!bodiless && { 'content-length': Buffer.byteLength(body) }),
    })
    response.end(bodiless ? undefined : body)
  } catch (error) {
    // An invalid header.
    report(`Gateway: ${errorMessage(error)}`)
    if (!response.headersSent) send(response, gatewayResponse(500), report)
  }
}

/** A server that listens on all addresses is reachable on loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

function bindErrorMessage(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: stop the other program, or set PORT.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `The address ${host} cannot be used (${errorMessage(error)}): set HOST to an address of this machine.`
}
