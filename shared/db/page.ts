import type { Key } from './keys.ts'

/** Where a page ended: the key of its last record, without the tenant, and where that stands in the index. */
export interface Position extends Key {
  at?: string
}
/** Records, and where to go on after them. */
export class Page<T> {
  readonly records: readonly T[]
  readonly next: Position | undefined
  constructor(records: readonly T[], next?: Position) {
    this.records = records
    this.next = next
  }
  map<U>(view: (record: T) => U): Page<U> {
    return this.flatMap((record) => [view(record)])
  }
  flatMap<U>(view: (record: T) => U[]): Page<U> {
    return new Page(this.records.flatMap(view), this.next)
  }
}
