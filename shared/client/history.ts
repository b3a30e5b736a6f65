import type { LiveEvent } from './frames.ts'

/** How many ids are remembered, and how many events are held back at most. */
const most = 1000

/**
 * What has been seen of the events: each is delivered once. While what was missed is fetched, what arrives live is held back,
 * and comes after it in the order of the events' numbers.
 */
export class History {
  readonly #deliver: (event: LiveEvent) => void
  readonly #seen = new Set<string>()
  #held: Map<string, LiveEvent> | undefined
  #last: { id: string; number: number } | undefined

  /** `after` is the id of the last event that was seen before, if any. */
  constructor(deliver: (event: LiveEvent) => void, after: string | undefined) {
    this.#deliver = deliver
    if (after !== undefined) this.#last = { id: after, number: -Infinity }
  }

  /** The id of the latest event that was delivered: what was missed comes after it. */
  get last(): string | undefined {
    return this.#last?.id
  }

  /** From now on live events are held back. Those of a connection before are let go: they come again from the feed. */
  hold(): void {
    this.#held = new Map()
  }

  /** Something that arrived live. False where too much is held back already. */
  live(event: LiveEvent): boolean {
    if (!this.#held) this.missed(event)
    else if (this.#held.size < most) this.#held.set(event.id, event)
    else return false
    return true
  }

  /** Something out of the feed, which gives the oldest first. */
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

  /** Nothing is missing any more: what was held back is delivered, until `over`, and what arrives is so at once. */
  release(over: AbortSignal): void {
    for (const event of [...(this.#held?.values() ?? [])].sort((a, b) => a.number - b.number))
      if (!over.aborted) this.missed(event)
    if (!over.aborted) this.#held = undefined
  }
}
