import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { digest } from '../../shared/db/keys.ts'
import { epochSeconds } from '../../shared/db/entity.ts'
import { limits } from '../../shared/db/stores/limits.ts'
import { testStore } from '../support/in-process/store.ts'

const limiter = limits(testStore())
const { reserve, confirm, release } = limiter
const store = testStore()
const at = (second: number) => new Date(Date.UTC(2030, 0, 1) + second * 1000)

describe.each(['reserve', 'count'] as const)('a limit, with %s,', (method) => {
  const hit: typeof limiter.count = (...given) => limiter[method](...given)

  test('allows exactly its quota of concurrent hits', async () => {
    for (const quota of [1, 7, 60]) {
      const limit = { name: 'test', quota, window: 60 }
      const of = randomUUID()
      const taken = await Promise.all(Array.from({ length: quota + 40 }, () => hit(limit, of, at(0))))
      expect(taken.filter(({ allowed }) => allowed).length).toBe(quota)
      expect(
        taken
          .filter(({ allowed }) => !allowed)
          .every(({ resetsIn, remaining }) => resetsIn === 60 && remaining === 0),
      ).toBe(true)
    }
  })

  test('agrees with a simple model for any times and buckets', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(15)), { maxLength: 14 }),
        async (quota, hits) => {
          const limit = { name: 'test', quota, window: 20 }
          const run = randomUUID()
          const model = new Map<string, { until: number; count: number }>()
          let now = 0
          for (const [who, passed] of hits) {
            now += passed
            let bucket = model.get(who)
            if (!bucket || bucket.until <= now) model.set(who, (bucket = { until: now + 20, count: 0 }))
            const allowed = bucket.count < quota
            if (allowed) bucket.count++
            expect(await hit(limit, run + who, at(now))).toMatchObject({
              allowed,
              remaining: quota - bucket.count,
              resetsIn: bucket.until - now,
            })
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

test('a full bucket causes no further calls to DynamoDB until its window ends', async () => {
  const store = testStore()
  let calls = 0
  const counted = limits({ ...store, update: (update) => (calls++, store.update(update)) })
  const limit = { name: 'test', quota: 3, window: 60 }
  const of = randomUUID()
  for (let n = 0; n < 50; n++) expect((await counted.count(limit, of, at(n))).allowed).toBe(n < 3)
  expect(calls).toBe(3)
  expect(await counted.count(limit, of, at(59))).toEqual({ allowed: false, remaining: 0, resetsIn: 1 })
  expect((await counted.count(limit, of, at(60))).allowed).toBe(true)
})

test('a window ends to the millisecond, whatever the fraction of a second at its start', async () => {
  const limit = { name: 'test', quota: 1, window: 60 }
  for (const method of ['reserve', 'count'] as const)
    for (const start of [0, 0.001, 0.5, 0.999]) {
      const of = randomUUID()
      const hit = (second: number) => limiter[method](limit, of, at(start + second))
      expect(await hit(0)).toMatchObject({ allowed: true, resetsIn: 60 })
      expect(await hit(0.001)).toMatchObject({ allowed: false, resetsIn: 60 })
      expect(await hit(59.999)).toMatchObject({ allowed: false, resetsIn: 1 })
      expect(await hit(60)).toMatchObject({ allowed: true, remaining: 0, resetsIn: 60 })
      expect(await hit(119.999)).toMatchObject({ allowed: false, resetsIn: 1 })
    }
  const { endsAt } = await reserve(limit, randomUUID(), at(0.001))
  expect(endsAt).toEqual(at(60.001))
})

test('hits with the same name count once in a window, also concurrently and when the bucket is full', async () => {
  const limit = { name: 'test', quota: 3, window: 60 }
  const of = randomUUID()
  const hit = (name: string, second = 0) => reserve(limit, of, at(second), name)
  const names = ['a', 'b', 'a', 'b', 'a']
  const allowed = async (hits: Promise<{ allowed: boolean }>[]) =>
    (await Promise.all(hits)).map((taken) => taken.allowed)
  expect(await allowed(names.map((name) => hit(name)))).toEqual(Array(5).fill(true))
  expect(await hit('c')).toMatchObject({ allowed: true, remaining: 0 })
  expect(await allowed(['d', 'a', 'c', 'd'].map((name) => hit(name, 59)))).toEqual([false, true, true, false])
  expect(await hit('a', 60)).toMatchObject({ allowed: true, remaining: 2 })
})

test('a bucket that was stored before windows had an exact end is replaced', async () => {
  const limit = { name: 'test', quota: 2, window: 60 }
  const of = randomUUID()
  const key = { pk: `L#test#${digest(of)}`, sk: 'L' }
  await store.commit([{ put: { ...key, hits: new Set(['x', 'y']), ttl: epochSeconds(at(50)) } }])
  expect(await reserve(limit, of, at(0))).toMatchObject({ allowed: true, resetsIn: 60 })
  expect(await reserve(limit, of, at(1))).toMatchObject({ allowed: false, resetsIn: 59 })
  expect(await reserve(limit, of, at(-2)), 'a request that started earlier').toMatchObject({
    allowed: false,
    resetsIn: 60,
  })
})

describe('a limit', () => {
  test('removes a released hit and keeps a confirmed one', async () => {
    const limit = { name: 'test', quota: 2, window: 60 }
    const of = randomUUID()
    const [first, second] = [await reserve(limit, of, at(0)), await reserve(limit, of, at(0))]
    expect((await reserve(limit, of, at(1))).allowed).toBe(false)
    await store.commit([release(limit, of, first.hit, at(1))])
    await confirm(limit, of, second.hit)
    expect(await reserve(limit, of, at(2))).toMatchObject({ allowed: true, remaining: 0 })
    expect(await reserve(limit, of, at(60))).toMatchObject({
      allowed: true,
      remaining: 1,
      pending: [{ since: epochSeconds(at(60)) }],
    })
  })
})
