import { holds, type Condition } from '../../../shared/db/conditions.ts'
import { indexes, keyNames, type Index, type Item, type Key } from '../../../shared/db/keys.ts'
import type { Change, Query, Update, Write } from '../../../shared/db/requests.ts'
import type { Store } from '../../../shared/db/store.ts'

/**
 * A store in memory with DynamoDB's semantics, for tests with thousands of steps. test/db/conditions.rest.test.ts compares the
 * evaluation of conditions with the emulator. Tests that use this store also run against the emulator, with fewer steps.
 */
export function memoryStore(): Store {
  const items = new Map<string, Item>()
  const at = ({ pk, sk }: Key) => `${pk}\0${sk}`
  const copy = <T>(value: T): T => structuredClone(value)
  const keep = (item: Item) => {
    const given = Object.entries(item).filter(([, value]) => value !== undefined)
    items.set(at(item), copy(Object.fromEntries(given) as Item))
  }
  const met = (when: Condition | undefined, key: Key) => !when || holds(when, items.get(at(key)))

  function carryOut(write: Write | Update) {
    if ('put' in write) keep(write.put)
    else if ('delete' in write) items.delete(at(write.delete))
    else if ('update' in write) keep(changed(items.get(at(write.update)) ?? write.update, write.change))
  }
  const targetOf = (write: Write) =>
    'put' in write
      ? write.put
      : 'delete' in write
        ? write.delete
        : 'update' in write
          ? write.update
          : write.check

  const store: Store = {
    get: (key) => Promise.resolve(copy(items.get(at(key)))),
    batch: (keys) => Promise.resolve(keys.flatMap((key) => copy(items.get(at(key))) ?? [])),
    transactGet: (keys) => Promise.resolve(keys.map((key) => copy(items.get(at(key))))),
    query: async (query) => {
      if (query.index && query.filter) expectProjected(query.index, query.filter)
      return select([...items.values()], query, copy)
    },
    update: (write) => {
      const done = met(write.when, write.update)
      if (done) carryOut(write)
      return Promise.resolve({ done, item: copy(items.get(at(write.update))) })
    },
    commit: async (writes) => {
      if (new Set(writes.map((write) => at(targetOf(write)))).size < writes.length)
        throw new Error('The transaction contains an item twice')
      if (writes.length > 100) throw new Error('The transaction has more than 100 writes')
      const failed = writes.filter((write) => !met(write.when, targetOf(write)))
      if (failed.some(({ onConditionFailed }) => !onConditionFailed)) return 'stale'
      if (failed[0]?.onConditionFailed) throw failed[0].onConditionFailed
      writes.forEach(carryOut)
      return 'done'
    },
  }
  return store
}

function changed(item: Key, { set = {}, initially = {}, add = {}, take = {} }: Change): Item {
  const next: Item = { ...initially, ...item, ...set }
  for (const [name, value] of Object.entries(add))
    next[name] =
      typeof value === 'number'
        ? ((next[name] as number | undefined) ?? 0) + value
        : new Set([...((next[name] as Set<string> | undefined) ?? []), ...value])
  for (const [name, members] of Object.entries(take)) {
    const rest = [...((next[name] as Set<string> | undefined) ?? [])].filter((member) => !members.has(member))
    next[name] = rest.length > 0 ? new Set(rest) : undefined
  }
  return next
}

function select(
  all: Item[],
  { partition, from = '', to = '\uffff', ...query }: Query,
  copy: (item: Item) => Item,
) {
  const [pk, sk] = keyNames(query.index)
  const place = (item: Item) => [item[sk] as string, item.pk, item.sk].join('\0')
  const found = all
    .map((item) => (query.index ? projected(item, query.index) : item))
    .filter((item) => item[pk] === partition && (item[sk] as string) >= from && (item[sk] as string) <= to)
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
  if (query.newestFirst) found.reverse()
  // The start key may be that of an item that is deleted by now.
  const isAfter = (item: Item, start: Item) =>
    query.newestFirst ? place(item) < place(start) : place(item) > place(start)
  const next = query.after ? found.findIndex((item) => isAfter(item, query.after as Item)) : 0
  const start = next < 0 ? found.length : next
  const evaluated = found.slice(start, start + query.limit)
  const matching = evaluated.filter((item) => !query.filter || holds(query.filter, item))
  const last = start + evaluated.length < found.length ? evaluated.at(-1) : undefined
  const keysOnly = (item: Item) => ({ pk: item.pk, sk: item.sk, [sk]: item[sk] })
  const items = query.index ? matching.map(keysOnly) : matching.map(copy)
  return { items: query.count ? [] : items, count: matching.length, last: last && copy(last) }
}

/** The attributes that an index contains: its keys, those of the table, and what it projects. */
const attributesOf = (index: Index): readonly string[] => [...keyNames(), ...keyNames(index), ...indexes[index]]

function projected(item: Item, index: Index): Item {
  const names = attributesOf(index)
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) as Item
}

/** DynamoDB refuses a filter on attributes that the index does not project. */
function expectProjected(index: Index, filter: Condition): void {
  if ('of' in filter) return filter.of.forEach((part) => expectProjected(index, part))
  if (attributesOf(index).includes(filter.attribute)) return
  throw new Error(
    `Secondary index ${index} does not project one or more filter attributes: [${filter.attribute}]`,
  )
}
