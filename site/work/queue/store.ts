import type { PersistedClient } from '@tanstack/query-persist-client-core'
import { openDB, type DBSchema } from 'idb'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import type { Entry } from './entry.ts'

/** The user of a phone. */
export interface Worker {
  id: string
  email: string
  role: Role
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { user: string } }
  /** The last reads of each user, for when there is no connection. */
  reads: { key: string; value: PersistedClient }
  /** The user of the phone. Not in localStorage, which is written late: it would be lost with the browser's process. */
  workers: { key: 'current'; value: Worker }
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

/** Stores an entry at the end. Throws a DOMException (QuotaExceededError) if the phone has no room. */
export async function append(entry: Omit<Entry, 'seq'>): Promise<void> {
  // Without relaxed durability: stored entries survive the end of the browser's process and of the phone's power.
  const transaction = (await database).transaction('entries', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.add(entry as Entry), transaction.done])
}
/** The entries of a user, in order. */
export const entriesOf = async (user: string): Promise<Entry[]> =>
  (await database).getAllFromIndex('entries', 'user', user)
/** How many entries of other users wait on this phone. */
export const waitingOfOthers = async (user: string): Promise<number> =>
  (await (await database).getAll('entries')).filter((one) => one.user !== user && one.state === 'waiting')
    .length
/** Writes changed entries, all or none. */
export async function update(entries: readonly Entry[]): Promise<void> {
  const transaction = (await database).transaction('entries', 'readwrite', { durability: 'strict' })
  await Promise.all([...entries.map((entry) => transaction.store.put(entry)), transaction.done])
}
export async function remove(entries: readonly Entry[]): Promise<void> {
  const transaction = (await database).transaction('entries', 'readwrite')
  await Promise.all([...entries.map(({ seq }) => transaction.store.delete(seq)), transaction.done])
}

export const keptWorker = async () => (await database).get('workers', 'current')
export async function keepWorker(worker: Worker): Promise<void> {
  const transaction = (await database).transaction('workers', 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.store.put(worker, 'current'), transaction.done])
}
/** Deletes who has used this phone and what they have read, after a sign-out here or in the console. Their queue stays. */
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
