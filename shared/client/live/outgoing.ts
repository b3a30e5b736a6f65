import type { Channel } from './frames.ts'

/** The maximum number of waiting messages. */
const most = 100
interface Line {
  send(frame: object): void
}

/**
 * Outgoing messages across connections. Channels are kept and subscribed again on each; other messages wait in
 * order for a working connection.
 */
export class Outgoing {
  readonly #wanted: Set<Channel>
  readonly #dropped: ((message: object) => void) | undefined
  #queue: object[] = []
  #line: Line | undefined
  #answered = false

  /** `dropped` receives a message that was discarded to make room for later ones. */
  constructor(channels: readonly Channel[] = [], dropped?: (message: object) => void) {
    this.#wanted = new Set(channels)
    this.#dropped = dropped
  }

  /** A new connection. Returns whether to wait for its response to the channels. */
  opened(line: Line): boolean {
    this.#line = line
    if (this.#wanted.size > 0) line.send({ type: 'subscribe', channels: [...this.#wanted] })
    return this.#wanted.size > 0
  }

  /** The connection accepted its channels. True the first time. */
  answered(): boolean {
    if (this.#answered) return false
    this.#answered = true
    for (const message of this.#queue.splice(0)) this.#line?.send(message)
    return true
  }

  gone(): void {
    this.#line = undefined
    this.#answered = false
  }

  forget(): void {
    this.gone()
    this.#queue = []
  }

  readonly subscribe = (...channels: Channel[]): void => {
    const added = channels.filter((channel) => !this.#wanted.has(channel))
    for (const channel of added) this.#wanted.add(channel)
    if (added.length > 0) this.#line?.send({ type: 'subscribe', channels: added })
  }

  readonly unsubscribe = (...channels: Channel[]): void => {
    const removed = channels.filter((channel) => this.#wanted.delete(channel))
    if (removed.length > 0) this.#line?.send({ type: 'unsubscribe', channels: removed })
  }

  /** Sends any other message. */
  readonly send = (message: object): void => {
    if (this.#answered) this.#line?.send(message)
    else if (this.#queue.push(message) > most) this.#dropped?.(this.#queue.shift() as object)
  }
}
