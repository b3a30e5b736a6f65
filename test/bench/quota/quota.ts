import assert from 'node:assert/strict'
import { blockOf } from '../../../shared/db/stores/quotas.ts'
import { quantile, type Run, type Section } from '../table.ts'
import { concurrency, latency, simulate } from './simulate.ts'

const quota = { rate: 2000, burst: 4000 }
const unlimited = { rate: 1e6, burst: 1e6 }
const others = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`company ${n}`, 50]))
const flood = { flood: 10 * quota.rate }
/** What the 99th percentile of the others may be, in multiples of that alone. */
const maxRatio = 1.3
/** Milliseconds of the start, in which the flood is admitted up to its burst and takes all executions. */
const onset = 1000

/**
 * Simulates companies of which one sends ten times its quota. Throws an AssertionError if the others are refused or slower,
 * if that company gets much more or less than its quota, or if charges cost two calls a block.
 */
export async function quotas({ say, short }: Run): Promise<Section> {
  const seconds = short ? 3 : 20
  const run = async (name: string, load: Omit<Parameters<typeof simulate>[0], 'seconds'>) => {
    say(name)
    const { outcomes, instances, charges } = await simulate({ ...load, seconds })
    const { flood, ...rest } = outcomes
    const all = Object.values(rest)
    const sorted = all.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    return {
      name,
      flood,
      instances,
      charges,
      median: quantile(sorted, 0.5),
      tail: quantile(sorted, 0.99),
      refused: all.reduce((sum, { refused }) => sum + refused, 0),
      unavailable: all.flatMap(({ unavailable }) => unavailable),
    }
  }
  const alone = await run('alone', { quota, rates: others })
  const flooded = await run('with another at ten times its quota', { quota, rates: { ...others, ...flood } })
  const open = await run('the same without quotas', { quota: unlimited, rates: { ...others, ...flood } })

  assert.equal(flooded.refused, 0, 'others were refused')
  const late = flooded.unavailable.filter((at) => at > onset)
  assert.deepEqual(late, [], 'others had no execution')
  assert.ok(flooded.tail <= maxRatio * alone.tail, `the 99th percentile of the others: ${flooded.tail}`)
  const admitted = flooded.flood?.milliseconds.length ?? 0
  const allowed = quota.burst + quota.rate * seconds
  const most = allowed + flooded.instances * blockOf(quota)
  assert.ok(admitted > 0.95 * allowed && admitted < most, `${admitted} of ${allowed} to ${most}`)
  assert.ok(
    flooded.charges < (2 * admitted) / blockOf(quota),
    `${flooded.charges} calls for ${admitted} requests`,
  )

  const row = ({ name, median, tail, unavailable, flood, instances, charges }: typeof alone) => [
    name,
    median.toFixed(0),
    tail.toFixed(0),
    (tail / alone.tail).toFixed(2),
    String(unavailable.length),
    ...[flood?.milliseconds.length, flood?.refused, flood?.unavailable.length].map((count) =>
      String(count ?? ''),
    ),
    ...[instances, charges].map(String),
  ]
  return {
    about: `A simulation in virtual time of one function with the code of the quotas: nine companies send 50 requests a second each, alone, and while another sends ${10 * quota.rate} with a quota of ${quota.rate} and a burst of ${quota.burst}, for ${seconds} s. Assumed are ${concurrency} concurrent executions in the account, of one request each, ${latency.request} ms for a request on average, ${latency.refusal} ms for a refusal, ${latency.charge} ms for a charge, and ${latency.coldStart} ms for a cold start. The flood is allowed ${allowed} requests. 503 are requests without a free execution: with quotas only in the first ${onset} ms, while the flood starts all instances and its burst is admitted.`,
    tables: [
      [
        [
          'the others',
          'median ms',
          '99th percentile ms',
          '× alone',
          '503',
          'flood: 200',
          'flood: 429',
          'flood: 503',
          'instances',
          'charges',
        ],
        ...[alone, flooded, open].map(row),
      ],
    ],
  }
}
