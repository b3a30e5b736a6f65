import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { frameWatch } from './frames.ts'

/** In milliseconds. */
export interface SocketLimits {
  /** Idle timeout: no message in either direction. */
  idle: number
  /** Maximum duration, from the handshake. */
  connection: number
  /** Interval of pings. A connection without a pong since the last ping is terminated. */
  ping: number
}

/** API Gateway developer guide, "Quotas". The ping interval is not AWS's: it detects lost clients. */
export const awsSocketLimits: SocketLimits = { idle: 600_000, connection: 7_200_000, ping: 30_000 }

/** The send buffer of a client that reads slowly. Further posts are rejected. */
const maxBufferedBytes = 1024 * 1024
/** How long to wait for the client's close frame. */
const closeMilliseconds = 1000
/** Messages queued for the function, before reading from the socket pauses. */
const maxWaiting = 16
/** Node.js fires a timer with a longer delay immediately. */
const longestTimer = 2 ** 31 - 1

/** The client of a connection. */
export interface Caller {
  /** Connection id in API Gateway's format: base64 that ends in `=`. */
  id: string
  /** Epoch milliseconds. */
  connectedAt: number
  identity: { sourceIp: string; userAgent: string }
  /** The `Host` header of the handshake. */
  host: string
}

export interface Connection {
  caller: Caller
  /** Epoch milliseconds. */
  lastActiveAt(): number
  /** Sends a text message. 'busy': the send buffer is full. 'gone': the connection is closed or closing. */
  post(text: string): 'sent' | 'busy' | 'gone'
  end(code: number, reason?: string): void
  isOpen(): boolean
  /** Settles when the socket is closed by either side and all earlier messages are handled. */
  closed: Promise<{ code: number; reason: string }>
}

/**
 * Enforces API Gateway's quotas on an open socket. It closes with 1009 on an oversized frame or message, with 1003 on a
 * binary one ("API Gateway doesn't support binary frames in incoming message payloads"), and with 1001 when idle or
 * expired. Messages are passed to `take` one at a time; it must not reject.
 */
export function keepConnection(
  caller: Caller,
  { socket, stream }: { socket: WebSocket; stream: Duplex },
  limits: SocketLimits,
  take: (text: string) => Promise<void>,
): Connection {
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<{ code: number; reason: string }>()
  let lastActiveAt = caller.connectedAt
  let ended: { code: number; reason: string } | undefined
  let waiting = 0
  let worked: Promise<unknown> = Promise.resolve()
  let answered = true

  const timer = (milliseconds: number) =>
    setTimeout(() => end(1001, 'Going away'), Math.min(milliseconds, longestTimer))
  const [idle, age] = [timer(limits.idle), timer(limits.connection)]
  const pings = setInterval(
    () => {
      // While reading is paused, pongs cannot arrive.
      if (!answered && !socket.isPaused) {
        socket.terminate()
        return
      }
      answered = false
      if (isOpen()) socket.ping()
    },
    Math.min(limits.ping, longestTimer),
  )

  const isOpen = () => socket.readyState === socket.OPEN
  function active() {
    lastActiveAt = Date.now()
    idle.refresh()
  }
  function end(code: number, reason = '') {
    if (!isOpen()) return
    ended = { code, reason }
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeMilliseconds).unref()
  }

  // Runs before the listener of `ws`, so that an oversized message is detected before it is assembled.
  const tooMuch = frameWatch()
  stream.prependListener('data', (chunk: Buffer) => tooMuch(chunk) && end(1009, 'Message too long'))
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isOpen()) return
    if (isBinary) {
      end(1003, 'Binary frames are not supported')
      return
    }
    active()
    if (++waiting >= maxWaiting) socket.pause()
    worked = worked.then(async () => {
      await take(data.toString())
      if (--waiting < maxWaiting && socket.isPaused) socket.resume()
    })
  })
  socket.on('pong', () => (answered = true))
  // `ws` closes the socket after an invalid frame.
  socket.on('error', () => undefined)
  socket.on('close', (code, reason) => {
    clearTimeout(idle)
    clearTimeout(age)
    clearInterval(pings)
    void worked.then(() => setClosed(ended ?? { code, reason: reason.toString() }))
  })

  return {
    caller,
    lastActiveAt: () => lastActiveAt,
    post(text) {
      if (!isOpen()) return 'gone'
      if (socket.bufferedAmount > maxBufferedBytes) return 'busy'
      active()
      socket.send(text)
      return 'sent'
    },
    end,
    isOpen,
    closed,
  }
}
