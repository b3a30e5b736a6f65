import type { LiveEvent } from './frames.ts'

/** The number of ids to remember, and the maximum number of buffered events. */
const most = 1000

/**
 * Delivers each event once. While missed events are fetched, live ones are buffered, and delivered after them in
 * the order of their numbers.
 */
export class History {
  readonly #deliver: (event: LiveEvent) => void
  readonly #seen = new Set<string>()
  #held: Map<string, LiveEvent> | undefined
  #last: { id: string; number: number } | undefined

  /** `after` is the id of the last event seen before, if any. */
  constructor(deliver: (event: LiveEvent) => void, after: string | undefined) {
    this.#deliver = deliver
    if (after !== undefined) this.#last = { id: after, number: -Infinity }
  }

  /** The id of the latest delivered event: missed events come after it. */
  get last(): string | undefined {
    return this.#last?.id
  }

  /** Starts buffering live events. Those of an earlier connection are dropped: the feed has them. */
  hold(): void {
    this.#held = new Map()
  }

  /** A live event. False if the buffer is full. */
  live(event: LiveEvent): boolean {
    if (!this.#held) this.missed(event)
    else if (this.#held.size < most) this.#held.set(event.id, event)
    else return false
    return true
  }

  /** An event of the feed, oldest first. */
  missed(event: LiveEvent): void {
    this.#held?.delete(event.id)
    if (this.#seen.has(event.id)) return
    this.#seen.add(event.id)
    for (const oldest of this.#seen) {
      if (this.#seen.size <= most) break
      this.#seen.delete(oldest)
    }
    if (event.number > (this.#last?.number ?? -Infinity)) this.#last = { id: event.id, number: event.number }
    this.#deliver(event)
  }

  /** Delivers the buffered events, and live ones directly from then on. Stops when `over` is aborted. */
  release(over: AbortSignal): void {
    for (const event of [...(this.#held?.values() ?? [])].sort((a, b) => a.number - b.number))
      if (!over.aborted) this.missed(event)
    if (!over.aborted) this.#held = undefined
  }
}
