import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { inject, expect, test } from 'vitest'
import { clientConfig } from '../../shared/config/clients.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { dynamoClient } from '../../shared/db/client.ts'
import { absent, atLeast, below, contains, equals, exists, sizeBelow } from '../../shared/db/conditions.ts'
import { indexes, keyNames, type Item } from '../../shared/db/keys.ts'
import type { Change, Query, Update, Write } from '../../shared/db/requests.ts'
import { dynamoStore, type Store } from '../../shared/db/store.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { report, seed, size } from '../support/suite/proof.ts'
import { seconds } from '../support/suite/time.ts'

// The same programs on the store in memory and on an engine: every operation has the same result. What DynamoDB does not define
// is left out of the comparison: the order of a batch and of equal sort keys of an index.
const environment = inject('environment')
Object.assign(process.env, environment)
const engine = dynamoStore(
  dynamoClient(clientConfig({ ...environment, AWS_ENDPOINT_URL_DYNAMODB: inject('dynamodb') }, 'DYNAMODB')),
  environment['TABLE_NAME'] ?? '',
)

/** UTF-16 sorts the last two the other way round. */
const texts = ['a', 'a#b', 'é', '\uffff', '🛫'] as const
const text = fc.constantFrom(...texts)
const key = fc.record({ pk: fc.constantFrom('one', 'one', 'two'), sk: text })
const members = fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((list) => new Set<string>(list))
const number = fc.constantFrom(0, -1, 1, 7, 1.5, 1e15)
const place = {
  gsi1pk: fc.constantFrom('list', 'list', 'other'),
  gsi1sk: text,
  gsi2pk: fc.constant('group'),
  gsi2sk: text,
}
const attributes = {
  status: fc.oneof(text, fc.constant(''), number),
  count: number,
  tags: members,
  labels: members,
  search: text,
  note: fc.oneof(
    fc.constant(null),
    fc.constant(undefined),
    fc.boolean(),
    fc.array(text),
    fc.dictionary(text, number),
  ),
}
const item = fc.oneof(
  fc.record({ ...place, ...attributes }, { requiredKeys: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] }),
  fc.record({ ...place, ...attributes }, { requiredKeys: [] }),
)

const condition = fc.oneof(
  fc.constant(exists('pk')),
  fc.constant(absent('pk')),
  fc.constantFrom('status', 'tags', 'missing').map(exists),
  fc.constantFrom('status', 'search').map(absent),
  text.map((value) => equals('status', value)),
  number.map((value) => atLeast('count', value)),
  text.map((value) => below('search', value)),
  text.map((value) => contains('tags', value)),
  fc.nat(3).map((value) => sizeBelow('tags', value)),
)
const change: fc.Arbitrary<Change> = fc.record(
  {
    set: fc.record({ ...place, ...attributes }, { requiredKeys: [] }),
    initially: fc.record({ first: text }, { requiredKeys: ['first'] }),
    add: fc.oneof(
      number.map((count) => ({ count })),
      members.map((tags) => ({ tags })),
      // Of another type, or set as well.
      fc.constant({ status: 1 }),
    ),
    take: members.map((labels) => ({ labels })),
  },
  { requiredKeys: ['initially'] },
)
const moved = (change: Change, at: Place): Change => ({ ...change, ...(change.set && { set: at(change.set) }) })
/** The included emulator lets a transaction name an attribute twice in an update; AWS refuses it. */
const once = ({ set = {}, add = {}, take = {}, ...rest }: Change): Change => ({
  ...rest,
  add,
  take,
  set: Object.fromEntries(Object.entries(set).filter(([name]) => !(name in { ...add, ...take }))),
})
/** Of a transaction with an invalid write and a failed condition, engines report one or the other. */
const valid = ({ add, ...rest }: Change): Change => ({ ...rest, ...(add && !('status' in add) && { add }) })
const guard = fc.option(condition, { nil: undefined, freq: 2 })
/** Moves the partitions of keys and items, of the table and its indexes, to those of the program. */
type Place = <T extends object>(fields: T) => T
type Run<T> = (given: T, store: Store, at: Place) => Promise<unknown>
interface Operation {
  run: (store: Store, at: Place) => Promise<unknown>
}
/** Operations with their arguments, which a counterexample shows. */
const operations = <T>(name: string, given: fc.Arbitrary<T>, run: Run<T>): fc.Arbitrary<Operation> =>
  given.map((one) => ({
    run: (store, at) => run(one, store, at),
    [fc.toStringMethod]: () => `${name} ${fc.stringify(one)}`,
  }))

const write = fc.tuple(
  fc.constantFrom('put', 'put', 'update', 'delete', 'check'),
  ...([key, item, change, guard, fc.boolean()] as const),
)
/** Of an item that is there twice, an engine may report the condition first. */
const writes = fc.uniqueArray(write, {
  minLength: 1,
  maxLength: 5,
  selector: ([, { pk, sk }]) => JSON.stringify([pk, sk]),
})
const commit = operations('commit', writes, (all, store, at) => {
  const isGuarded = all.some(([kind, , , , when]) => kind === 'check' || when !== undefined)
  return store.commit(
    all.map(([kind, key, item, change, when, refuses], n): Write => {
      const guards = {
        ...(when && { when }),
        ...(refuses && {
          onConditionFailed: new Refusal({ code: 'conflict', reason: 'no', message: `member ${n}` }),
        }),
      }
      if (kind === 'put') return { put: at({ ...item, ...key }), ...guards }
      if (kind === 'update')
        return { update: at(key), change: moved(once(isGuarded ? valid(change) : change), at), ...guards }
      return kind === 'delete' ? { delete: at(key), ...guards } : { check: at(key), ...guards }
    }),
  )
})
const update = operations('update', fc.tuple(key, change, guard), ([key, change, when], store, at) =>
  store.update({ update: at(key), change: moved(change, at), ...(when && { when }) } satisfies Update),
)
const get = operations('get', key, (key, store, at) => store.get(at(key)))
const keys = fc.array(key, { minLength: 1, maxLength: 6 })
const batch = operations('batch', keys, async (keys, store, at) => {
  const found = await store.batch(keys.map(at))
  return found.map((item) => JSON.stringify(plain(item))).sort()
})
const transactGet = operations('transactGet', keys, (keys, store, at) => store.transactGet(keys.map(at)))
const places = [
  { partition: 'one' },
  { partition: 'one' },
  { partition: 'two' },
  { index: 'gsi1', partition: 'list' } as const,
  { index: 'gsi2', partition: 'group' } as const,
] satisfies Pick<Query, 'index' | 'partition'>[]
const query = operations(
  'query',
  fc
    .tuple(
      fc.constantFrom<Pick<Query, 'index' | 'partition'>>(...places),
      fc.record(
        {
          from: text,
          to: text,
          newestFirst: fc.boolean(),
          count: fc.boolean(),
          limit: fc.integer({ min: 1, max: 6 }),
          filter: fc.oneof(
            text.map((value) => contains('search', value)),
            text.map((value) => equals('status', value)),
            fc.constant(exists('search')),
          ),
        },
        { requiredKeys: ['limit'] },
      ),
    )
    .map(([where, how]) => ({ ...where, ...how })),
  ({ index, from, to, filter, ...rest }, store, at) => {
    // An engine may refuse a filter on what an index does not project only where it finds items (lists.test.ts).
    const isProjected =
      !index || (filter && 'attribute' in filter && indexes[index].includes(filter.attribute as never))
    const [low, high] =
      from !== undefined && to !== undefined && Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0
        ? [to, from]
        : [from, to]
    const { pk: partition } = at({ pk: rest.partition })
    return walk(store, {
      ...rest,
      partition,
      ...(index && { index }),
      ...(filter && isProjected && { filter }),
      ...(low !== undefined && { from: low }),
      ...(high !== undefined && { to: high }),
    })
  },
)

/** All pages of a query: the number of items of each, and all items, those with an equal sort key in the order of their keys. */
async function walk(store: Store, query: Query) {
  const [, sk] = keyNames(query.index)
  const pages: number[] = []
  const found: Item[] = []
  let after: Item | undefined
  do {
    const { items, count, last } = await store.query({ ...query, ...(after && { after }) })
    expect(last && Object.keys(last).sort()).toEqual(
      last && [...new Set([...keyNames(), ...keyNames(query.index)])].sort(),
    )
    pages.push(count)
    found.push(...items)
    after = last
  } while (after)
  const order = found.map((item) => item[sk])
  // A page that is full may be followed by an empty one at the end of the list, whatever its filter has left of it.
  while (pages.at(-1) === 0) pages.pop()
  return {
    // A filter sees other items first where sort keys are equal.
    ...(!query.index && { pages }),
    order,
    items: found.map((item) => JSON.stringify(plain(item))).sort(),
  }
}

/** A value without the order of sets and keys. */
function plain(value: unknown): unknown {
  if (value instanceof Set) return { set: [...(value as Set<string>)].sort() }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, plain(part)]),
  )
}

/** The result, or what was thrown: a refusal of the caller, or the name of DynamoDB's error. */
async function outcomeOf(operation: Operation, store: Store, at: Place) {
  try {
    return plain(await operation.run(store, at))
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message }
    // DynamoDB Local reports the invalid write of a transaction as that of the request.
    return { error: (error as Error).name.replace('TransactionCanceledException', 'ValidationException') }
  }
}

/** Programs at a time; each has partitions of its own. */
const sideBySide = 3
const operation = fc.oneof(
  { weight: 5, arbitrary: commit },
  { weight: 3, arbitrary: update },
  { weight: 2, arbitrary: query },
  get,
  batch,
  transactGet,
)
test(
  'a program has the same results in memory and in DynamoDB',
  { timeout: seconds(size(60, 1200)) },
  async () => {
    const runs = Number(process.env.PROGRAMS ?? size(60, 10_000))
    let count = 0
    const compare = (seed: number) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 20, maxLength: 40, size: 'max' }),
          async (program) => {
            const memory = memoryStore()
            const prefix = randomUUID()
            const at: Place = (fields) => {
              const partitions = Object.entries(fields).filter(([name]) => name.endsWith('pk'))
              return {
                ...fields,
                ...Object.fromEntries(partitions.map(([name, value]) => [name, `${prefix}#${value}`])),
              }
            }
            for (const [step, operation] of program.entries()) {
              const [here, there] = [
                await outcomeOf(operation, memory, at),
                await outcomeOf(operation, engine, at),
              ]
              expect(here, `step ${step}`).toEqual(there)
              count++
            }
          },
        ),
        // A failure is reported with the shortest program that is found in this time.
        {
          seed,
          numRuns: Math.ceil(runs / sideBySide),
          plugins: [fc.interruptAfterTimeLimit(seconds(size(30, 1100)))],
        },
      )
    await Promise.all(Array.from({ length: sideBySide }, (_, n) => compare(seed + n)))
    report(
      'Store in memory',
      'The store in memory and the engine have the same results',
      `${runs} programs with ${count} operations: no difference`,
    )
  },
)
