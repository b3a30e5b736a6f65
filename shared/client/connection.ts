import { readFrame, type ServerFrame } from './frames.ts'
import { statusOf } from './connection-refused.ts'

/** Where to connect, and a ticket that is good once. With `fresh` the access token is renewed first. Throws Refused. */
export type TicketSource = (how: {
  fresh: boolean
  signal: AbortSignal
}) => Promise<{ url: string; ticket: string }>
export interface Clock {
  setTimeout(act: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}
/** What is used of a WebSocket, of browsers and Node alike. */
export interface Socket {
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'message' | 'close' | 'error', act: (event: { data?: unknown }) => void): void
}
export interface Means {
  ticket: TicketSource
  clock: Clock
  WebSocket: new (url: string) => Socket
}

/** In milliseconds: how long the other side may be silent where something is due, and how often it is asked for a sign. */
const patience = 10_000
/** The gateway ends a connection on which nothing was sent for ten minutes. */
const betweenPings = 300_000

/** One connection, from its ticket to its end, which is reported once. It never has more than one timer. */
export class Connection {
  readonly #means: Means
  readonly #over = new AbortController()
  readonly #received: (frame: ServerFrame) => void
  readonly #lost: (why: unknown) => void
  #socket: Socket | undefined
  #timer: unknown

  /** `opened` once frames may be sent; `lost` with what ended it, unless that was `end`. */
  constructor(
    means: Means,
    fresh: boolean,
    notify: { opened: () => void; received: (frame: ServerFrame) => void; lost: (why: unknown) => void },
  ) {
    this.#means = means
    this.#received = notify.received
    this.#lost = notify.lost
    this.waiting()
    this.#admitted(fresh).then(
      ({ url, ticket }) => this.#open(`${url}?ticket=${encodeURIComponent(ticket)}`, notify.opened),
      (error: unknown) => this.lose(error),
    )
  }

  /** Aborted when the connection is over. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  send(frame: object): void {
    if (!this.signal.aborted) this.#socket?.send(JSON.stringify(frame))
  }

  /** There was a sign of progress, and the next is due within 10 seconds; else the connection counts as lost. */
  waiting(): void {
    this.#in(patience, () => this.lose(new Error('There was no answer within 10 seconds')))
  }

  /** Nothing is due. From now on a ping every five minutes keeps the connection and finds out whether it is one. */
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
    this.#over.abort()
    this.#means.clock.clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #in(milliseconds: number, act: () => void): void {
    this.#means.clock.clearTimeout(this.#timer)
    if (!this.signal.aborted) this.#timer = this.#means.clock.setTimeout(act, milliseconds)
  }

  /** A token that has expired is renewed once. */
  async #admitted(fresh: boolean) {
    try {
      return await this.#means.ticket({ fresh, signal: this.signal })
    } catch (error) {
      if (fresh || statusOf(error) !== 401 || this.signal.aborted) throw error
      return this.#means.ticket({ fresh: true, signal: this.signal })
    }
  }

  #open(url: string, opened: () => void): void {
    if (this.signal.aborted) return
    try {
      this.#socket = new this.#means.WebSocket(url)
    } catch (error) {
      this.lose(error)
      return
    }
    this.waiting()
    this.#on('open', () => {
      this.waiting()
      opened()
    })
    this.#on('message', ({ data }) => {
      const frame = readFrame(data)
      if (frame?.type === 'pong') this.resting()
      if (frame) this.#received(frame)
    })
    for (const end of ['close', 'error'] as const)
      this.#on(end, () => this.lose(new Error('The connection broke off')))
  }

  #on(type: Parameters<Socket['addEventListener']>[0], act: (event: { data?: unknown }) => void): void {
    this.#socket?.addEventListener(type, (event) => {
      if (!this.signal.aborted) act(event)
    })
  }
}
