import { holds, type Condition } from './conditions.ts'
import { itemName, keyNames, type Index, type Item } from './keys.ts'
import type { Store } from './store.ts'

/** The maximum number of items of one BatchGetItem (API reference). */
const maxPerCall = 100

/** A partition of an index, and which of its items are wanted. */
interface Entries {
  index: Index
  partition: string
  limit: number
  filter?: Condition | undefined
}

/**
 * Reads the items that entries of an index lead to, in their order, and keeps those that pass the filter: at least
 * `limit`, or all, and then none is `unread`. An index lags behind its table, so an item that is deleted by now, or has
 * another place in the index, is skipped. With a filter, the entries of one call are read first.
 */
export async function readEntries(
  store: Pick<Store, 'batch'>,
  entries: readonly Item[],
  listed: Entries,
): Promise<{ items: Item[]; unread: number }> {
  const { limit, filter } = listed
  const first = filter ? Math.max(limit, maxPerCall) : limit
  const passing = async (some: readonly Item[]) =>
    (await current(store, listed, some)).filter((item) => !filter || holds(filter, item))
  const items = await passing(entries.slice(0, first))
  const rest = entries.slice(first)
  if (items.length >= limit) return { items, unread: rest.length }
  return { items: [...items, ...(await passing(rest))], unread: 0 }
}

/** The read is not consistent, which costs half as much: the index may lag in any case. */
async function current(
  store: Pick<Store, 'batch'>,
  { index, partition }: Entries,
  entries: readonly Item[],
): Promise<Item[]> {
  // While an item moves within an index, it may have two entries; BatchGetItem refuses a key twice.
  const keys = new Map(entries.map(({ pk, sk }) => [itemName({ pk, sk }), { pk, sk }]))
  const items = new Map((await store.batch([...keys.values()], false)).map((item) => [itemName(item), item]))
  const [pk, sk] = keyNames(index)
  return entries.flatMap((entry) => {
    const item = items.get(itemName(entry))
    return item && item[pk] === partition && item[sk] === entry[sk] ? [item] : []
  })
}
