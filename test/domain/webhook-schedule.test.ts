import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../shared/db/requests.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { taker, webhooksInMemory } from '../support/webhooks/webhooks.ts'

/** The maximum number of deliveries in a batch (shared/domain/webhooks/batch.ts). */
const batch = 32
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** A different shipment for each event. */
const shipment = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

/** A store whose next write to the state of a webhook's deliveries never happens, as if its worker had crashed. */
function crashingStore() {
  const store = memoryStore()
  let crashes = false
  return {
    crashOnce: () => void (crashes = true),
    store: {
      ...store,
      commit(...[writes, deadline]: Parameters<typeof store.commit>) {
        if (!crashes || !writes.some((write) => keyOf(write).sk === 'OUTLET'))
          return store.commit(writes, deadline)
        crashes = false
        return Promise.reject(new Error('crash'))
      },
    },
  }
}

let company: Awaited<ReturnType<typeof webhooksInMemory>>
beforeEach(async () => {
  company = await webhooksInMemory()
})

/** Seconds between attempts: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

describe('a webhook whose receiver fails', () => {
  test('is retried nine times, each exactly when it is due, and is then disabled', async () => {
    const failing = await taker((response) => void response.writeHead(500).end())
    const id = await company.hook(failing.url)
    await company.publish()
    const start = company.clock.now.getTime()
    await company.serve(id)
    for (const [n, wait] of waits.entries()) {
      const [{ next_attempt_at, status, attempts }] = await company.deliveries(id)
      expect([status, attempts.length]).toEqual(['PENDING', n + 1])
      expect(Date.parse(next_attempt_at) - company.clock.now.getTime()).toBe(wait * 1000)
      company.pass(wait - 0.001)
      await company.serve(id)
      expect(failing.received).toHaveLength(n + 1)
      company.pass(0.001)
      await company.serve(id)
      expect(failing.received).toHaveLength(n + 2)
    }
    const [delivery] = await company.deliveries(id)
    expect(delivery).toMatchObject({ status: 'FAILED', next_attempt_at: null })
    expect(delivery.attempts.map(({ at }: any) => (Date.parse(at) - start) / 1000)).toEqual(
      [0, ...waits].map((_, n) => waits.slice(0, n).reduce((sum, wait) => sum + wait, 0)),
    )
    expect(new Set(failing.received.map(({ id }) => id)).size).toBe(1)
    expect(await company.read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'failing' })
    company.pass(86_400)
    expect(await company.serve(id)).toMatchObject({ sent: 0, failed: 0 })
    expect(failing.received).toHaveLength(10)
  })

  test('and then recovers gets the remaining events immediately, in order, and once', async () => {
    let up = false
    const flaky = await taker((response) => void response.writeHead(up ? 204 : 503).end())
    const id = await company.hook(flaky.url)
    await company.publish(batch + 4)
    // All events are of one shipment, so none overtakes the failed first one. One newer event is attempted as a probe.
    await company.serve(id)
    company.pass(5)
    await company.serve(id)
    expect(flaky.received.map(({ event }) => event.number)).toEqual([1, 1, batch + 1])
    company.pass(9)
    await company.serve(id)
    expect(flaky.received.slice(3).map(({ event }) => event.number)).toEqual([batch + 1])
    up = true
    // The next new event is attempted and succeeds. The others then do not wait for the end of their five minutes.
    company.pass(1)
    await company.serve(id)
    const numbers = flaky.received.slice(4).map(({ event }) => event.number)
    expect(numbers).toEqual([batch + 2, ...upTo(batch + 1), batch + 3, batch + 4])
    expect(new Set((await company.deliveries(id)).map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
    expect(await company.read(id)).toMatchObject({ status: 'ENABLED' })
  })

  test('and whose worker crashed before it had moved on gets its events again, each once in a batch', async () => {
    const { store, crashOnce } = crashingStore()
    const company = await webhooksInMemory(store)
    let up = false
    const flaky = await taker((response) => void response.writeHead(up ? 204 : 503).end())
    const id = await company.hook(flaky.url)
    await company.publish(3, shipment)
    crashOnce()
    await expect(company.serve(id)).rejects.toThrow('crash')
    up = true
    // What failed is due, and it is new again too.
    company.pass(5)
    await company.serve(id)
    expect(flaky.received.slice(3).map(({ event }) => event.number)).toEqual(upTo(3))
    expect(new Set((await company.deliveries(id)).map(({ status }) => status))).toEqual(new Set(['DELIVERED']))
  })

  test('for one event only retries that event by the schedule and sends the other events immediately', async () => {
    let poison = ''
    const picky = await taker((response, { id }) => void response.writeHead(id === poison ? 500 : 200).end())
    const id = await company.hook(picky.url)
    await company.publish(3, shipment)
    const [, second] = (await company.send('GET /api/v1/events')).body
    poison = second.id
    await company.serve(id)
    company.pass(5)
    await company.serve(id)
    await company.publish(2, shipment)
    await company.serve(id)
    const tries = picky.received.filter((one) => one.id === poison)
    const [{ next_attempt_at, status }] = (await company.deliveries(id)).filter((one) => one.id === poison)
    expect([status, Date.parse(next_attempt_at) - company.clock.now.getTime()]).toEqual(['PENDING', 300_000])
    // At most one additional attempt, when the receiver seems to have recovered. It does not change the schedule.
    expect(tries.length).toBeLessThanOrEqual(3)
    expect(new Set(picky.received.map((one) => one.id)).size).toBe(5)
  })

  test.each([
    ['hangs', 'timeout', () => undefined],
    ['closes the connection', 'connection', (response: any) => void response.destroy()],
  ])('because it %s records the cause in the delivery’s attempts', async (_, fault, answer) => {
    const failing = await taker(answer)
    const id = await company.hook(failing.url)
    await company.publish()
    await company.serve(id, { milliseconds: 500 })
    const [{ attempts }] = await company.deliveries(id)
    expect(attempts).toMatchObject([{ status: null, fault }])
  })

  test('because it redirects does not follow the redirect', async () => {
    const target = await taker()
    const redirecting = await taker((response) => void response.writeHead(307, { location: target.url }).end())
    const id = await company.hook(redirecting.url)
    await company.publish()
    await company.serve(id)
    expect([redirecting.received.length, target.counted.connections]).toEqual([1, 0])
    expect((await company.deliveries(id))[0].attempts).toMatchObject([{ status: 307, fault: null }])
  })

  test('with 410 is disabled as gone and gets no more events', async () => {
    let there = false
    const gone = await taker((response) => void response.writeHead(there ? 200 : 410).end())
    const id = await company.hook(gone.url)
    await company.publish(2 * batch, shipment)
    expect(await company.serve(id)).toMatchObject({ failed: batch })
    expect(await company.read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'gone' })
    company.pass(86_400)
    await company.serve(id)
    expect(gone.received).toHaveLength(batch)
    // After the receiver has recovered, it gets all events.
    there = true
    await company.send(`PUT /api/v1/webhooks/${id}`, { body: { status: 'ENABLED' } })
    await company.serve(id)
    const took = gone.received.slice(batch).map(({ event }) => event.number)
    expect(took.toSorted((a, b) => a - b)).toEqual(upTo(2 * batch))
  })
})

test('a receiver has less time while it fails', async () => {
  let up = false
  const flaky = await taker((response) => void (up ? response.end() : undefined))
  const id = await company.hook(flaky.url)
  company.timeouts.length = 0
  for (const isUp of [false, false, true, true]) {
    up = isUp
    await company.publish(1, shipment)
    await company.serve(id, isUp ? {} : { milliseconds: 500 })
    company.pass(5)
  }
  expect(company.timeouts.slice(0, 3)).toEqual([10_000, 3000, 3000])
  expect(company.timeouts.at(-1)).toBe(10_000)
})

test('a webhook that is enabled again continues where it stopped', async () => {
  const steady = await taker()
  const id = await company.hook(steady.url)
  const status = (status: string) => company.send(`PUT /api/v1/webhooks/${id}`, { body: { status } })
  await company.publish(2)
  await company.serve(id)
  await status('DISABLED')
  await company.publish(2)
  await company.serve(id)
  expect(steady.received).toHaveLength(2)
  await status('ENABLED')
  await company.serve(id)
  expect(steady.received.map(({ event }) => event.number)).toEqual([1, 2, 3, 4])
})

test('a failing receiver causes few attempts and wake-ups, however many events are pending', async () => {
  let up = false
  const down = await taker((response) => void response.writeHead(up ? 200 : 500).end())
  const id = await company.hook(down.url)
  await company.publish(500, shipment)
  for (let n = 0; n < 60; n++) {
    await company.serve(id)
    company.pass(1)
  }
  // The first batch of events, their retries after five seconds, and a few newer events as probes with their own retries.
  expect(down.received.length).toBeLessThan(2 * batch + 10)
  expect(company.wakeUps.length).toBeLessThan(8)
  up = true
  company.pass(60)
  await company.serve(id)
  expect(new Set(down.received.map((one) => one.id)).size).toBe(500)
  const took = (await company.send(`GET /api/v1/webhooks/${id}/deliveries?status=PENDING`)).body
  expect(took).toEqual([])
})

test('a worker whose time is up leaves the remaining events to the next worker', async () => {
  const steady = await taker()
  const id = await company.hook(steady.url)
  await company.publish(3)
  expect(await company.serve(id, { left: 12 })).toMatchObject({ outcome: 'more', sent: 0 })
  expect(await company.serve(id)).toMatchObject({ outcome: 'done', sent: 3 })
})

test('for a day after the rotation of a webhook’s secret, events are signed with the former secret too', async () => {
  const steady = await taker()
  const id = await company.hook(steady.url)
  await company.send(`POST /api/v1/webhooks/${id}/rotate-secret`)
  for (const wait of [0, 86_399.999, 0.001, 1]) {
    company.pass(wait)
    await company.publish()
    await company.serve(id)
  }
  expect(steady.received.map(({ signatures }) => signatures)).toEqual([2, 2, 1, 1])
})
