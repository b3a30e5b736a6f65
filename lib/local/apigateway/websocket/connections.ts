import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { quotaDetector } from './frames.ts'

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
const maxQueuedMessages = 16
/** Node.js fires a timer with a longer delay immediately. */
const maxTimerMilliseconds = 2 ** 31 - 1

/** The client of a connection. */
export interface Client {
  /** Connection id in API Gateway's format: base64 that ends in `=`. */
  id: string
  /** Epoch milliseconds. */
  connectedAt: number
  identity: { sourceIp: string; userAgent: string }
  /** The `Host` header of the handshake. */
  host: string
}

export interface Connection {
  client: Client
  /** Epoch milliseconds. */
  lastActiveAt(): number
  /** Sends a text message. 'busy': the send buffer is full. 'gone': the connection is closed or closing. */
  post(text: string): 'sent' | 'busy' | 'gone'
  close(code: number, reason?: string): void
  isOpen(): boolean
  /** Settles when the socket is closed by either side and all earlier messages are handled. */
  closed: Promise<{ code: number; reason: string }>
}

/**
 * Enforces API Gateway's quotas on an open socket. It closes with 1009 on an oversized frame or message, with 1003 on a
 * binary one ("API Gateway doesn't support binary frames in incoming message payloads"), and with 1001 when idle or
 * expired. Messages are passed to `onMessage` one at a time; it must not reject.
 */
export function manageConnection(
  client: Client,
  { socket, stream }: { socket: WebSocket; stream: Duplex },
  limits: SocketLimits,
  onMessage: (text: string) => Promise<void>,
): Connection {
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<{ code: number; reason: string }>()
  let lastActiveAt = client.connectedAt
  let closeReason: { code: number; reason: string } | undefined
  let queuedMessages = 0
  let processed: Promise<unknown> = Promise.resolve()
  let pongReceived = true

  const timer = (milliseconds: number) =>
    setTimeout(() => close(1001, 'Going away'), Math.min(milliseconds, maxTimerMilliseconds))
  const [idleTimer, expiry] = [timer(limits.idle), timer(limits.connection)]
  const pings = setInterval(
    () => {
      // While reading is paused, pongs cannot arrive.
      if (!pongReceived && !socket.isPaused) {
        socket.terminate()
        return
      }
      pongReceived = false
      if (isOpen()) socket.ping()
    },
    Math.min(limits.ping, maxTimerMilliseconds),
  )

  const isOpen = () => socket.readyState === socket.OPEN
  function markActive() {
    lastActiveAt = Date.now()
    idleTimer.refresh()
  }
  function close(code: number, reason = '') {
    if (!isOpen()) return
    closeReason = { code, reason }
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeMilliseconds).unref()
  }

  // Runs before the listener of `ws`, so that an oversized message is detected before it is assembled.
  const exceedsQuota = quotaDetector()
  stream.prependListener('data', (chunk: Buffer) => exceedsQuota(chunk) && close(1009, 'Message too long'))
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isOpen()) return
    if (isBinary) {
      close(1003, 'Binary frames are not supported')
      return
    }
    markActive()
    if (++queuedMessages >= maxQueuedMessages) socket.pause()
    processed = processed.then(async () => {
      await onMessage(data.toString())
      if (--queuedMessages < maxQueuedMessages && socket.isPaused) socket.resume()
    })
  })
  socket.on('pong', () => (pongReceived = true))
  // `ws` closes the socket after an invalid frame.
  socket.on('error', () => undefined)
  socket.on('close', (code, reason) => {
    clearTimeout(idleTimer)
    clearTimeout(expiry)
    clearInterval(pings)
    void processed.then(() => setClosed(closeReason ?? { code, reason: reason.toString() }))
  })

  return {
    client,
    lastActiveAt: () => lastActiveAt,
    post(text) {
      if (!isOpen()) return 'gone'
      if (socket.bufferedAmount > maxBufferedBytes) return 'busy'
      markActive()
      socket.send(text)
      return 'sent'
    },
    close,
    isOpen,
    closed,
  }
}
