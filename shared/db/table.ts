import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { notFound, type Refusal } from '../errors.ts'
import { absent, all, any, below, equals, exists, type Condition } from './conditions.ts'
import type { Grant } from './grant.ts'
import {
  agendaKey,
  directoryKey,
  keyNames,
  indexes,
  keyNamesOf,
  partitions,
  type DirectoryKind,
  type Index,
  type IndexKeys,
  type Item,
  type Key,
} from './keys.ts'
import type { Change, Query, Write } from './requests.ts'
import type { Store } from './store.ts'

/**
 * A kind of record: what is stored, where, and under which index. Keys are written without the tenant, which the
 * table adds. `ref` is the schema of what finds a record, some of its fields.
 */
export interface Entity<T extends R, R extends object> {
  noun: string
  schema: z.ZodType<T>
  ref: z.ZodType<R>
  key(ref: R): Key
  index?(record: T): Partial<Record<IndexKeys, Key>>
  /** Second since 1970 at which the record is as good as gone; undefined where it stays. */
  expires?(record: T): number | undefined
}
export const entity = <T extends R, R extends object>(spec: Entity<T, R>) => spec

/** What a record is, as it is read. */
interface Read<T> {
  schema: { parse(item: Item): T }
}

/** Where a page ended: the key of its last record, without the tenant, and where that stands in the index. */
export interface Position extends Key {
  at?: string
}
/** Which records to read: those of a partition, the table's own or an index's, between two sort keys. */
export type Listing = Omit<Query, 'after' | 'count'> & { after?: Position | undefined }
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

/** TransactGetItems takes so many items (API reference). */
const mostTogether = 100

/** How much a filtered list looks at for one page: about half of DynamoDB's megabyte. */
const lookAtMost = 400

/**
 * The table as one tenant sees it. It builds every partition key and index key itself and each begins with the
 * tenant, so no caller can name another's item.
 */
export class TenantTable {
  readonly #store: Store
  readonly #grant: Grant
  /** What was read alone since the last time that somebody asked whether it stood so together. */
  readonly #read = new Map<string, readonly [Key, Item | undefined]>()
  constructor(store: Store, grant: Grant) {
    this.#store = store
    this.#grant = grant
  }
  get #prefix() {
    return `${partitions.tenant}${this.#grant.tenantId}#`
  }
  #own({ pk, sk }: Key): Key {
    return { pk: this.#prefix + pk, sk }
  }
  #keyOf<T extends R, R extends object>(of: Entity<T, R>, ref: R) {
    return this.#own(of.key(ref))
  }

  /** The record, read consistently. Throws "<noun> not found", also for a ref that can be no record's. */
  async get<T extends R, R extends object>(of: Entity<T, R>, ref: R): Promise<T> {
    const record = await this.find(of, ref)
    if (!record) throw notFound(of.noun)
    return record
  }

  async find<T extends R, R extends object>(of: Entity<T, R>, ref: R): Promise<T | undefined> {
    const checked = of.ref.safeParse(ref)
    if (!checked.success) return undefined
    const key = this.#keyOf(of, checked.data)
    const item = await this.#store.get(key)
    // What was read twice and is not the same stood in no one moment beside itself: the first tells.
    const name = `${key.pk}\0${key.sk}`
    if (!this.#read.has(name)) this.#read.set(name, [key, item])
    return item && of.schema.parse(item)
  }

  /**
   * Whether all that `get` and `find` have read since the last time stood so at one moment: it still does. No call where
   * that was one record at most; of more than DynamoDB reads in one transaction it is taken for granted.
   */
  async stoodTogether(): Promise<boolean> {
    const read = [...this.#read.values()]
    this.#read.clear()
    if (read.length < 2 || read.length > mostTogether) return true
    const items = await this.#store.together(read.map(([key]) => key))
    return read.every(([, item], n) => isDeepStrictEqual(item, items[n]))
  }

  /** The records of refs, read consistently, where there are any; a call for each hundred. */
  async many<T extends R, R extends object>(of: Entity<T, R>, refs: readonly R[]): Promise<T[]> {
    if (refs.length === 0) return []
    const items = await this.#store.batch(refs.map((ref) => this.#keyOf(of, ref)))
    return items.map((item) => of.schema.parse(item))
  }

  /**
   * A page: one call for each megabyte. Without a filter it holds `limit` records unless it is the last; with one it
   * is what one call finds, perhaps nothing. From an index it may lag behind the writes by a moment.
   */
  async list<T>(of: Read<T>, listing: Listing): Promise<Page<T>> {
    const page = await this.#call(of, listing)
    const limit = listing.limit - page.records.length
    if (listing.filter || !page.next || limit === 0) return page
    const rest = await this.list(of, { ...listing, limit, after: page.next })
    return new Page([...page.records, ...rest.records], rest.next)
  }

  async #call<T>(of: Read<T>, { partition, limit, after, ...query }: Listing): Promise<Page<T>> {
    const [indexPk, indexSk] = keyNamesOf(query.index)
    const { items, last } = await this.#store.query({
      ...query,
      partition: this.#prefix + partition,
      limit: query.filter ? Math.max(lookAtMost, limit + 1) : limit + 1,
      ...(after && {
        after: {
          ...(query.index && { [indexPk]: this.#prefix + partition, [indexSk]: after.at }),
          ...this.#own(after),
        },
      }),
    })
    const position = ({ pk, sk, [indexSk]: at }: Item): Position => ({
      pk: pk.slice(this.#prefix.length),
      sk,
      ...(query.index && { at: at as string }),
    })
    const shown = items.slice(0, limit)
    const end = items.length > limit ? shown.at(-1) : last
    return new Page(
      shown.map((item) => of.schema.parse(item)),
      end && position(end),
    )
  }

  /** The first `limit` records that the filter lets through, or all there are: a call for each megabyte looked at. */
  async gather<T>(of: Read<T>, listing: Listing): Promise<readonly T[]> {
    const { records, next } = await this.list(of, listing)
    const limit = listing.limit - records.length
    if (!next || limit === 0) return records
    return [...records, ...(await this.gather(of, { ...listing, limit, after: next }))]
  }

  /**
   * The same of records of several kinds that stand in one partition, each kind under the first word of its sort key: all are
   * read as one.
   */
  async family<K extends Record<string, Read<unknown>>>(kinds: K, listing: Listing) {
    const schema = {
      parse: (item: Item) => {
        const kind = item.sk.split('#', 1).join()
        return { kind, record: kinds[kind]?.schema.parse(item) }
      },
    }
    const members = await this.gather({ schema }, listing)
    const ofKind = (wanted: string) => members.filter(({ kind }) => kind === wanted).map(({ record }) => record)
    return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ofKind(kind)])) as {
      [N in keyof K]: ReturnType<K[N]['schema']['parse']>[]
    }
  }

  /** The place of a record in an index, for a listing to go on after it. */
  position<T extends R, R extends object>(of: Entity<T, R>, record: T, index: Index): Position {
    const at = of.index?.(record)[indexes[index].keys]?.sk
    return { ...of.key(record), ...(at !== undefined && { at }) }
  }

  /** How many items stand in a partition, the table's own or an index's, up to `most`. One call for each megabyte. */
  async count({ index, partition }: Pick<Query, 'index' | 'partition'>, most: number): Promise<number> {
    let counted = 0
    let after: Item | undefined
    do {
      const { count, last } = await this.#store.query({
        ...(index && { index }),
        partition: this.#prefix + partition,
        limit: most - counted,
        count: true,
        ...(after && { after }),
      })
      counted += count
      after = last
    } while (after && counted < most)
    return counted
  }

  /** A new record. Where one of that key stands already, the caller decides again with a new id. */
  create<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    return { put: this.#item(of, record), when: absent('pk') }
  }

  /** A new record, or one that takes the place of one that has expired but was not swept yet. */
  renew<T extends R, R extends object>(of: Entity<T, R>, record: T, now: Date): Write {
    return { put: this.#item(of, record), when: any(absent('pk'), below('ttl', seconds(now) + 1)) }
  }

  /** A new record, unless one of that key stands: that one stays as it is, and nothing fails. */
  ensure<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    const { pk, sk, ...attributes } = this.#item(of, record)
    return { update: { pk, sk }, change: { initially: attributes } }
  }

  /**
   * A record's next version. The caller answers with the whole record, so it must be the one that was read, plus
   * the change: any other writer in between makes the caller read and decide again.
   */
  revise<T extends R, R extends object>(
    of: Entity<T, R>,
    current: T & { version: number },
    change: Partial<T>,
  ): { write: Write; record: T & { version: number } } {
    const record = { ...current, ...change, version: current.version + 1 }
    const [before, after] = [this.#item(of, current), this.#item(of, record)]
    // A key that is gone from the item, such as a sparse index's, is set to undefined, which removes it.
    const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
    const set = Object.fromEntries(changed.map((name) => [name, after[name]]))
    const key = this.#keyOf(of, current)
    return { write: { update: key, change: { set }, when: equals('version', current.version) }, record }
  }

  /**
   * Changes a record that was not read: its counters, which add up whoever adds, and its version. Index keys are not
   * renewed. Where there is no such record, or `when` does not hold, the caller decides again, or `orElse` is thrown.
   */
  amend<T extends R, R extends object>(
    of: Entity<T, R>,
    ref: R,
    { add, ...change }: Change,
    { when, orElse }: Pick<Write, 'when' | 'orElse'> = {},
  ): Write {
    return {
      update: this.#keyOf(of, ref),
      change: { ...change, add: { version: 1, ...add } },
      when: all(exists('pk'), ...(when ? [when] : [])),
      ...(orElse && { orElse }),
    }
  }

  /** A member of a transaction that writes nothing: something must hold of a record; else the caller decides again. */
  hold<T extends R, R extends object>(of: Entity<T, R>, ref: R, when: Condition): Write {
    return { check: this.#keyOf(of, ref), when }
  }

  /** Puts a record in place of whatever stands there. */
  put<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    return { put: this.#item(of, record) }
  }

  /** Puts a record in place of the one that stands, where `when` holds of that; else the caller decides again. */
  replace<T extends R, R extends object>(of: Entity<T, R>, record: T, when: Condition): Write {
    return { put: this.#item(of, record), when }
  }

  /** Takes a record away; of a versioned one the very version that was read. */
  remove<T extends R, R extends object>(of: Entity<T, R>, record: R & { version?: number }): Write {
    const { version } = record
    return {
      delete: this.#keyOf(of, record),
      ...(version !== undefined && { when: equals('version', version) }),
    }
  }

  /** Takes back what was entered under a key, if it was: what is older than its kind of entry never had one. */
  withdraw(kind: DirectoryKind, key: string): Write {
    const own = equals('tenant_id', this.#grant.tenantId)
    return { delete: directoryKey(kind, key), when: any(absent('pk'), own) }
  }

  /**
   * Makes this tenant, and `ref` in it, found by `key` from outside; `orElse` where the key is taken. What `expires` (a
   * second since 1970) may be swept then.
   */
  enter(kind: DirectoryKind, key: string, ref: string, orElse?: Refusal, expires?: number): Write {
    const ttl = expires !== undefined && { ttl: expires }
    const put = { ...directoryKey(kind, key), tenant_id: this.#grant.tenantId, ref, ...ttl }
    return { put, when: absent('pk'), ...(orElse && { orElse }) }
  }

  /** As `enter`, also in place of `former`, what the key was last found to lead to; else the caller decides again. */
  reenter(kind: DirectoryKind, key: string, ref: string, former: string | undefined): Write {
    const put = { ...directoryKey(kind, key), tenant_id: this.#grant.tenantId, ref }
    return { put, when: former === undefined ? absent('pk') : equals('ref', former) }
  }

  /**
   * Enters `ref` in the agenda, for the jobs that do what is due: at a moment (in UTC), where it stays for three days.
   * It is never taken out: whoever finds it reads the record, which knows better.
   */
  enterAgenda(moment: string, ref: string): Write {
    const ttl = seconds(new Date(moment)) + 3 * 24 * 3600
    return { put: { ...agendaKey(moment, ref), tenant_id: this.#grant.tenantId, ref, ttl } }
  }

  /** What this tenant entered under a key, if it did. */
  async entered(kind: DirectoryKind, key: string): Promise<string | undefined> {
    const item = await this.#store.get(directoryKey(kind, key))
    return item?.tenant_id === this.#grant.tenantId ? String(item.ref) : undefined
  }

  #item<T extends R, R extends object>(of: Entity<T, R>, record: T): Item {
    const index = Object.entries(of.index?.(record) ?? {}).flatMap(([name, key]) => {
      const [pk, sk] = keyNames(name as IndexKeys)
      const own = this.#own(key)
      return [
        [pk, own.pk],
        [sk, own.sk],
      ]
    })
    const ttl = of.expires?.(record)
    return {
      ...record,
      ...this.#keyOf(of, record),
      ...(Object.fromEntries(index) as Record<string, string>),
      ...(ttl !== undefined && { ttl }),
    }
  }
}

/** Seconds since 1970, as DynamoDB's time to live counts. */
export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
