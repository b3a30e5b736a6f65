import { isDeepStrictEqual } from 'node:util'
import { notFound, type Noun } from '../core/refusals.ts'
import { partOn } from './conditions.ts'
import type { Entity } from './entity.ts'
import type { Grant } from './grant.ts'
import { readEntries } from './index-entries.ts'
import {
  directoryKey,
  itemName,
  indexes,
  keyNames,
  type DirectoryKind,
  type Index,
  type Item,
  type Key,
} from './keys.ts'
import { Page, type PageRequest, type Position } from './page.ts'
import { parseItem, parseReadable, type ErrorLog, type Read } from './parse-items.ts'
import type { Query } from './requests.ts'
import type { Store } from './store.ts'
import { TenantWrites } from './tenant-writes.ts'

/** The records to read: a partition of the table or of an index, between two sort keys. */
export type Listing = Omit<Query, 'after' | 'count' | 'limit'> & PageRequest

/** The maximum number of items of TransactGetItems (API reference). */
const maxPerCall = 100

/** The number of items that a filtered list reads per page: about half of DynamoDB's megabyte. */
const lookAtMost = 400

/**
 * The table as one tenant sees it: reads, and writes. A read fails if an item does not match its schema, unless it is
 * told to skip such items.
 */
export class TenantTable extends TenantWrites {
  readonly #store: Store
  readonly #grant: Grant
  readonly #log: ErrorLog
  /** Items that were read individually since the last check of the read set. */
  readonly #read = new Map<string, readonly [Key, Item | undefined]>()
  constructor(store: Store, grant: Grant, log: ErrorLog) {
    super(grant)
    this.#store = store
    this.#grant = grant
    this.#log = log
  }

  /** The same table with a read set of its own, for a part of a request. */
  forPart(): TenantTable {
    return new TenantTable(this.#store, this.#grant, this.#log)
  }

  /** The record, read consistently. Throws "<noun> not found", also for a malformed ref. */
  async get<T extends R, R extends object>(of: Entity<T, R, Noun>, ref: R): Promise<T> {
    const record = await this.find(of, ref)
    if (!record) throw notFound(of.noun)
    return record
  }

  async find<T extends R, R extends object>(of: Entity<T, R>, ref: R): Promise<T | undefined> {
    const checked = of.ref.safeParse(ref)
    if (!checked.success) return undefined
    const key = this.keyOf(of, checked.data)
    const item = await this.#store.get(key)
    // If an item is read twice, its first value is kept: if the second differs, the check of the read set fails.
    const name = itemName(key)
    if (!this.#read.has(name)) this.#read.set(name, [key, item])
    return item && parseItem(of, item)
  }

  /**
   * True if all items read since the last call still match in one TransactGetItems. Skipped below 2 and above 100
   * items.
   */
  async isReadSetCurrent(): Promise<boolean> {
    const read = [...this.#read.values()]
    this.#read.clear()
    if (read.length < 2 || read.length > maxPerCall) return true
    const items = await this.#store.transactGet(read.map(([key]) => key))
    return read.every(([, item], n) => isDeepStrictEqual(item, items[n]))
  }

  /** The existing records of refs, read consistently, in calls of a hundred. */
  async many<T extends R, R extends object>(
    of: Entity<T, R>,
    refs: readonly R[],
    how: Pick<PageRequest, 'skipUnreadable'> = {},
  ): Promise<T[]> {
    return this.#parse(of, await this.#store.batch(refs.map((ref) => this.keyOf(of, ref))), how)
  }

  #parse<T>(of: Read<T>, items: readonly Item[], { skipUnreadable = false }: Partial<PageRequest>): T[] {
    return skipUnreadable
      ? parseReadable(of, items, this.#log, this.tenantId)
      : items.map((item) => parseItem(of, item))
  }

  /**
   * A page, in one query per megabyte; an index leads to keys, whose records one more call per hundred reads. Without a
   * filter it holds `limit` records unless it is the last; with a filter it is the result of one query, possibly
   * empty. An index may lag behind the writes, but a record is never listed where it is not any more.
   */
  async list<T>(of: Read<T>, listing: Listing): Promise<Page<T>> {
    const page = await this.#call(of, listing)
    const limit = listing.limit - page.records.length
    if (listing.filter || !page.next || limit === 0) return page
    const rest = await this.list(of, { ...listing, limit, after: page.next })
    return new Page([...page.records, ...rest.records], rest.next)
  }

  async #call<T>(
    of: Read<T>,
    { index, partition, limit, after, filter, skipUnreadable = false, ...query }: Listing,
  ): Promise<Page<T>> {
    const [indexPk, indexSk] = keyNames(index)
    // An index evaluates a filter as far as it has the attributes; the records are read for the rest.
    const known = index && filter ? partOn(indexes[index], filter) : filter
    const whole = this.prefix + partition
    const { items: found, last } = await this.#store.query({
      ...query,
      partition: whole,
      limit: filter ? Math.max(lookAtMost, limit + 1) : limit + 1,
      ...(index && { index }),
      ...(known && { filter: known }),
      ...(after && {
        after: {
          ...(index && { [indexPk]: whole, [indexSk]: after.at }),
          ...this.own(after),
        },
      }),
    })
    const { items, unread } = index
      ? await readEntries(this.#store, found, { index, partition: whole, limit, filter })
      : { items: found, unread: 0 }
    const position = ({ pk, sk, [indexSk]: at }: Item): Position => ({
      pk: pk.slice(this.prefix.length),
      sk,
      ...(index && { at: at as string }),
    })
    const shown = items.slice(0, limit)
    const end = items.length > limit || unread > 0 ? shown.at(-1) : last
    return new Page(this.#parse(of, shown, { skipUnreadable }), end && position(end))
  }

  /** The first `limit` records that pass the filter, or all: one call per megabyte read. */
  async listAll<T>(of: Read<T>, listing: Listing): Promise<readonly T[]> {
    const { records, next } = await this.list(of, listing)
    const limit = listing.limit - records.length
    if (!next || limit === 0) return records
    return [...records, ...(await this.listAll(of, { ...listing, limit, after: next }))]
  }

  /** Records of several kinds in one partition, by the first word of their sort key, read as one list. */
  async listByKind<K extends Record<string, Read<unknown>>>(kinds: K, listing: Listing) {
    const schema = {
      parse: (item: Item) => {
        const kind = item.sk.split('#', 1).join()
        const of = kinds[kind]
        return { kind, record: of && parseItem(of, item) }
      },
    }
    const members = await this.listAll({ noun: Object.keys(kinds).join(), schema }, listing)
    const ofKind = (wanted: string) => members.filter(({ kind }) => kind === wanted).map(({ record }) => record)
    return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ofKind(kind)])) as {
      [N in keyof K]: ReturnType<K[N]['schema']['parse']>[]
    }
  }

  /** The position of a record in an index, to continue a listing after it. */
  position<T extends R, R extends object>(of: Entity<T, R>, record: T, index: Index): Position {
    const at = of.index?.(record)[index]?.sk
    return { ...of.key(record), ...(at !== undefined && { at }) }
  }

  /** The number of items in a partition of the table or of an index, up to `most`. One call per megabyte. */
  async count({ index, partition }: Pick<Query, 'index' | 'partition'>, most: number): Promise<number> {
    let counted = 0
    let after: Item | undefined
    do {
      const { count, last } = await this.#store.query({
        ...(index && { index }),
        partition: this.prefix + partition,
        limit: most - counted,
        count: true,
        ...(after && { after }),
      })
      counted += count
      after = last
    } while (after && counted < most)
    return counted
  }

  /** The entry of this tenant under a key, if any. */
  async findDirectoryEntry(kind: DirectoryKind, key: string): Promise<string | undefined> {
    const item = await this.#store.get(directoryKey(kind, key))
    return item?.tenant_id === this.tenantId ? String(item.ref) : undefined
  }
}
