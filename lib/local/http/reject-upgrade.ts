import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from './response.ts'

/** Rejects a WebSocket handshake with an HTTP response and closes the connection. */
export function rejectUpgrade(socket: Duplex, { statusCode, headers, body }: HttpResponse): void {
  const lines = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${String(body)}`)
}
