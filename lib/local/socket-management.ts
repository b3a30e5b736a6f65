import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebSocket } from 'ws'
import { loopbackServer } from './loopback-server.ts'
import type { Who } from './socket-events.ts'

/** API Gateway's quota for a message. */
export const mostBytes = 128 * 1024
/** What may wait for a peer that does not read; AWS says nothing of its own bound. */
const mostWaiting = 1024 * 1024
/** How long a closing peer may take to say so too, in milliseconds. */
const patience = 1000

export interface Connection {
  who: Who
  socket: WebSocket
  /** Milliseconds since 1970: when something was last sent or received. */
  lastActiveAt: number
}
export interface Connections {
  add(who: Who, socket: WebSocket): Connection
  find(id: string): Connection | undefined
  remove(id: string): void
  closeAll(): void
}

/** Who is connected at the moment. */
export function openConnections(): Connections {
  const all = new Map<string, Connection>()
  return {
    add(who, socket) {
      const connection = { who, socket, lastActiveAt: Date.now() }
      all.set(who.connectionId, connection)
      return connection
    },
    find: (id) => all.get(id),
    remove: (id) => void all.delete(id),
    closeAll() {
      for (const { socket } of all.values()) close(socket, 1001)
    },
  }
}

function close(socket: WebSocket, code: number) {
  socket.close(code)
  setTimeout(() => socket.terminate(), patience).unref()
}

/**
 * The management API of a WebSocket API, on loopback for anyone (API Gateway developer guide, "Use @connections commands in
 * your backend service").
 */
export const serveConnections = (connections: Connections) =>
  loopbackServer((request, response) => {
    // A caller that breaks off is not answered.
    manage(connections, request, response).catch(() => response.destroy())
  })

async function manage(connections: Connections, request: IncomingMessage, response: ServerResponse) {
  const { status, type, body } = await answerTo(connections, request)
  if (type !== undefined) response.setHeader('x-amzn-errortype', type)
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(type === undefined ? body : { message: type }))
}

interface Managed {
  status: number
  type?: string
  body?: object
}

async function answerTo(connections: Connections, request: IncomingMessage): Promise<Managed> {
  const [, id = ''] = /\/@connections\/([^/?]+)$/.exec(request.url ?? '') ?? []
  const connection = connections.find(decodeURIComponent(id))
  if (connection?.socket.readyState !== 1) return { status: 410, type: 'GoneException' }
  const { socket, who, lastActiveAt } = connection
  if (request.method === 'DELETE') {
    close(socket, 1000)
    return { status: 204 }
  }
  if (request.method === 'GET') {
    const { sourceIp, userAgent, connectedAt } = who
    const iso = (moment: number) => new Date(moment).toISOString()
    const moments = { connectedAt: iso(connectedAt), lastActiveAt: iso(lastActiveAt) }
    return { status: 200, body: { ...moments, identity: { sourceIp, userAgent } } }
  }
  const message = await buffer(request)
  if (message.length > mostBytes) return { status: 413, type: 'PayloadTooLargeException' }
  if (socket.bufferedAmount > mostWaiting) return { status: 429, type: 'LimitExceededException' }
  connection.lastActiveAt = Date.now()
  socket.send(message, { binary: false })
  return { status: 200 }
}
