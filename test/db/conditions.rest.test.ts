import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  absent,
  all,
  any,
  atLeast,
  below,
  contains,
  equals,
  exists,
  holds,
  partOn,
  oneOf,
  sizeBelow,
  type Condition,
} from '../../shared/db/conditions.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { testStore } from '../support/in-process/store.ts'

const store = testStore()
// Some of these are reserved words of DynamoDB.
const attribute = fc.constantFrom('status', 'name', 'size', 'hits', 'missing')
const word = fc.constantFrom('', 'OPEN', 'open', 'ÅÄ', '🛫', 'OPENED', '\uffff')
const number = fc.constantFrom(0, -1, 1, 2, 1.5, 2 ** 53 - 1)
const value = fc.oneof(word, number)

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(attribute, value).map(([a, v]) => equals(a, v)),
  fc.tuple(attribute, value).map(([a, v]) => below(a, v)),
  fc.tuple(attribute, value).map(([a, v]) => atLeast(a, v)),
  fc
    .tuple(
      attribute,
      word.filter((w) => w !== ''),
    )
    .map(([a, v]) => contains(a, v)),
  fc.tuple(fc.constantFrom('hits', 'missing'), fc.nat(6)).map(([a, n]) => sizeBelow(a, n)),
  fc.tuple(attribute, fc.array(value, { minLength: 1, maxLength: 4 })).map(([a, vs]) => oneOf(a, vs)),
  attribute.map(exists),
  attribute.map(absent),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((of) => any(...of)),
  ),
}))
const item = fc.record(
  {
    status: value,
    name: fc.oneof(value, fc.array(word, { maxLength: 3 })),
    size: value,
    hits: fc
      .array(
        word.filter((w) => w !== ''),
        { minLength: 1, maxLength: 3 },
      )
      .map((words) => new Set(words)),
  },
  { requiredKeys: [] },
)

describe('a condition', () => {
  test('has the same result in DynamoDB and in memory', async () => {
    const key = { pk: `TEST#${randomUUID()}`, sk: 'C' }
    await fc.assert(
      fc.asyncProperty(item, condition, async (attributes, when) => {
        const stored = { ...key, ...attributes }
        await store.commit([{ put: stored }])
        const refusal = new Refusal({ code: 'conflict', reason: 'no', message: 'no' })
        const outcome = await store
          .commit([{ check: key, when, onConditionFailed: refusal }])
          .catch((error: unknown) => error)
        expect(outcome).toBe(holds(when, stored) ? 'done' : refusal)
        const filtered = await store.query({ partition: key.pk, limit: 2, filter: when })
        expect(filtered.items.length).toBe(holds(when, stored) ? 1 : 0)
      }),
      { numRuns: 150 },
    )
  })

  test('never fails on some attributes of an item that it holds for', () => {
    fc.assert(
      fc.property(item, condition, fc.subarray(['status', 'name', 'size', 'hits']), (stored, when, known) => {
        const part = partOn(known, when)
        const some = Object.fromEntries(Object.entries(stored).filter(([name]) => known.includes(name)))
        expect(!holds(when, stored) || part === undefined || holds(part, some)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('that fails in a transaction throws the error of its own write', async () => {
    const key = (n: number) => ({ pk: `TEST#${randomUUID()}`, sk: `${n}` })
    const refusal = (n: number) => new Refusal({ code: 'conflict', reason: 'no', message: `member ${n}` })
    for (const failing of [0, 1, 2]) {
      const writes = [0, 1, 2].map((n) =>
        n === failing
          ? { check: key(n), when: exists('pk'), onConditionFailed: refusal(n) }
          : { put: key(n), when: absent('pk'), onConditionFailed: refusal(n) },
      )
      await expect(store.commit(writes)).rejects.toThrow(`member ${failing}`)
    }
    expect(await store.commit([{ check: key(0), when: exists('pk') }])).toBe('stale')
  })
})
