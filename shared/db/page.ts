import type { Key } from './keys.ts'

/** The position where a page ended: the key of its last record, without the tenant, and its index key. */
export interface Position extends Key {
  at?: string
}
/** The page that a client wants. */
export interface PageRequest {
  limit: number
  after?: Position | undefined
  /** Leave out records that cannot be read, and log each: for lists that are shown, not for decisions. */
  skipUnreadable?: boolean
}
/** A page of records, and the position to continue from. */
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
