import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { exists } from '../../shared/db/conditions.ts'
import { entity } from '../../shared/db/entity.ts'
import type { Grant as Right } from '../../shared/db/grant.ts'
import { indexes, partitions, type Index, type Item, type Key } from '../../shared/db/keys.ts'
import type { Query, Write } from '../../shared/db/requests.ts'
import type { Store } from '../../shared/db/store.ts'
import { tableOn } from '../support/in-process/table.ts'
import { report, seed } from '../support/suite/proof.ts'
import { runs } from './privilege.fixture.ts'

describe('the tenant table', () => {
  const [tenant, other] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
  const mine = `${partitions.tenant}${tenant}#`
  const hostile = fc.oneof(
    fc.constantFrom(
      '',
      '*',
      '#',
      '..',
      `T#${other}#SHIP#1`,
      `../T#${other}`,
      `${other}#`,
      'L#login',
      'O#1',
      '\0',
      '~',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  const key = fc.record({ pk: hostile, sk: hostile })

  test('builds no key outside its tenant, even from hostile ids', async () => {
    let keys = 0
    const hostiles = fc.record({ own: key, gsi1: key, gsi2: key, partition: hostile, after: key, at: hostile })
    await fc.assert(
      fc.asyncProperty(
        hostiles,
        fc.constantFrom(...(Object.keys(indexes) as Index[])),
        async (given, index) => {
          const emitted: string[] = []
          const things = entity({
            noun: 'Thing',
            schema: z.object({ id: z.string(), version: z.number() }),
            fields: {},
            ref: z.object({ id: z.string() }),
            key: () => given.own,
            index: () => ({ gsi1: given.gsi1, gsi2: given.gsi2 }),
          })
          const from = tableOn(recordingStore(emitted), { tenantId: tenant } as Right)
          const [record, ref] = [{ id: 'a', version: 1 }, { id: 'a' }]
          const { partition } = given
          const listing = { partition, limit: 2, after: { ...given.after, at: given.at } }
          await Promise.all([
            from.find(things, ref),
            from.many(things, [ref]),
            from.list(things, listing),
            from.listAll(things, { ...listing, index }),
            from.count({ partition, index }, 5),
          ])
          const writes: Write[] = [
            from.create(things, record),
            from.renew(things, record, new Date()),
            from.ensure(things, record),
            from.updateVersion(things, record, {}).write,
            from.patchUnread(things, ref, {}),
            from.conditionCheck(things, ref, exists('pk')),
            from.put(things, record),
            from.replace(things, record, exists('pk')),
            from.remove(things, record),
          ]
          emitted.push(...writes.flatMap(keysOf))
          keys += emitted.length
          expect(emitted.filter((one) => !one.startsWith(mine))).toEqual([])
        },
      ),
      { seed, numRuns: runs },
    )
    report(
      'Least privilege',
      'The tenant table builds no key of another tenant, also where IAM policies cannot restrict keys',
      `${keys} keys of ${runs} hostile ids, by each of its 14 methods: none outside the tenant`,
    )
  })
})

/** A store that records each requested partition key of the table and the indexes. */
const recordingStore = (emitted: string[]): Store => ({
  get: async ({ pk }) => void emitted.push(pk),
  batch: async (keys) => (emitted.push(...keys.map(({ pk }) => pk)), []),
  async query({ partition, after }: Query) {
    emitted.push(partition, ...(after ? partitionsIn(after) : []))
    return { items: [], count: 0, last: undefined }
  },
  transactGet: async (keys) => (emitted.push(...keys.map(({ pk }) => pk)), keys.map(() => undefined)),
  update: () => Promise.reject(new Error('The test must not write')),
  commit: () => Promise.reject(new Error('The test must not commit')),
})

const keysOf = (write: Write): string[] => {
  if ('put' in write) return partitionsIn(write.put)
  if ('delete' in write) return partitionsIn(write.delete)
  if ('check' in write) return partitionsIn(write.check)
  const { set = {}, initially = {} } = write.change
  return [...partitionsIn(write.update), ...partitionsIn({ ...set, ...initially })]
}

const partitionsIn = (item: Partial<Item> | Key) =>
  Object.entries(item).flatMap(([name, value]) =>
    name.endsWith('pk') && value !== undefined ? [String(value)] : [],
  )
