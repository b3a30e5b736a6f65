import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { frameWatch } from './frames.ts'

/** In milliseconds. */
export interface SocketLimits {
  /** Without a message in either direction. */
  idle: number
  /** From the handshake on. */
  connection: number
  /** A client that has not answered one ping by the next is gone. */
  ping: number
}

/** API Gateway developer guide, "Quotas"; the pings are ours. */
export const awsSocketLimits: SocketLimits = { idle: 600_000, connection: 7_200_000, ping: 30_000 }

/** What a client does not read waits in memory, up to this; then it takes no further post. */
const maxBufferedBytes = 1024 * 1024
/** How long a client may take to answer a close frame. */
const closeMilliseconds = 1000
/** So many messages wait for the function before no more are read. */
const maxWaiting = 16
/** A timer beyond this would fire at once. */
const longestTimer = 2 ** 31 - 1

/** Whose socket it is; moments in epoch milliseconds. */
export interface Caller {
  /** In the form of API Gateway's: base64 that ends in `=`. */
  id: string
  connectedAt: number
  identity: { sourceIp: string; userAgent: string }
  /** Of the address that it asked for. */
  host: string
}

export interface Connection {
  caller: Caller
  lastActiveAt(): number
  /** Sends a text; 'busy' where the client does not read what it was sent, 'gone' where the connection closes. */
  post(text: string): 'sent' | 'busy' | 'gone'
  end(code: number, reason?: string): void
  isOpen(): boolean
  /** Settles when the socket is closed by either side and all earlier messages are handled. */
  closed: Promise<{ code: number; reason: string }>
}

/**
 * Keeps an open socket within the quotas of API Gateway: too large a frame or message closes it (1009), so does a binary
 * one (1003, "API Gateway doesn't support binary frames in incoming message payloads"), and idleness or age (1001).
 * `take` gets the messages, each when it is done with the one before; it must not reject.
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
      // What is not read is no answer that fails to come.
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

  // Before the socket's own listener: what is too large is known before it is a message.
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
  // A broken frame; the socket closes itself.
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
