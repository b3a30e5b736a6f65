import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { readFeed, appendEvents } from '../../shared/domain/events/feed.ts'
import { feed, type UnsequencedEvent } from '../../shared/domain/events/record.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

const now = new Date('2030-06-01T12:00:00.000Z')
const company = () =>
  tenantJobContext(inProcess({ store: memoryStore() }).runtime, mintGrant(randomUUID()), now)
const event = (timestamp = now): UnsequencedEvent => ({
  id: randomUUID(),
  type: 'shipment.status_changed',
  timestamp: timestamp.toISOString(),
  data: {
    ...{ shipment_id: randomUUID(), tracking_id: 'TRK-1' },
    ...{ status: 'IN_TRANSIT', previous_status: 'RECEIVED' },
  },
})
const numbers = async ({ table }: ReturnType<typeof company>) =>
  (await readFeed(table, { from: 0, limit: 200, now })).records.map(({ number }) => number)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('events get consecutive numbers, also if many are appended concurrently', async () => {
  const work = company()
  await Promise.all(
    [60, 50, 1].map((count) =>
      appendEvents(
        work,
        Array.from({ length: count }, () => event()),
      ),
    ),
  )
  expect(await numbers(work)).toEqual(upTo(111))
})

test('a redelivered event keeps its number', async () => {
  const work = company()
  const [one, two, three] = [event(), event(), event()]
  await appendEvents(work, [one, two, one])
  await appendEvents(work, [two, three])
  expect(await numbers(work)).toEqual(upTo(3))
})

test('readers wait at a missing number if the next event is recent, and skip it if the event is old', async () => {
  const [fresh, old] = [company(), company()]
  const yesterday = new Date(now.getTime() - 25 * 3600 * 1000)
  const gap = ({ table }: typeof fresh, timestamp: Date) =>
    [1, 2, 4].map((number) => table.create(feed, { ...event(timestamp), number }))
  await fresh.transact(async () => ({ writes: gap(fresh, now), result: undefined }))
  await old.transact(async () => ({ writes: gap(old, yesterday), result: undefined }))
  expect(await numbers(fresh)).toEqual([1, 2])
  expect(await numbers(old)).toEqual([1, 2, 4])
})
