import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Reply } from './reply.ts'

/** Answers a request for a socket as one that gets none, and closes its connection. */
export function refuseUpgrade(socket: Duplex, { statusCode, headers, body }: Reply): void {
  const lines = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${String(body)}`)
}
