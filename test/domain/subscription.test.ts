import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { appendEvents } from '../../shared/domain/events/append.ts'
import { heads } from '../../shared/domain/events/head.ts'
import { readFeed } from '../../shared/domain/events/feed.ts'
import type { UnsequencedEvent } from '../../shared/domain/events/record.ts'
import { drainSubscription, type BatchHandler } from '../../shared/domain/subscriptions/drain.ts'
import { subscriptions } from '../../shared/domain/subscriptions/record.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

const event = (): UnsequencedEvent => ({
  id: randomUUID(),
  type: 'shipment.status_changed',
  timestamp: '2030-06-01T12:00:00.000Z',
  data: {
    shipment_id: randomUUID(),
    tracking_id: 'TRK-1',
    status: 'IN_TRANSIT',
    previous_status: 'RECEIVED',
  },
})

/** A company with one subscription, in memory. `queue` has the messages that wake it. */
async function company() {
  const { runtime, clock } = inProcess({ store: memoryStore() })
  const work = tenantJobContext(runtime, mintGrant(randomUUID()), clock.now)
  const id = randomUUID()
  await work.transact(async () => ({
    writes: [
      work.table.create(subscriptions, { id, cursor: 0, parked: 0, failures: 0, version: 1 }),
      work.table.create(heads, { number: 0, webhooks: new Set([id]), version: 1 }),
    ],
    result: undefined,
  }))
  const [queue, delivered]: [string[], number[]] = [[], []]
  /** Appends events, and queues a message if they wake the subscription. */
  const append = async (events: readonly UnsequencedEvent[]) => {
    queue.push(...(await appendEvents(work, events)).wake)
  }
  const deliver: BatchHandler = async ({ cursor }) => {
    const { page, newest } = await readFeed(work.table, { from: cursor, limit: 2 })
    const numbers = page.records.map(({ number }) => number)
    delivered.push(...numbers)
    const last = numbers.at(-1)
    return last === undefined ? { completeTo: newest } : { change: { cursor: last } }
  }
  /** A worker with thirty seconds. */
  const drain = (handleBatch: BatchHandler = deliver) =>
    drainSubscription(
      work,
      id,
      {
        clock: () => clock.now,
        endsAt: new Date(clock.now.getTime() + 30_000),
        batchMilliseconds: 10_000,
        scheduleWake: async () => expect.fail('nothing is scheduled'),
      },
      handleBatch,
    )
  return { work, clock, id, queue, delivered, append, deliver, drain }
}
let at: Awaited<ReturnType<typeof company>>
beforeEach(async () => {
  at = await company()
})
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('an idle subscription is woken once, however many events arrive before it is drained', async () => {
  for (let n = 0; n < 5; n++) await at.append([event(), event()])
  expect(at.queue).toEqual([at.id])
  expect(await at.drain()).toBe('done')
  expect(at.delivered).toEqual(upTo(10))
  await at.append([event()])
  expect(at.queue).toEqual([at.id, at.id])
})

test('events that arrive while a worker finishes are delivered by that worker', async () => {
  await at.append([event()])
  let late = 2
  await at.drain(async (subscription, now) => {
    const handled = await at.deliver(subscription, now)
    // The worker has found no event. It has not seen those that arrive now.
    if (handled && 'completeTo' in handled && late-- > 0) await at.append([event()])
    return handled
  })
  expect([at.queue.length, at.delivered]).toEqual([1, [1, 2, 3]])
})

test('a writer that crashed before it woke the subscription wakes it when the events are appended again', async () => {
  const events = [event(), event()]
  await appendEvents(at.work, events)
  await at.append(events)
  expect(at.queue).toEqual([at.id])
  // The later events do not: the message is still there.
  await at.append([event()])
  expect(at.queue).toEqual([at.id])
})

test('a writer that crashed before it woke the subscription wakes it when newer events are appended with the repeated ones', async () => {
  const events = [event(), event()]
  await appendEvents(at.work, events)
  await at.append([...events, event()])
  expect(at.queue).toEqual([at.id])
  await at.drain()
  expect(at.delivered).toEqual(upTo(3))
})

test('a subscription that waits for a scheduled wake-up is not woken by events', async () => {
  await at.append([event()])
  expect(await at.drain(async () => undefined)).toBe('done')
  await at.append([event()])
  expect(at.queue).toEqual([at.id])
  await at.drain()
  await at.append([event()])
  expect([at.queue.length, at.delivered]).toEqual([2, [1, 2]])
})

test('a worker whose time is up leaves the remaining events to the next message', async () => {
  await at.append(Array.from({ length: 6 }, event))
  const outcome = await at.drain(async (subscription, now) => {
    at.clock.now = new Date(at.clock.now.getTime() + 15_000)
    return at.deliver(subscription, now)
  })
  expect([outcome, at.delivered]).toEqual(['more', upTo(4)])
  expect(await at.drain()).toBe('done')
  expect(at.delivered).toEqual(upTo(6))
})

test('a worker that outlived its message stops when another one has worked', async () => {
  await at.append([event(), event(), event()])
  const outlived = at.drain(async (subscription, now) => {
    const handled = await at.deliver(subscription, now)
    await at.drain()
    return handled
  })
  await expect(outlived).rejects.toThrow('has another worker')
  expect((await at.work.table.find(subscriptions, { id: at.id }))?.cursor).toBe(3)
})

// Steps of writers and of one worker at a time in any order. A message stays in its group until its worker succeeds.
test('whoever crashes wherever, each event is delivered, and an idle subscription has no message left', async () => {
  const step = fc.constantFrom('append', 'crash after append', 'drain', 'crash in batch', 'crash at the end')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const at = await company()
      let count = 0
      for (const step of steps)
        if (step.endsWith('append')) {
          const events = Array.from({ length: (count % 3) + 1 }, event)
          if (step.startsWith('crash')) {
            await appendEvents(at.work, events)
            // The queue delivers them again, perhaps with newer ones.
            if (count % 2 === 1) events.push(event())
          }
          count += events.length
          await at.append(events)
        } else if (at.queue.length > 0) {
          const crash = () => Promise.reject(new Error('crash'))
          const worker = at.drain(async (subscription, now) => {
            const handled = await at.deliver(subscription, now)
            const ends = handled !== undefined && 'completeTo' in handled
            return step === (ends ? 'crash at the end' : 'crash in batch') ? crash() : handled
          })
          if ((await Promise.allSettled([worker]))[0].status === 'fulfilled') at.queue.shift()
        }
      while (at.queue.shift() !== undefined) await at.drain()
      expect([...new Set(at.delivered)]).toEqual(upTo(count))
      expect((await at.work.table.find(heads, {}))?.busy?.size ?? 0).toBe(0)
    }),
  )
})
