import { expect, test } from 'vitest'
import { simulate } from '../bench/feed/simulate.ts'

// `npm run bench -- scale` has more steps.
test('more stream shards do not slow the feed of one company, nor does its audit log, and no event is written twice', async () => {
  const [one, many] = [
    await simulate({ shards: 1, eventsPerBatch: 45, batches: 64 }),
    await simulate({ shards: 64, eventsPerBatch: 45, batches: 64 }),
  ]
  expect(many.eventsPerSecond).toBeGreaterThan(1500)
  expect(many.eventsPerSecond).toBeGreaterThan(one.eventsPerSecond * 0.95)
  const without = await simulate({ shards: 64, eventsPerBatch: 45, batches: 64, audited: false })
  expect(many.eventsPerSecond).toBeGreaterThan(without.eventsPerSecond * 0.9)
  for (const { failures, refused, unitsPerEvent } of [one, many]) {
    expect({ failures, refused }).toEqual({ failures: 0, refused: 0 })
    expect(unitsPerEvent).toBeLessThan(6)
  }
})
