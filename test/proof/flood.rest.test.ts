import { expect, test } from 'vitest'
import { freshAddress } from '../support/api/client.ts'
import { feedOf } from '../support/api/feed.ts'
import { listen } from '../support/realtime/sockets.ts'
import { settingRows } from '../../shared/config/settings.ts'
import { report, size } from '../support/suite/figures.ts'
import { ownCloud } from '../support/suite/own-cloud.ts'
import { book, newTenant, type Tenant } from '../support/api/tenant.ts'
import { hook, taker } from '../support/webhooks/webhooks.ts'
import { seconds } from '../support/suite/time.ts'

/** The number of changes of the company that floods, and of its requests at once. */
const [changes, atOnce] = [Number(process.env['FLOOD_CHANGES'] ?? size(200, 5000)), 16]

const own = ownCloud()

const statuses = ['PREPARING', 'RECEIVED'] as const
const quantile = (times: number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? NaN)

/** Changes a shipment again and again; returns how long each event took from the response to a socket, in milliseconds. */
async function measure(tenant: Tenant, until: () => boolean): Promise<number[]> {
  const { id } = await book(tenant)
  const listener = await listen(tenant, ['tenant'])
  const times: number[] = []
  for (let n = 0; !until(); n++) {
    const before = listener.frames.length
    const status = statuses[n % 2]!
    const arrived = listener.until(
      () => expect(listener.frames.slice(before).some(({ data }) => data?.status === status)).toBe(true),
      seconds(60),
    )
    const changed = await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status } })
    expect(changed.status, changed.text).toBe(200)
    const start = performance.now()
    await arrived
    times.push(performance.now() - start)
  }
  listener.close()
  return times
}

test(`a company with ${changes} changes does not delay the events of another`, async () => {
  const [busy, other] = [
    await newTenant(freshAddress(), own.cloud.endpoints),
    await newTenant(freshAddress(), own.cloud.endpoints),
  ]
  const receiver = await taker()
  await hook(busy, receiver.url)
  let rounds = 0
  const alone = await measure(other, () => rounds++ >= 20)

  const began = performance.now()
  const ids = (await Promise.all(Array.from({ length: atOnce }, () => book(busy)))).map(
    ({ id }) => id as string,
  )
  let [left, isFlooding] = [changes, true]
  const flood = Promise.all(
    ids.map(async (id) => {
      for (let n = 0; left-- > 0; n++) {
        const body = { status: statuses[n % 2] }
        const changed = await busy.send(`PUT /api/v1/shipments/${id}`, { body })
        expect(changed.status, changed.text).toBe(200)
      }
    }),
  ).finally(() => (isFlooding = false))
  const during = await measure(other, () => !isFlooding)
  await flood
  const written = performance.now()
  const after = await measure(other, () => rounds++ >= 26)

  // Its own events: each once, and soon after its last change.
  // A change of status is in the timeline, too.
  const total = 2 * (changes + atOnce)
  // A company gets half of the posts that a host takes in a minute.
  const minutes = total / (settingRows.webhookPostsPerMinute.value / 2)
  await receiver.until(
    (received) => expect(received.length).toBeGreaterThanOrEqual(total),
    seconds(120) + minutes * 60_000,
  )
  const delivered = performance.now()
  const feed = await feedOf(busy, undefined, Math.ceil(total / 100))
  expect(feed.map(({ number }) => number)).toEqual(Array.from({ length: total }, (_, n) => n + 1))
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(feed.map(({ id }) => id)))
  for (const times of [during, after]) expect(quantile(times, 0.5)).toBeLessThan(seconds(2))
  const rate = Math.round((changes / (written - began)) * 1000)
  report(
    'Faults',
    'A company that floods does not delay the events of another',
    `${changes} changes, ${rate} a second: an event of another company arrives after ${quantile(during, 0.5)} ms at the median, ${quantile(during, 0.99)} ms at p99 (${quantile(alone, 0.5)} ms and ${quantile(alone, 0.99)} ms alone); the last webhook ${Math.round(delivered - written)} ms after the last change`,
  )
}, 1_200_000)
