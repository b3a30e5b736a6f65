import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { blockOf, type Quota } from '../../shared/db/stores/quotas.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { testStore } from '../support/in-process/store.ts'
import { report } from '../support/suite/figures.ts'
import { size } from '../support/suite/proof.ts'
import { conforming, fleet } from './quotas.fixture.ts'

const isAdmitted = (secondsToWait: number) => secondsToWait === 0
/** Refills within ten seconds, so that requests of a schedule meet a bucket in each state. */
const anyQuota = fc
  .record({ rate: fc.integer({ min: 1, max: 3000 }), seconds: fc.integer({ min: 1, max: 10 }) })
  .map(({ rate, seconds }): Quota => ({ rate, burst: rate * seconds }))
/** Bursts of requests: the milliseconds since the previous one, their number, and how many instances they reach. */
const anySchedule = fc.array(
  fc.record({
    gap: fc.oneof(fc.nat(20), fc.nat(1000), fc.nat(20_000)),
    size: fc.oneof(fc.nat(20), fc.nat(2000)),
    width: fc.integer({ min: 1, max: 40 }),
  }),
  { minLength: 1, maxLength: 12 },
)
function* requestsOf(schedule: { gap: number; size: number; width: number }[]) {
  let when = 0
  for (const { gap, size, width } of schedule) {
    when += gap
    for (let n = 0; n < size; n++) yield { when: when + Math.floor(n / 50), instance: n % width }
    when += Math.floor(size / 50)
  }
}

// In `npm run proof` each property takes minutes.
describe('a fleet of instances', { timeout: size(30_000, 300_000) }, () => {
  const anyFleet = fc.integer({ min: 1, max: 40 })

  test('admits no more in any time than burst, rate and what instances may hold', async () => {
    await fc.assert(
      fc.asyncProperty(anyFleet, anyQuota, anySchedule, async (instances, quota, schedule) => {
        const { admit } = fleet(instances, quota)
        const held = instances * (5 * blockOf(quota) - 1)
        const fits = conforming({ rate: quota.rate * (1 + instances / 1000), burst: quota.burst + held })
        for (const { when, instance } of requestsOf(schedule))
          if (isAdmitted(await admit(instance, 'a', when))) expect(fits(when)).toBe(true)
      }),
      { numRuns: size(60, 2000) },
    )
  })

  test('refuses nothing while a company stays below its quota by a block for each instance', async () => {
    await fc.assert(
      fc.asyncProperty(anyFleet, anyQuota, anySchedule, async (instances, quota, schedule) => {
        const { admit } = fleet(instances, quota)
        const margin = instances * (blockOf(quota) - 1)
        fc.pre(quota.burst > margin)
        const fits = conforming({ ...quota, burst: quota.burst - margin })
        for (const { when, instance } of requestsOf(schedule))
          if (fits(when)) expect(isAdmitted(await admit(instance, 'a', when))).toBe(true)
      }),
      { numRuns: size(60, 2000) },
    )
  })

  test.each([
    [1, 1],
    [20, 1],
    [200, 2],
  ])(
    'of %i admits the quota of a company at ten times that, with less than %i calls a block',
    async (instances, callsPerBlock) => {
      const quota = { rate: 2000, burst: 4000 }
      const { admit, calls } = fleet(instances, quota)
      let admitted = 0
      const seconds = 10
      for (let n = 0; n < 20_000 * seconds; n++) {
        // Spread as by chance (Knuth's multiplicative hash).
        const instance = (Math.imul(n, 2654435761) >>> 12) % instances
        if (isAdmitted(await admit(instance, 'a', n / 20))) admitted++
      }
      const allowed = quota.burst + quota.rate * seconds
      expect(admitted).toBeGreaterThan(0.95 * allowed)
      expect(admitted).toBeLessThan(allowed + instances * 9 + 50)
      expect(calls.count).toBeLessThan((callsPerBlock * admitted) / blockOf(quota))
      report(
        'Company quotas',
        'A company gets its quota and little more, however many requests it sends',
        `${instances} instances, 10 s at ten times the quota: ${(admitted / allowed).toFixed(3)} of the quota admitted, ${(calls.count / admitted).toFixed(3)} DynamoDB calls per admitted request`,
      )
    },
  )
})

describe('an instance', () => {
  const quota = { rate: 2000, burst: 4000 }

  test('makes no call for a company with up to a thousandth of the rate, and bursts of less than a block', async () => {
    const { admit, calls } = fleet(1, quota)
    for (let second = 0; second < 3600; second++)
      for (const n of [0, 1]) expect(isAdmitted(await admit(0, 'a', second * 1000 + n * 500))).toBe(true)
    for (let n = 0; n < 8; n++) await admit(0, 'b', 0)
    expect(calls.count).toBe(0)
  })

  test('makes one call for each block of a company within its quota', async () => {
    const { admit, calls } = fleet(1, quota)
    for (let n = 0; n < 10_000; n++) expect(isAdmitted(await admit(0, 'a', n))).toBe(true)
    expect(calls.count).toBeGreaterThan(900)
    expect(calls.count).toBeLessThanOrEqual(1000)
  })

  test('refuses a company without a call, says for how long, and reports refusals once a second', async () => {
    const { admit, calls, lines } = fleet(1, { rate: 10, burst: 30 })
    const first = await Promise.all(Array.from({ length: 30 }, () => admit(0, 'a', 0)))
    expect(first.every(isAdmitted)).toBe(true)
    expect(await admit(0, 'a', 0)).toBe(1)
    const before = calls.count
    for (let n = 0; n < 50; n++) expect(await admit(0, 'a', n)).toBe(1)
    expect(calls.count).toBe(before)
    expect(isAdmitted(await admit(0, 'a', 400))).toBe(true)
    const later = await Promise.all(Array.from({ length: 10 }, () => admit(0, 'a', 1000)))
    expect(later.filter(isAdmitted)).toHaveLength(7)
    expect(later[7]).toBe(1)
    const line = (refused: number) => ['company throttled', { tenant_id: 'a', refused }]
    expect(lines).toEqual([line(1), line(51)])
    expect(isAdmitted(await admit(0, 'b', 1000))).toBe(true)
  })

  test('admits if the table cannot be reached, and asks it again after a block', async () => {
    const update = () => Promise.reject(new Error('unreachable'))
    const { admit, calls, lines } = fleet(1, quota, { update })
    for (let n = 0; n < 10_000; n++) expect(isAdmitted(await admit(0, 'a', 0))).toBe(true)
    expect([calls.count, lines.length]).toEqual([1000, 1000])
  })

  test('remembers less than ten thousand companies, and asks the table again about forgotten ones', async () => {
    const { admit, calls } = fleet(1, { rate: 1, burst: 1 })
    for (let n = 0; n < 9_999; n++) await admit(0, `${n}`, 0)
    const callsFor = async (company: string) => {
      const before = calls.count
      expect(isAdmitted(await admit(0, company, 0))).toBe(false)
      return calls.count - before
    }
    expect(await callsFor('0')).toBe(0)
    await admit(0, 'another', 0)
    expect(await callsFor('0')).toBe(1)
  })
})

test.each([
  ['memory', memoryStore],
  ['DynamoDB', testStore],
])('concurrent requests to several instances share a quota, in %s', async (_, storeOf) => {
  // With `burst` 200 a block has 5 requests.
  const { admit } = fleet(4, { rate: 1, burst: 200 }, storeOf())
  const company = randomUUID()
  const seen = await Promise.all(Array.from({ length: 800 }, (_, n) => admit(n, company, 0)))
  const admitted = seen.filter(isAdmitted).length
  expect(admitted).toBeGreaterThanOrEqual(200)
  // Lost and refused calls of the chaos proxy admit their block.
  expect(admitted).toBeLessThan(400)
  expect(await admit(0, company, 60_000).then(isAdmitted)).toBe(true)
})
