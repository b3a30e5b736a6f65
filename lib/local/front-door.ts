import { once } from 'node:events'
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isIPv6, type AddressInfo } from 'node:net'
import { CannotStart, wordsOf } from './cannot-start.ts'
import type { Answerer } from './gateway.ts'
import { gatewayReply, type Reply } from './reply.ts'

/** API Gateway's quota for a request's body. */
const bodyBytes = 10 * 1024 * 1024
/** API Gateway's quota for a request's line and headers together. */
const headerBytes = 10_240
const requestMilliseconds = 30_000
const drainMilliseconds = 3000

const clientGone = new Error('The client has gone')

/** Takes a request that wants to speak another protocol, with what came behind it. */
export type Upgrader = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface FrontDoor extends AsyncDisposable {
  /** Without a trailing slash, as a client on this machine reaches it. */
  url: string
  /** Lets the requests in; those that came earlier have waited. Without `upgrade` all speak HTTP. */
  open(answer: Answerer, upgrade?: Upgrader): void
}

/**
 * Binds the port at once; requests wait until `open`. Disposing it lets requests under way finish, for three seconds.
 * Throws CannotStart when the port is taken or the host is none of this machine's.
 */
export async function bindFrontDoor(
  host: string,
  port: number,
  fault: (line: string) => void,
): Promise<FrontDoor> {
  const { promise: opened, resolve: open } = Promise.withResolvers<Answerer>()
  const { promise: upgrading, resolve: openUpgrades } = Promise.withResolvers<Upgrader>()
  let draining = false
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    void opened
      .then((answer) => answer(wireRequest(request), () => readBody(request)))
      .catch((error: unknown) => {
        if (error !== clientGone) fault(`Gateway: ${wordsOf(error)}`)
        return gatewayReply(500)
      })
      .then((reply) => {
        // A client that keeps its connection would keep the door from closing.
        if (draining) response.setHeader('connection', 'close')
        send(response, reply, fault)
      })
  }
  const server = createServer(
    { maxHeaderSize: headerBytes, requestTimeout: requestMilliseconds, keepAliveTimeout: 75_000 },
    serve,
  )
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredBytes(request) <= bodyBytes) response.writeContinue()
    serve(request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    void upgrading.then((upgrade) => upgrade(request, socket, head))
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CannotStart(bindRefusal(error, host, port))
  }
  let closing: Promise<void> | undefined
  const bound = server.address() as AddressInfo
  return {
    url: `http://${reachable(host)}:${bound.port}`,
    open(answer, upgrade = refuse) {
      open(answer)
      openUpgrades(upgrade)
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    draining = true
    server.close()
    const late = setTimeout(() => server.closeAllConnections(), drainMilliseconds)
    // Whoever waits for the opening waits in vain.
    open(() => Promise.resolve(gatewayReply(503)))
    openUpgrades(refuse)
    await closed
    clearTimeout(late)
  }
}

const refuse: Upgrader = (_request, socket) => refuseUpgrade(socket, 403)

/** Says no to whoever wants to speak another protocol. */
export const refuseUpgrade = (socket: Duplex, status: number) =>
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )

const wireRequest = ({ method = 'GET', url = '/', rawHeaders, httpVersion, socket }: IncomingMessage) => ({
  method,
  target: url,
  rawHeaders,
  httpVersion,
  sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
})

const declaredBytes = (request: IncomingMessage) => Number(request.headers['content-length'] ?? 0)

/** Gives undefined for a body beyond the limit, whose rest is read and dropped so that the client hears of it. */
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
  request.on('close', () => reject(clientGone))
  request.on('error', () => reject(clientGone))
  return promise
}

function send(
  response: ServerResponse,
  { statusCode, headers, body }: Reply,
  fault: (line: string) => void,
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
    // A header that HTTP does not allow.
    fault(`Gateway: ${wordsOf(error)}`)
    if (!response.headersSent) send(response, gatewayReply(500), fault)
  }
}

/** A server on every address is reached on loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

function bindRefusal(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken: stop what runs there, or set PORT.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`
  return `The address ${host} cannot be used (${wordsOf(error)}): set HOST to one of this machine.`
}
