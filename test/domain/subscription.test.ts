import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { drainSubscription, type BatchHandler } from '../../shared/domain/subscriptions/drain.ts'
import { subscriptions } from '../../shared/domain/subscriptions/record.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

/** An outlet in memory. What is to be done for it is a list; a worker takes one of it a turn. */
function office() {
  const { runtime, clock } = inProcess({ store: memoryStore() })
  const work = tenantJobContext(runtime, mintGrant(randomUUID()), clock.now)
  const id = randomUUID()
  const looks: Date[] = []
  const lease = {
    clock: () => new Date(clock.now),
    endsAt: new Date(clock.now.getTime() + 30_000),
    batchMilliseconds: 10_000,
    scheduleWake: async (at: Date): Promise<void> => void looks.push(at),
  }
  const [todo, done]: [string[], string[]] = [[], []]
  const take: BatchHandler = async ({ cursor }) => {
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
  /** Another worker starts. */
  const come = (handleBatch: BatchHandler = take, more: Partial<typeof lease> = {}) =>
    drainSubscription(work, id, { ...lease, ...more }, handleBatch)
  return { clock, looks, todo, done, open, come, take, read: () => work.table.find(subscriptions, { id }) }
}
let at: ReturnType<typeof office>
beforeEach(async () => {
  at = office()
  await at.open()
})

test('a caller that arrives while a worker finishes is served by that worker', async () => {
  const came: string[] = []
  const outcome = await at.come(async (subscription, now) => {
    const change = await at.take(subscription, now)
    // It has looked; what comes now it has not seen.
    if (!change && came.length < 2) {
      at.todo.push(`late ${came.length}`)
      came.push(await at.come())
    }
    return change
  })
  expect([outcome, came, at.done]).toEqual(['done', ['busy', 'busy'], ['late 0', 'late 1']])
  expect(await at.read()).toMatchObject({ cursor: 2 })
  // Should that worker have died, one looks when its shift is over.
  expect(at.looks.map((look) => look.getTime() - at.clock.now.getTime())).toEqual([31_000])
})

test('a caller whose rerun request was missed works itself', async () => {
  const first = Promise.withResolvers<undefined>()
  const working = at.come(async () => void (await first.promise))
  at.todo.push('late')
  const scheduleWake = async () => {
    first.resolve(undefined)
    expect(await working).toBe('done')
  }
  expect(await at.come(at.take, { scheduleWake })).toBe('done')
  expect(at.done).toEqual(['late'])
  expect((await at.read())?.worker).toBeUndefined()
})

test('a worker that dies is followed when its shift would have ended', async () => {
  await expect(at.come(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
  at.todo.push('left')
  expect([await at.come(), await at.come(), at.looks.length, at.done]).toEqual(['busy', 'busy', 1, []])
  at.clock.now = new Date(at.looks[0]!)
  expect(await at.come(at.take, { endsAt: new Date(at.clock.now.getTime() + 30_000) })).toBe('done')
  expect(at.done).toEqual(['left'])
})

test('a shift that is over leaves the rest to the next', async () => {
  at.todo.push('one', 'two', 'three')
  const outcome = await at.come(async (subscription, now) => {
    at.clock.now = new Date(at.clock.now.getTime() + 15_000)
    return at.take(subscription, now)
  })
  expect([outcome, at.done, at.looks]).toEqual(['more', ['one', 'two'], [at.clock.now]])
  expect(await at.come(at.take, { endsAt: new Date(at.clock.now.getTime() + 30_000) })).toBe('done')
  expect(at.done).toEqual(['one', 'two', 'three'])
})
