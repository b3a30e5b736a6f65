import { openDB, type DBSchema } from 'idb'

interface Schema extends DBSchema {
  signOuts: { key: 'pending'; value: true }
}

/** Not localStorage, which is written late: after the browser's process was killed, the cookie would sign the user in again. */
const database = openDB<Schema>('session', 1, {
  upgrade: (db) => void db.createObjectStore('signOuts'),
  // A tab with a newer version waits for it.
  blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
})
const begin = async () => (await database).transaction('signOuts', 'readwrite', { durability: 'strict' })

/** Keeps that a sign-out is to be sent. On the disk when resolved. Throws a DOMException if there is no room. */
export async function keepSignOut(): Promise<void> {
  const transaction = await begin()
  const written = transaction.store.put(true, 'pending')
  // Commits also if the page is left now (Indexed Database API 3.0, "commit()").
  transaction.commit()
  await Promise.all([written, transaction.done])
}
export async function forgetSignOut(): Promise<void> {
  const { store, done } = await begin()
  await Promise.all([store.delete('pending'), done])
}
/** Whether a sign-out of this browser, in any tab, is to be sent. */
export const isSignOutKept = async (): Promise<boolean> =>
  (await (await database).get('signOuts', 'pending')) ?? false
