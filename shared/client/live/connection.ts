import type { Clock } from '../clock.ts'
import { readFrames, type ServerFrame } from './frames.ts'
import { statusOf } from './connection-refused.ts'

/**
 * Requests an address and a single-use ticket. With `fresh` the access token is renewed first. Throws Refused.
 */
export type TicketSource = (how: {
  fresh: boolean
  signal: AbortSignal
}) => Promise<{ url: string; ticket: string }>
/** The part of WebSocket that is used: that of browsers and Node.js, and of the package `ws`, which declares it otherwise. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(type: 'message', act: (event: { data?: unknown }) => void): void
  addEventListener(type: 'open' | 'close' | 'error', act: () => void): void
}
export interface ConnectionDependencies {
  ticket: TicketSource
  clock: Clock
  WebSocket: new (url: string) => Socket
}

/** In milliseconds: how long an expected response may take, and the interval of pings. */
const responseTimeout = 10_000
/** The gateway closes connections that are idle for ten minutes. */
const betweenPings = 300_000

/** In seconds: how long before its expiry a connection is renewed, and the shortest time for which that is worth a try. */
const [renewalMargin, minRenewal] = [45, 20]

/**
 * One connection, from its ticket to its end, which is reported once. It has one timer for the next step and one for its
 * renewal.
 */
export class Connection {
  readonly #dependencies: ConnectionDependencies
  readonly #closing = new AbortController()
  readonly #received: (frame: ServerFrame) => void
  readonly #lost: (why: unknown) => void
  #socket: Socket | undefined
  #timer: unknown
  #renewal: unknown
  #isRenewing = false

  /** Calls `opened` once frames may be sent, and `lost` with the reason when the connection ends, unless by `end`. */
  constructor(
    dependencies: ConnectionDependencies,
    fresh: boolean,
    notify: { opened: () => void; received: (frame: ServerFrame) => void; lost: (why: unknown) => void },
  ) {
    this.#dependencies = dependencies
    this.#received = notify.received
    this.#lost = notify.lost
    this.waiting()
    this.#admitted(fresh).then(
      ({ url, ticket }) => this.#open(`${url}?batch=true&ticket=${encodeURIComponent(ticket)}`, notify.opened),
      (error: unknown) => this.lose(error),
    )
  }

  /** Aborted when the connection ends. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  send(frame: object): void {
    if (!this.signal.aborted) this.#socket?.send(JSON.stringify(frame))
  }

  /** Progress: the next step is due within 10 seconds, or the connection counts as lost. */
  waiting(): void {
    this.#in(responseTimeout, () => this.lose(new Error('There was no answer within 10 seconds')))
  }

  /** Idle: from now on a ping every five minutes keeps the connection alive and detects a lost one. */
  resting(): void {
    this.#in(betweenPings, () => {
      this.waiting()
      this.send({ type: 'ping' })
    })
  }

  lose(why: unknown): void {
    if (this.signal.aborted) return
    this.end()
    this.#lost(why)
  }

  end(): void {
    this.#closing.abort()
    this.#dependencies.clock.clearTimeout(this.#timer)
    this.#dependencies.clock.clearTimeout(this.#renewal)
    this.#socket?.close()
  }

  #in(milliseconds: number, act: () => void): void {
    this.#dependencies.clock.clearTimeout(this.#timer)
    if (!this.signal.aborted) this.#timer = this.#dependencies.clock.setTimeout(act, milliseconds)
  }

  /**
   * Renews the connection with a ticket of a new token. Without one, the service closes the connection in time; if it
   * refuses, because the user has another role by now, the connection is lost, and the next one has the new role.
   */
  #renewBefore(seconds: number | undefined): void {
    const { clock, ticket } = this.#dependencies
    clock.clearTimeout(this.#renewal)
    this.#isRenewing = false
    if (seconds === undefined || seconds < minRenewal) return
    const renew = () =>
      ticket({ fresh: true, signal: this.signal }).then(
        (fresh) => {
          this.#isRenewing = true
          this.send({ type: 'renew', ticket: fresh.ticket })
        },
        () => undefined,
      )
    const pause = Math.max(seconds - renewalMargin, seconds / 2)
    this.#renewal = clock.setTimeout(() => void renew(), pause * 1000)
  }

  /** An expired token is renewed once. */
  async #admitted(fresh: boolean) {
    try {
      return await this.#dependencies.ticket({ fresh, signal: this.signal })
    } catch (error) {
      if (fresh || statusOf(error) !== 401 || this.signal.aborted) throw error
      return this.#dependencies.ticket({ fresh: true, signal: this.signal })
    }
  }

  #open(url: string, opened: () => void): void {
    if (this.signal.aborted) return
    try {
      this.#socket = new this.#dependencies.WebSocket(url)
    } catch (error) {
      this.lose(error)
      return
    }
    this.waiting()
    this.#socket.addEventListener('open', () => {
      if (this.signal.aborted) return
      this.waiting()
      opened()
    })
    this.#socket.addEventListener('message', ({ data }) => {
      for (const frame of readFrames(data)) {
        if (this.signal.aborted) return
        if (frame.type === 'pong') this.resting()
        if ('expires_in' in frame) this.#renewBefore(frame.expires_in)
        if (frame.type === 'error' && this.#isRenewing) this.lose(new Error(frame.message))
        else this.#received(frame)
      }
    })
    for (const end of ['close', 'error'] as const)
      this.#socket.addEventListener(end, () => this.lose(new Error('The connection broke off')))
  }
}
