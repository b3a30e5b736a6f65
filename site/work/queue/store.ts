import type { PersistedClient } from '@tanstack/query-persist-client-core'
import { openDB, type DBSchema } from 'idb'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import type { Entry } from './entry.ts'
import { open, seal, type Keys, type SealedEntry } from './seal.ts'

/** The user of a phone. */
export interface Worker {
  id: string
  email: string
  role: Role
}

/** The keys of the queue of a user, until they sign out. */
interface UserKeys {
  user: string
  keys: Keys
}

interface Schema extends DBSchema {
  /** Of an earlier version of the page, or from before the keys could be read, they are not sealed. */
  entries: { key: number; value: Entry | SealedEntry; indexes: { user: string } }
  /** The last reads of each user, for when there is no connection. */
  reads: { key: string; value: PersistedClient }
  /** The user of the phone. Not in localStorage, which is written late: it would be lost with the browser's process. */
  workers: { key: 'current' | 'keys'; value: Worker | UserKeys }
}

/** The queue of all users of this phone. It survives updates of the page: a new version of it only adds. */
const database = openDB<Schema>('work', 1, {
  upgrade(db) {
    db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'user')
    db.createObjectStore('reads')
    db.createObjectStore('workers')
  },
  // A tab with a newer version waits for it.
  blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
})

let keys: Keys = new Map()
/** Entries that were opened, by their place in the queue: photos are large. */
const opened = new Map<number, { iv: Uint8Array; entry: Entry }>()
/** Seals and opens entries with these keys from now on; with none, nothing is opened. */
export function useKeys(given: Keys): void {
  keys = given
  opened.clear()
}
async function openOnce(stored: Entry | SealedEntry): Promise<Entry[]> {
  if (!('sealed' in stored)) return [stored]
  const { iv } = stored.sealed.content
  const before = opened.get(stored.seq)
  const isSame = before && isEqual(before.iv, iv)
  const entry = isSame ? before.entry : await open(stored, keys).catch(() => undefined)
  if (!entry) return []
  opened.set(stored.seq, { iv, entry })
  return [entry]
}
const isEqual = (some: Uint8Array, others: Uint8Array) => some.every((byte, n) => byte === others[n])

/** Stores an entry at the end. Throws a DOMException (QuotaExceededError) if the phone has no room. */
export async function append(entry: Omit<Entry, 'seq'>): Promise<void> {
  const sealed = await seal(entry, keys)
  // Without relaxed durability: stored entries survive the end of the browser's process and of the phone's power.
  const transaction = (await database).transaction('entries', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.add(sealed as Entry | SealedEntry), transaction.done])
}
/** The entries of a user that can be opened, in order, and whether these are all. */
export async function entriesOf(user: string): Promise<{ entries: Entry[]; isWhole: boolean }> {
  const stored = await (await database).getAllFromIndex('entries', 'user', user)
  const entries = (await Promise.all(stored.map(openOnce))).flat()
  return { entries, isWhole: entries.length === stored.length }
}
/** Seals the entries of a user that are not, or with an older key. */
export async function sealEntries(user: string): Promise<void> {
  const [newest] = keys.keys()
  const stored = await (await database).getAllFromIndex('entries', 'user', user)
  const others = stored.filter((one) => !('sealed' in one) || one.sealed.key !== newest)
  await update((await Promise.all(others.map(openOnce))).flat())
}
/** How many entries of other users wait on this phone. */
export const waitingOfOthers = async (user: string): Promise<number> =>
  (await (await database).getAll('entries')).filter((one) => one.user !== user && one.state === 'waiting')
    .length
/** Writes changed entries, all or none. */
export async function update(entries: readonly Entry[]): Promise<void> {
  const sealed = await Promise.all(entries.map((entry) => seal(entry, keys)))
  const transaction = (await database).transaction('entries', 'readwrite', { durability: 'strict' })
  await Promise.all([...sealed.map((entry) => transaction.store.put(entry)), transaction.done])
}
export async function remove(entries: readonly Entry[]): Promise<void> {
  const transaction = (await database).transaction('entries', 'readwrite')
  await Promise.all([...entries.map(({ seq }) => transaction.store.delete(seq)), transaction.done])
  for (const { seq } of entries) opened.delete(seq)
}

/** The kept keys of a user; undefined if there are none. */
export async function keptKeys(user: string): Promise<Keys | undefined> {
  const kept = (await (await database).get('workers', 'keys')) as UserKeys | undefined
  return kept?.user === user ? kept.keys : undefined
}
export async function keepKeys(user: string, keys: Keys): Promise<void> {
  await (await database).put('workers', { user, keys }, 'keys')
}

export const keptWorker = async () => (await (await database).get('workers', 'current')) as Worker | undefined
export async function keepWorker(worker: Worker): Promise<void> {
  const transaction = (await database).transaction('workers', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.put(worker, 'current'), transaction.done])
}
/** Deletes who has used this phone, the keys of their queue and what they have read, after a sign-out here or in the console. Their queue stays, sealed. */
export async function forgetWorker(): Promise<void> {
  const transaction = (await database).transaction(['workers', 'reads'], 'readwrite', { durability: 'strict' })
  const deletions = [transaction.objectStore('workers').clear(), transaction.objectStore('reads').clear()]
  await Promise.all([...deletions, transaction.done])
}

export const forgetReads = async (user: string) => (await database).delete('reads', user)
/** The reads of a user (TanStack Query's persister). */
export const readsOf = (user: string) => ({
  persistClient: async (client: PersistedClient) => {
    // What was read stays if it could not be read again; an error has headers, which the database does not take.
    const queries = client.clientState.queries.map((query) => ({
      ...query,
      state: { ...query.state, status: 'success' as const, error: null, fetchFailureReason: null },
    }))
    const kept = { ...client, clientState: { ...client.clientState, queries } }
    // If the phone has no room, what waits has it first.
    await (await database).put('reads', kept, user).catch(() => undefined)
  },
  restoreClient: async () => (await database).get('reads', user),
  removeClient: () => forgetReads(user),
})
