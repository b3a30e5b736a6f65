import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { drainSubscription, type BatchHandler } from '../../shared/domain/subscriptions/drain.ts'
import { subscriptions } from '../../shared/domain/subscriptions/record.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

/** A subscription in memory. `todo` lists its events; a worker processes one of them in each batch. */
function memorySubscription() {
  const { runtime, clock } = inProcess({ store: memoryStore() })
  const work = tenantJobContext(runtime, mintGrant(randomUUID()), clock.now)
  const id = randomUUID()
  const wakeUps: Date[] = []
  const lease = {
    clock: () => new Date(clock.now),
    endsAt: new Date(clock.now.getTime() + 30_000),
    batchMilliseconds: 10_000,
    scheduleWake: async (at: Date): Promise<void> => void wakeUps.push(at),
  }
  const [todo, done]: [string[], string[]] = [[], []]
  const processNext: BatchHandler = async ({ cursor }) => {
    const next = todo.shift()
    if (next === undefined) return undefined
    done.push(next)
    return { cursor: cursor + 1 }
  }
  const open = () =>
    work.transact(async () => ({
      writes: [work.table.create(subscriptions, { id, cursor: 0, parked: 0, failures: 0, version: 1 })],
      result: undefined,
    }))
  /** Starts a worker. */
  const drain = (handleBatch: BatchHandler = processNext, more: Partial<typeof lease> = {}) =>
    drainSubscription(work, id, { ...lease, ...more }, handleBatch)
  return {
    clock,
    wakeUps,
    todo,
    done,
    open,
    drain,
    processNext,
    read: () => work.table.find(subscriptions, { id }),
  }
}
let at: ReturnType<typeof memorySubscription>
beforeEach(async () => {
  at = memorySubscription()
  await at.open()
})

test('a caller that arrives while a worker finishes is served by that worker', async () => {
  const outcomes: string[] = []
  const outcome = await at.drain(async (subscription, now) => {
    const change = await at.processNext(subscription, now)
    // The worker has found no event. It has not seen events that arrive now.
    if (!change && outcomes.length < 2) {
      at.todo.push(`late ${outcomes.length}`)
      outcomes.push(await at.drain())
    }
    return change
  })
  expect([outcome, outcomes, at.done]).toEqual(['done', ['busy', 'busy'], ['late 0', 'late 1']])
  expect(await at.read()).toMatchObject({ cursor: 2 })
  // In case that worker dies, a wake-up is scheduled for the end of its lease.
  expect(at.wakeUps.map((wakeUp) => wakeUp.getTime() - at.clock.now.getTime())).toEqual([31_000])
})

test('a caller drains the subscription itself if the worker missed its request to run again', async () => {
  const first = Promise.withResolvers<undefined>()
  const working = at.drain(async () => void (await first.promise))
  at.todo.push('late')
  const scheduleWake = async () => {
    first.resolve(undefined)
    expect(await working).toBe('done')
  }
  expect(await at.drain(at.processNext, { scheduleWake })).toBe('done')
  expect(at.done).toEqual(['late'])
  expect((await at.read())?.worker).toBeUndefined()
})

test('after a worker has died, another takes over when its lease expires', async () => {
  await expect(at.drain(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  at.todo.push('left')
  expect([await at.drain(), await at.drain(), at.wakeUps.length, at.done]).toEqual(['busy', 'busy', 1, []])
  at.clock.now = new Date(at.wakeUps[0]!)
  expect(await at.drain(at.processNext, { endsAt: new Date(at.clock.now.getTime() + 30_000) })).toBe('done')
  expect(at.done).toEqual(['left'])
})

test('a worker whose time is up leaves the remaining events to the next worker', async () => {
  at.todo.push('one', 'two', 'three')
  const outcome = await at.drain(async (subscription, now) => {
    at.clock.now = new Date(at.clock.now.getTime() + 15_000)
    return at.processNext(subscription, now)
  })
  expect([outcome, at.done, at.wakeUps]).toEqual(['more', ['one', 'two'], [at.clock.now]])
  expect(await at.drain(at.processNext, { endsAt: new Date(at.clock.now.getTime() + 30_000) })).toBe('done')
  expect(at.done).toEqual(['one', 'two', 'three'])
})
