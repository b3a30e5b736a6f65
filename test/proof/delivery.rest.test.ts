import { describe, expect, onTestFailed, test } from 'vitest'
import { freshAddress } from '../support/api/client.ts'
import { feedWith } from '../support/api/feed.ts'
import { size, report } from '../support/suite/figures.ts'
import { ownCloud } from '../support/suite/own-cloud.ts'
import { listen, type Listener } from '../support/realtime/sockets.ts'
import { add, book, newTenant, type Tenant } from '../support/api/tenant.ts'
import { hook, taker } from '../support/webhooks/webhooks.ts'
import { seconds } from '../support/suite/time.ts'

/** The number of changes, which `OUTWARD_CHANGES` overrides. */
const changes = Number(process.env['OUTWARD_CHANGES'] ?? size(20, 300))
const perParcel = 10
const consumers = ['publisher', 'feedwriter', 'webhooksender', 'livesender', 'scheduler']

/** The output of the functions and the cloud, for failure reports. */
const log: string[] = []
const append = (text: string) => void log.push(text)
const own = ownCloud({ log: append, functionLog: append })

/** Books a parcel and changes its status back and forth: ten changes in all. */
async function changeParcel(tenant: Tenant) {
  const { id: shipment_id } = await book(tenant)
  const { id } = await add(tenant, shipment_id)
  for (const status of [
    'IN_WAREHOUSE',
    'ARRIVED',
    'DELIVERED',
    'ARRIVED',
    'LOST',
    'ARRIVED',
    'READY_FOR_PICKUP',
    'RETURNED',
  ]) {
    const moved = await tenant.send(`PUT /api/v1/packages/${id}`, { body: { status } })
    expect(moved.status, moved.text).toBe(200)
  }
  return { shipment_id, id }
}

/** Expects that each status event of a shipment starts from the status of the previous one. */
function expectOrder(events: readonly any[]) {
  const last = new Map<string, string>()
  for (const { type, data } of events) {
    if (type !== 'shipment.status_changed') continue
    expect(data.previous_status).toBe(last.get(data.shipment_id) ?? null)
    last.set(data.shipment_id, data.status)
  }
}
/** The events without repetitions, in the order in which they first arrived. */
const firsts = (events: readonly any[]) => [...new Map(events.map((event) => [event.id, event])).values()]

test(
  `all consumers receive ${changes} changes, although functions are killed at random`,
  async () => {
    onTestFailed(() => {
      console.log(
        log
          .filter((text) => !text.includes('"message":"request"'))
          .slice(-60)
          .join(''),
      )
    })
    const tenant = await newTenant(freshAddress(), own.cloud.endpoints)
    const receiver = await taker()
    const { secret } = await hook(tenant, receiver.url)
    const listener = await listen(tenant, ['tenant'])

    let kills = 0
    const writing = new AbortController()
    const over = writing.signal
    const killing = (async () => {
      for (; !over.aborted; kills++) {
        const seen = receiver.received.length
        const victim = consumers[Math.floor(Math.random() * consumers.length)]!
        await own.cloud.kill(`${victim}Function`)
        // Kill the next function after ten more deliveries, or after 1.5 s.
        await expect
          .poll(() => receiver.received.length, { timeout: seconds(1.5) })
          .toBeGreaterThan(seen + 10)
          .catch(() => undefined)
      }
    })()
    const parcels: Awaited<ReturnType<typeof changeParcel>>[] = []
    const clients = Array.from({ length: 6 }, async () => {
      while (parcels.length < changes / perParcel) {
        const at = parcels.push({ shipment_id: '', id: '' }) - 1
        parcels[at] = await changeParcel(tenant)
      }
    })
    await Promise.all(clients)
    writing.abort()
    await killing

    const timelines = await Promise.all(
      parcels.map(async ({ id }) => (await tenant.send(`GET /api/v1/packages/${id}/events`)).body as any[]),
    )
    const timelineIds = timelines.flat().map(({ id }) => id)
    const check = (events: any[]) => {
      const seen = events.filter(({ type }) => type === 'package.event_created').map(({ id }) => id)
      expect(timelineIds.filter((id) => !seen.includes(id))).toEqual([])
      const ends = events.filter(({ data }) => data.status === 'RETURNED')
      expect(ends).toHaveLength(parcels.length)
    }
    // The messages of a killed writer stay invisible for the queue's visibility timeout.
    const feed = await feedWith(tenant, check, seconds(60))
    expect(feed.map(({ number }) => number)).toEqual(feed.map((_, n) => n + 1))
    expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length)
    expectOrder(feed)

    const all = feed.map(({ id }) => id).sort()
    await receiver.until(
      (received) => expect([...new Set(received.map(({ id }) => id))].sort()).toEqual(all),
      seconds(90),
    )
    await listener.until(
      (events) => expect([...new Set(events.map(({ id }) => id))].sort()).toEqual(all),
      seconds(60),
    )
    expectOrder(firsts(receiver.verified(secret)))
    expectOrder(firsts(listener.events()))
    listener.close()
    report(
      'Faults',
      'Every change is delivered to all subscribers, in order, when any job is killed',
      `${feed.length} events of ${changes} changes, ${kills} kills: ${receiver.received.length} deliveries, ${listener.events().length} frames`,
    )
  },
  seconds(300),
)

const listening = size(60, 200)
describe(`${listening} listeners`, () => {
  test('receive a change within a second, also after half of them have disconnected', async () => {
    const tenant = await newTenant(freshAddress(), own.cloud.endpoints)
    const listeners: Listener[] = []
    for (let from = 0; from < listening; from += 20)
      listeners.push(...(await Promise.all(Array.from({ length: 20 }, () => listen(tenant, ['board'])))))
    const { id } = await book(tenant)
    let round = 0
    const statuses = ['PREPARING', 'RECEIVED'] as const
    const measureLatency = async (some: readonly Listener[]) => {
      const times: number[] = []
      for (let n = 0; n < 5; n++) {
        const status = statuses[round++ % 2]!
        const start = performance.now()
        const before = some.map((one) => one.frames.length)
        const latencies = some.map(
          (one, n) =>
            new Promise<number>((resolve) => {
              // The service disconnects a listener that a frame does not reach within a second.
              if (one.socket.readyState !== one.socket.OPEN) resolve(Infinity)
              one.socket.once('close', () => {
                resolve(Infinity)
              })
              one.socket.on('message', () => {
                const seen = one.frames.slice(before[n]).some(({ data }) => data?.status === status)
                if (seen) resolve(performance.now() - start)
              })
            }),
        )
        await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status } })
        times.push(...(await Promise.all(latencies)))
      }
      return times.sort((a, b) => a - b)
    }
    const all = await measureLatency(listeners)
    // Half of the listeners disconnect without a close frame.
    for (const { socket } of listeners.splice(0, listening / 2)) socket.terminate()
    const rest = await measureLatency(listeners)
    const median = (times: number[]) => Math.round(times[times.length >> 1]!)
    console.log(
      `Median latency: ${median(all)} ms with ${listening} listeners (maximum ${Math.round(all.at(-1)!)} ms), ${median(rest)} ms with ${listening / 2}`,
    )
    expect(median(all)).toBeLessThan(seconds(1))
    expect(median(rest)).toBeLessThan(seconds(1))
    for (const one of listeners) one.close()
  })
})
