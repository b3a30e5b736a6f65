import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { isDeepStrictEqual } from 'node:util'
import { exists, holds, type Condition } from '../../../shared/db/conditions.ts'
import { indexes, itemName, keyNames, type Index, type Item, type Key } from '../../../shared/db/keys.ts'
import { keyOf, type Change, type Query, type Update, type Write } from '../../../shared/db/requests.ts'
import type { Store } from '../../../shared/db/store.ts'
import { itemSize, limits, type AttributeMap } from './item-size.ts'
import { SortedEntries } from './sorted-entries.ts'

/** An item as DynamoDB stores it, with its size in bytes. */
interface Stored {
  attributes: AttributeMap
  size: number
}
/** A change of an item, as the table's stream has it. */
export interface StoredChange {
  key: Key
  before: AttributeMap | undefined
  after: AttributeMap | undefined
}
export interface MemoryStoreOptions {
  /** Awaited before and after each operation, when others may run. */
  turn?: (operation: keyof Store) => Promise<unknown>
  /** How many of the changes that an index does not contain yet it contains from now on; by default all. */
  catchUp?: (waiting: number) => number
  /** Called with the changes of each write. */
  onChange?: (changes: readonly StoredChange[]) => void
}

export interface MemoryStore extends Store {
  /** All items. */
  items(): Item[]
}

/**
 * A store in memory with DynamoDB's documented behaviour: keys in the order of their bytes, pages by number and size, limits,
 * conditions, transactions, projections. test/db/engines.test.ts runs the same programs on this store and on an engine.
 */
export function memoryStore({
  turn = async () => undefined,
  catchUp = (waiting) => waiting,
  onChange,
}: MemoryStoreOptions = {}): MemoryStore {
  const items = new Map<string, Stored>()
  const tables = Object.fromEntries(
    ['', ...Object.keys(indexes)].map((index) => [index, new Map<string, SortedEntries<Stored>>()]),
  ) as Record<Index | '', Map<string, SortedEntries<Stored>>>

  const attributesOf = (key: Key) => items.get(itemName(checkedKey(key)))?.attributes
  const read = (key: Key) => {
    const attributes = attributesOf(key)
    return attributes && (unmarshall(attributes) as Item)
  }

  /** Changes that the indexes do not contain yet. */
  const waiting: (() => void)[] = []
  function place(index: Index | '', before: AttributeMap | undefined, after: AttributeMap | undefined): void {
    const partitions = tables[index]
    const [was, is] = [before, after].map((attributes) => attributes && entryOf(attributes, index))
    if (was && (was.partition !== is?.partition || was.name !== is.name))
      partitions.get(was.partition)?.delete(was.name)
    if (!is) return
    const partition = partitions.get(is.partition) ?? new SortedEntries<Stored>()
    partitions.set(is.partition, partition)
    partition.set(is.name, { attributes: is.attributes, size: itemSize(is.attributes) })
  }

  function store(key: Key, after: AttributeMap | undefined): StoredChange {
    const name = itemName(key)
    const before = items.get(name)?.attributes
    place('', before, after)
    for (const index of Object.keys(indexes) as Index[]) waiting.push(() => place(index, before, after))
    if (after) items.set(name, { attributes: after, size: itemSize(after) })
    else items.delete(name)
    return { key, before, after }
  }
  /** A write that changes nothing has no record in the stream (developer guide, "Change data capture for DynamoDB Streams"). */
  const publish = (changes: readonly StoredChange[]) => {
    const actual = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after))
    if (actual.length > 0) onChange?.(actual)
  }

  /** What a write leaves, after the checks of DynamoDB. */
  function outcomeOf(write: Write): AttributeMap | undefined {
    if ('put' in write) return checkedItem(write.put)
    if ('delete' in write) return undefined
    if ('update' in write) return checkedItem(changed(read(write.update) ?? { ...write.update }, write))
    return attributesOf(write.check)
  }

  const operations: Store = {
    async get(key) {
      return read(key)
    },
    async batch(keys) {
      expectDifferent(keys, 'BatchGetItem')
      return keys.flatMap((key) => read(key) ?? [])
    },
    async transactGet(keys) {
      expectDifferent(keys, 'TransactGetItems')
      if (keys.length > 100) throw invalid('The transaction has more than 100 reads')
      return keys.map(read)
    },
    async query(query) {
      const index = query.index ?? ''
      if (query.index) for (const update of waiting.splice(0, catchUp(waiting.length))) update()
      if (query.limit < 1) throw invalid('Limit must be at least 1')
      if (query.index && query.filter) expectProjected(query.index, query.filter)
      return page(tables[index].get(query.partition) ?? new SortedEntries(), query)
    },
    async update(write) {
      expectExpression(write)
      const before = read(write.update)
      if (write.when && !holds(write.when, before)) return { done: false, item: before }
      const change = store(write.update, outcomeOf(write))
      publish([change])
      return { done: true, item: change.after && (unmarshall(change.after) as Item) }
    },
    async commit(writes) {
      expectDifferent(writes.map(keyOf), 'TransactWriteItems')
      if (writes.length === 0 || writes.length > 100) throw invalid('A transaction has 1 to 100 writes')
      const size = writes.reduce(
        (sum, write) => sum + ('put' in write ? itemSize(toAttributes(write.put)) : 0),
        0,
      )
      if (size > limits.transaction) throw invalid('The transaction has more than 4 MB')
      for (const write of writes) if ('update' in write) expectExpression(write)
      const failed = writes.filter((write) => {
        const when = 'check' in write ? (write.when ?? exists('pk')) : write.when
        return when && !holds(when, read(keyOf(write)))
      })
      if (failed.some(({ onConditionFailed }) => !onConditionFailed)) return 'stale'
      if (failed[0]?.onConditionFailed) throw failed[0].onConditionFailed
      // All outcomes before the first write: a transaction that is refused leaves nothing.
      const outcomes = writes.map((write) => [write, cancelling(() => outcomeOf(write))] as const)
      publish(outcomes.flatMap(([write, after]) => ('check' in write ? [] : store(keyOf(write), after))))
      return 'done'
    },
  }
  const all = () => [...items.values()].map(({ attributes }) => unmarshall(attributes) as Item)
  const taking = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      async (...given: never[]) => {
        await turn(name as keyof Store)
        const result = await (operation as (...given: never[]) => Promise<unknown>)(...given)
        await turn(name as keyof Store)
        return result
      },
    ]),
  ) as unknown as Store
  return { ...taking, items: all }
}

const toAttributes = (item: object): AttributeMap => marshall(item, { removeUndefinedValues: true })
const invalid = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', $metadata: {}, message })

/** In a transaction, an item that DynamoDB refuses cancels it. */
function cancelling<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException)) throw error
    const CancellationReasons = [{ Code: 'ValidationError', Message: error.message }]
    throw new TransactionCanceledException({ message: error.message, $metadata: {}, CancellationReasons })
  }
}

function expectDifferent(keys: readonly Key[], operation: string): void {
  if (new Set(keys.map(itemName)).size < keys.length) throw invalid(`${operation}: an item is there twice`)
}

function checkedKey(key: Key): Key {
  for (const [name, most] of [['pk', limits.partitionKey] as const, ['sk', limits.sortKey] as const]) {
    const bytes = Buffer.byteLength(key[name])
    if (bytes === 0 || bytes > most) throw invalid(`The key ${name} must have 1 to ${most} bytes, not ${bytes}`)
  }
  return key
}

function checkedItem(item: Item): AttributeMap {
  checkedKey(item)
  for (const index of Object.keys(indexes) as Index[])
    for (const name of keyNames(index)) {
      const value = item[name]
      if (value !== undefined && (typeof value !== 'string' || value === ''))
        throw invalid(`The index key ${name} must be a text that is not empty`)
    }
  const attributes = toAttributes(item)
  if (itemSize(attributes) > limits.item) throw invalid('The item has more than 400 KB')
  return attributes
}

/** DynamoDB checks an update's expression before its condition. */
function expectExpression({ change: { set = {}, initially = {}, add = {}, take = {} } }: Update): void {
  const named = [set, initially, add, take].flatMap(Object.keys)
  if (new Set(named).size < named.length) throw invalid('Two document paths overlap with each other')
  if (named.some((name) => name === 'pk' || name === 'sk'))
    throw invalid('Cannot update an attribute that is part of the key')
}

/** An item after an update (DynamoDB developer guide, "Update expressions"). */
function changed(item: Item, { change }: Update): Item {
  const { set = {}, initially = {}, add = {}, take = {} } = change
  const next: Item = { ...initially, ...item, ...set }
  for (const [name, value] of Object.entries(add)) next[name] = sum(next[name], value)
  for (const [name, members] of Object.entries(take)) {
    const before = next[name]
    if (before === undefined) continue
    if (!(before instanceof Set)) throw invalid(`An operand of DELETE has another type than ${name}`)
    const rest = new Set([...(before as Set<string>)].filter((member) => !members.has(member)))
    next[name] = rest.size > 0 ? rest : undefined
  }
  return next
}

function sum(before: unknown, value: NonNullable<Change['add']>[string]): unknown {
  if (before === undefined) return value
  if (typeof value === 'number' && typeof before === 'number') return before + value
  if (typeof value !== 'number' && before instanceof Set) return new Set([...(before as Set<string>), ...value])
  throw invalid('An operand of ADD has another type than the attribute')
}

/** Where an item stands in the table or in an index, and what is stored there; undefined if it is not in the index. */
function entryOf(attributes: AttributeMap, index: Index | '') {
  const [pk, sk] = keyNames(index)
  const [partition, place] = [attributes[pk]?.S, attributes[sk]?.S]
  if (partition === undefined || place === undefined) return undefined
  const name = index ? nameIn(index, unmarshall(attributes)) : place
  return { partition, name, attributes: index ? projected(attributes, index) : attributes }
}

/** The name of an item among those of its partition. The order of equal sort keys of an index is not defined. */
const nameIn = (index: Index | '', item: Record<string, unknown>) =>
  index ? [item[keyNames(index)[1]], item['pk'], item['sk']].join('\0') : (item['sk'] as string)

/** The attributes that an index contains: its keys, those of the table, and what it projects. */
const contentOf = (index: Index): readonly string[] => [...keyNames(), ...keyNames(index), ...indexes[index]]
const projected = (attributes: AttributeMap, index: Index): AttributeMap =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => contentOf(index).includes(name)))

/** DynamoDB refuses a filter on attributes that the index does not project. */
function expectProjected(index: Index, filter: Condition): void {
  if ('of' in filter) return filter.of.forEach((part) => expectProjected(index, part))
  if (contentOf(index).includes(filter.attribute)) return
  throw invalid(
    `One or more parameter values were invalid: Secondary index ${index} does not project one or more filter attributes: [${filter.attribute}]`,
  )
}

/** One call of Query: at most `limit` items or 1 MB, before the filter. */
function page(entries: SortedEntries<Stored>, { index: of, from, to, ...query }: Query) {
  const index = of ?? ''
  const [pk, sk] = keyNames(index)
  const start = from === undefined ? 0 : entries.before(from)
  // The name of an index entry goes on after its sort key.
  const end =
    to === undefined ? entries.length : index ? entries.before(`${to}\0\u{10ffff}`) : entries.before(to, true)
  const after = query.after && nameIn(index, query.after)
  const [first, step] = query.newestFirst ? [end - 1, -1] : [start, 1]
  const resumed =
    after === undefined
      ? first
      : query.newestFirst
        ? Math.min(first, entries.before(after) - 1)
        : Math.max(first, entries.before(after, true))
  const found: Item[] = []
  let [read, size, last] = [0, 0, undefined as Item | undefined]
  for (let at = resumed; at >= start && at < end; at += step) {
    const { attributes, size: bytes } = entries.at(at) as Stored
    const item = unmarshall(attributes) as Item
    read++
    size += bytes
    if (!query.filter || holds(query.filter, item)) found.push(item)
    // A page that is full has a `last`, even if it is the end of the list.
    if (read < query.limit && size < limits.page) continue
    last = Object.fromEntries([...keyNames(), pk, sk].map((name) => [name, item[name]])) as Item
    break
  }
  const keysOnly = (item: Item) => ({ pk: item.pk, sk: item.sk, [sk]: item[sk] })
  const items = index ? found.map(keysOnly) : found
  return { items: query.count ? [] : items, count: found.length, last }
}
