import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { all, contains, equals, type Condition } from '../../shared/db/conditions.ts'
import { entity } from '../../shared/db/entity.ts'
import { mintGrant } from '../../shared/db/grant.ts'
import { indexes, keyNames, type Index, type Item } from '../../shared/db/keys.ts'
import type { Position } from '../../shared/db/page.ts'
import type { Store } from '../../shared/db/store.ts'
import type { TenantTable } from '../../shared/db/table.ts'
import { tableOn } from '../support/in-process/table.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { testStore } from '../support/in-process/store.ts'
import { seed } from '../support/suite/proof.ts'

/** `search` is an attribute of gsi1, `paid` of no index. */
const Parcel = z.object({
  id: z.string(),
  status: z.string(),
  paid: z.boolean(),
  search: z.string(),
  version: z.int(),
})
type Parcel = z.output<typeof Parcel>
const parcels = entity({
  noun: 'Parcel',
  schema: Parcel,
  fields: {},
  ref: Parcel.pick({ id: true }),
  key: ({ id }) => ({ pk: `PARCEL#${id}`, sk: 'PARCEL' }),
  index: ({ id, status }) => ({
    gsi1: { pk: 'PARCEL', sk: id },
    gsi2: { pk: `PARCEL#${status}`, sk: id },
  }),
})
const statuses = ['OPEN', 'SENT'] as const
const parcel = (n: number): Parcel => ({
  id: String(n).padStart(3, '0'),
  status: statuses[0],
  version: 1,
  paid: n % 2 === 0,
  search: n % 3 === 0 ? 'anna' : 'giorgi',
})

/** The store with indexes that show what they contained at the last `catchUp`, or at an earlier one of `span`. */
async function laggingStore(span: number) {
  const current = memoryStore()
  let past: Store[] = []
  let back = 0
  const store: Store = {
    ...current,
    query: (query) => ((query.index && past.at(-1 - (back++ % past.length))) ?? current).query(query),
  }
  return {
    store,
    async commit(write: Parameters<Store['commit']>[0][number], copy: readonly Item[]) {
      await current.commit([write])
      const snapshot = memoryStore()
      await Promise.all(copy.map((put) => snapshot.commit([{ put }])))
      past = [...past, snapshot].slice(-span)
    },
  }
}

async function walk(
  table: TenantTable,
  listing: { index: Index; partition: string; limit: number; filter?: Condition },
  between: () => Promise<unknown> = async () => undefined,
) {
  const found: Parcel[] = []
  let after: Position | undefined
  do {
    const page = await table.list(parcels, { ...listing, after })
    expect(page.records.length).toBeLessThanOrEqual(listing.limit)
    found.push(...page.records)
    after = page.next
    await between()
  } while (after)
  return found
}

test('a list that lags misses no record that stands unchanged, and shows none twice or where it is not', async () => {
  const change = fc.record({
    n: fc.nat(39),
    to: fc.constantFrom('OPEN', 'SENT', 'paid', 'deleted'),
  })
  const filters: Record<string, { condition: Condition; passes(one: Parcel): boolean } | undefined> = {
    none: undefined,
    paid: { condition: equals('paid', true), passes: ({ paid }) => paid },
    name: { condition: contains('search', 'anna'), passes: ({ search }) => search === 'anna' },
    both: {
      condition: all(contains('search', 'anna'), equals('paid', true)),
      passes: ({ search, paid }) => search === 'anna' && paid,
    },
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('PARCEL', 'PARCEL#OPEN'),
      fc.constantFrom(...Object.keys(filters)),
      async (changes, limit, span, partition, name) => {
        const { store, commit } = await laggingStore(span)
        const table = tableOn(store, mintGrant(randomUUID()))
        const stored = new Map<string, Parcel>()
        const items = new Map<string, Item>()
        const write = async (one: Parcel) => {
          const put = table.put(parcels, one)
          stored.set(one.id, one)
          if ('put' in put) items.set(one.id, put.put)
          await commit(put, [...items.values()])
        }
        for (let n = 0; n < 40; n++) await write(parcel(n))
        for (let n = 0; n < span; n++) await write(parcel(0))
        const touched = new Set<string>()
        const left = [...changes]
        const states = new Map([...stored].map(([id, one]) => [id, [one]]))
        const apply = async () => {
          for (const { n, to } of left.splice(0, 3)) {
            const { id } = parcel(n)
            const current = stored.get(id)
            touched.add(id)
            if (!current) continue
            if (to === 'deleted') {
              stored.delete(id)
              items.delete(id)
              await commit(table.remove(parcels, { id }), [...items.values()])
              continue
            }
            const changed = to === 'paid' ? { ...current, paid: !current.paid } : { ...current, status: to }
            states.get(id)?.push(changed)
            await write(changed)
          }
        }
        await apply()
        const filter = filters[name]
        const index = partition === 'PARCEL' ? 'gsi1' : 'gsi2'
        const listing = { index, partition, limit, ...(filter && { filter: filter.condition }) } as const
        const found = await walk(table, listing, apply)
        const ids = found.map(({ id }) => id)
        expect(new Set(ids).size, 'none twice').toBe(ids.length)
        expect(ids, 'in order').toEqual(ids.toSorted())
        for (const one of found) {
          expect(states.get(one.id), 'only as it was at some time').toContainEqual(one)
          expect(partition === 'PARCEL' || one.status === 'OPEN', 'under its own status').toBe(true)
          expect(filter?.passes(one) ?? true, 'only what passes').toBe(true)
        }
        const standing = [...stored.values()].filter(
          (one) => !touched.has(one.id) && (filter?.passes(one) ?? true),
        )
        expect(ids, 'every unchanged one').toEqual(expect.arrayContaining(standing.map(({ id }) => id)))
      },
    ),
    { seed, numRuns: 150 },
  )
})

describe.each([
  ['DynamoDB', testStore],
  ['memory', memoryStore],
])('in %s', (_, open) => {
  let store: Store
  let table: TenantTable
  const grant = mintGrant(randomUUID())
  const many = 230
  beforeAll(async () => {
    store = open()
    table = tableOn(store, grant)
    for (let n = 0; n < many; n++) await store.commit([table.put(parcels, parcel(n))])
  })
  const partition = (name: string) => `T#${grant.tenantId}#${name}`

  test.each(['gsi1', 'gsi2'] as const)(
    '%s contains nothing but keys and what it projects, and refuses filters on the rest',
    async (index) => {
      const entries = async () =>
        (
          await store.query({
            index,
            partition: partition(index === 'gsi1' ? 'PARCEL' : 'PARCEL#OPEN'),
            limit: 5,
          })
        ).items
      await expect.poll(async () => (await entries()).length).toBeGreaterThan(0)
      const names = ['pk', 'sk', keyNames(index)[1]]
      for (const entry of await entries()) expect(Object.keys(entry).sort()).toEqual(names.toSorted())
      const found = async (filter: Condition) =>
        (await store.query({ index, partition: partition('PARCEL'), limit: 20, filter })).items.length
      await expect(found(equals('paid', true))).rejects.toThrow(
        `Secondary index ${index} does not project one or more filter attributes: [paid]`,
      )
      const projected: readonly string[] = indexes[index]
      if (projected.includes('search'))
        await expect.poll(() => found(contains('search', 'anna'))).toBeGreaterThan(0)
    },
  )

  test.each([7, 100, 200])('pages of %i are complete, with and without a filter', async (limit) => {
    const expected = (passes: (one: Parcel) => boolean) =>
      Array.from({ length: many }, (_, n) => parcel(n)).filter(passes)
    const listing = { index: 'gsi1', partition: 'PARCEL', limit } as const
    const every = async (filter?: Condition) => walk(table, { ...listing, ...(filter && { filter }) })
    await expect.poll(() => every()).toEqual(expected(() => true))
    await expect.poll(() => every(equals('paid', true))).toEqual(expected(({ paid }) => paid))
    await expect
      .poll(() => every(all(equals('paid', true), contains('search', 'anna'))))
      .toEqual(expected(({ paid, search }) => paid && search === 'anna'))
    await expect.poll(() => every(equals('paid', 1))).toEqual([])
  })
})
