import type { Refusal } from '../core/errors.ts'
import { absent, all, any, below, equals, exists, type Condition } from './conditions.ts'
import { epochSeconds, expiryAfter, type Entity } from './entity.ts'
import type { Grant } from './grant.ts'
import {
  agendaKey,
  directoryKey,
  keyNames,
  partitions,
  type AgendaEntry,
  type DirectoryKind,
  type Index,
  type Item,
  type Key,
} from './keys.ts'
import type { Change, RecordChange, Write } from './requests.ts'

/**
 * The writes of one tenant. This class builds every partition and index key, and each begins with the tenant, so
 * callers cannot name another tenant's item. Nothing is written here: the writes of a request are committed
 * together (commit.ts).
 */
export class TenantWrites {
  protected readonly tenantId: string
  constructor({ tenantId }: Grant) {
    this.tenantId = tenantId
  }
  protected get prefix() {
    return `${partitions.tenant}${this.tenantId}#`
  }
  protected own({ pk, sk }: Key): Key {
    return { pk: this.prefix + pk, sk }
  }
  protected keyOf<T extends R, R extends object>(of: Entity<T, R>, ref: R) {
    return this.own(of.key(ref))
  }

  /** A new record. If its key exists, the caller decides again with a new id. */
  create<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    return { put: this.#item(of, record), when: absent('pk'), record: this.#new(of, record) }
  }

  /** A new record, which may replace an expired one that is not deleted yet. */
  renew<T extends R, R extends object>(of: Entity<T, R>, record: T, now: Date): Write {
    const when = any(absent('pk'), below('ttl', epochSeconds(now) + 1))
    return { put: this.#item(of, record), when, record: this.#new(of, record) }
  }

  /** A new record, unless its key exists: then that record stays, without an error. */
  ensure<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    const { pk, sk, ...attributes } = this.#item(of, record)
    return { update: { pk, sk }, change: { initially: attributes }, record: this.#new(of, record) }
  }

  /**
   * The next version of a record. The response shows the whole record, so the write requires the version that was
   * read; after a concurrent write the caller reads and decides again.
   */
  updateVersion<T extends R, R extends object>(
    of: Entity<T, R>,
    current: T & { version: number },
    change: Partial<T>,
  ): { write: Write; record: T & { version: number } } {
    const record = { ...current, ...change, version: current.version + 1 }
    const [before, after] = [this.#item(of, current), this.#item(of, record)]
    // An attribute that is absent from the item, such as a sparse index key, is set to undefined, which removes it.
    const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
    const set = Object.fromEntries(changed.map((name) => [name, after[name]]))
    const key = this.keyOf(of, current)
    const changes = { of, ref: current, before: current, after: record, table: this }
    return {
      write: { update: key, change: { set }, when: equals('version', current.version), record: changes },
      record,
    }
  }

  /**
   * Changes a record that was not read: its counters, which add up under concurrent writes, and its version. Index
   * keys are not updated. If there is no such record, or `when` does not hold, the caller decides again, or
   * `onConditionFailed` is thrown.
   */
  patchUnread<T extends R, R extends object>(
    of: Entity<T, R>,
    ref: R,
    { add, ...change }: Change,
    { when, onConditionFailed }: Pick<Write, 'when' | 'onConditionFailed'> = {},
  ): Write {
    const whole = { ...change, add: { version: 1, ...add } }
    return {
      update: this.keyOf(of, ref),
      change: whole,
      record: { of, ref, unread: whole, table: this },
      when: all(exists('pk'), ...(when ? [when] : [])),
      ...(onConditionFailed && { onConditionFailed }),
    }
  }

  /** A condition check in a transaction; if it fails, the caller decides again. */
  conditionCheck<T extends R, R extends object>(of: Entity<T, R>, ref: R, when: Condition): Write {
    return { check: this.keyOf(of, ref), when }
  }

  /** Replaces any existing record. */
  put<T extends R, R extends object>(of: Entity<T, R>, record: T): Write {
    return { put: this.#item(of, record), record: this.#new(of, record) }
  }

  /** Replaces the record if `when` holds for it; otherwise the caller decides again. */
  replace<T extends R, R extends object>(of: Entity<T, R>, record: T, when: Condition): Write {
    return { put: this.#item(of, record), when, record: this.#new(of, record) }
  }

  /** Deletes a record; a versioned one only in the version that was read. */
  remove<T extends R, R extends object>(of: Entity<T, R>, record: R & { version?: number }): Write {
    const { version } = record
    return {
      delete: this.keyOf(of, record),
      record: { of, ref: record, before: record, table: this },
      ...(version !== undefined && { when: equals('version', version) }),
    }
  }

  /** Deletes a directory entry, if it exists: some records were created before this kind of entry. */
  deleteDirectoryEntry(kind: DirectoryKind, key: string): Write {
    const own = equals('tenant_id', this.tenantId)
    return { delete: directoryKey(kind, key), when: any(absent('pk'), own) }
  }

  /**
   * Adds a directory entry that leads from `key` to this tenant and `ref`; `onConditionFailed` if the key is
   * taken. The entry may be deleted after `expires` (a second since 1970).
   */
  putDirectoryEntry(
    kind: DirectoryKind,
    key: string,
    ref: string,
    onConditionFailed?: Refusal,
    expires?: number,
  ): Write {
    const ttl = expires !== undefined && { ttl: expires }
    const put = { ...directoryKey(kind, key), tenant_id: this.tenantId, ref, ...ttl }
    return { put, when: absent('pk'), ...(onConditionFailed && { onConditionFailed }) }
  }

  /**
   * As `putDirectoryEntry`, but may replace `former`, the last known target; otherwise the caller decides again.
   */
  replaceDirectoryEntry(kind: DirectoryKind, key: string, ref: string, former: string | undefined): Write {
    const put = { ...directoryKey(kind, key), tenant_id: this.tenantId, ref }
    return { put, when: former === undefined ? absent('pk') : equals('ref', former) }
  }

  /** Adds or replaces an entry of the agenda of scheduled jobs, where it stays for three days unless it is removed. */
  putAgendaEntry(entry: Omit<AgendaEntry, 'tenant_id'>): Write {
    const ttl = expiryAfter(3, new Date(entry.from))
    return { put: { ...agendaKey(entry.from, entry.ref), ...entry, tenant_id: this.tenantId, ttl } }
  }
  removeAgendaEntry({ from, ref }: Pick<AgendaEntry, 'from' | 'ref'>): Write {
    return { delete: agendaKey(from, ref) }
  }

  #new<T extends R, R extends object>(of: Entity<T, R>, record: T): RecordChange {
    return { of, ref: record, after: record, table: this }
  }

  #item<T extends R, R extends object>(of: Entity<T, R>, record: T): Item {
    const index = Object.entries(of.index?.(record) ?? {}).flatMap(([name, key]) => {
      const [pk, sk] = keyNames(name as Index)
      const own = this.own(key)
      return [
        [pk, own.pk],
        [sk, own.sk],
      ]
    })
    const ttl = of.expires?.(record)
    return {
      ...record,
      ...this.keyOf(of, record),
      ...(Object.fromEntries(index) as Record<string, string>),
      ...(ttl !== undefined && { ttl }),
    }
  }
}
