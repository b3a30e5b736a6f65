/** Entries in the order of the UTF-8 bytes of their names, as DynamoDB sorts the items of a partition. */
export class SortedEntries<T> {
  readonly #names: Buffer[] = []
  readonly #entries: T[] = []

  get length(): number {
    return this.#names.length
  }
  at(position: number): T | undefined {
    return this.#entries[position]
  }
  set(name: string, entry: T): void {
    const bytes = Buffer.from(name)
    const position = this.#position(bytes)
    const isPresent = this.#names[position]?.equals(bytes) ? 1 : 0
    this.#names.splice(position, isPresent, bytes)
    this.#entries.splice(position, isPresent, entry)
  }
  delete(name: string): void {
    const bytes = Buffer.from(name)
    const position = this.#position(bytes)
    if (!this.#names[position]?.equals(bytes)) return
    this.#names.splice(position, 1)
    this.#entries.splice(position, 1)
  }
  /** The number of entries with a name before this one. With `inclusive`, including those with this name. */
  before(name: string, inclusive = false): number {
    const bytes = Buffer.from(name)
    const position = this.#position(bytes)
    return inclusive && this.#names[position]?.equals(bytes) ? position + 1 : position
  }

  #position(bytes: Buffer): number {
    let [low, high] = [0, this.#names.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (Buffer.compare(this.#names[middle] ?? bytes, bytes) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
