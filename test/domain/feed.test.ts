import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import { appendEvents } from '../../shared/domain/events/append.ts'
import { readFeed } from '../../shared/domain/events/feed.ts'
import { heads } from '../../shared/domain/events/head.ts'
import { feed, type UnsequencedEvent } from '../../shared/domain/events/record.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { size } from '../support/suite/proof.ts'

const now = new Date('2030-06-01T12:00:00.000Z')
const company = () =>
  tenantJobContext(inProcess({ store: memoryStore() }).runtime, mintGrant(randomUUID()), now)
const event = (timestamp = now): UnsequencedEvent => ({
  id: randomUUID(),
  type: 'shipment.status_changed',
  timestamp: timestamp.toISOString(),
  data: {
    shipment_id: randomUUID(),
    tracking_id: 'TRK-1',
    status: 'IN_TRANSIT',
    previous_status: 'RECEIVED',
  },
})
const events = (count: number) => Array.from({ length: count }, () => event())
const read = async ({ table }: ReturnType<typeof company>, from = 0, limit = 1000) =>
  (await readFeed(table, { from, limit })).page.records
const numbers = async (work: ReturnType<typeof company>) => (await read(work)).map(({ number }) => number)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('events get consecutive numbers in their order, over several transactions and partitions', async () => {
  const work = company()
  const [first, second] = [events(150), events(450)]
  expect(await appendEvents(work, first)).toMatchObject({ number: 150 })
  expect(await appendEvents(work, second)).toMatchObject({ number: 600 })
  const found = await read(work)
  expect(found.map(({ number }) => number)).toEqual(upTo(600))
  expect(found.map(({ id }) => id)).toEqual([...first, ...second].map(({ id }) => id))
})

test('a redelivered event keeps its number', async () => {
  const work = company()
  const [one, two, three] = [event(), event(), event()]
  await appendEvents(work, [one, two, one])
  await appendEvents(work, [two, three])
  expect(await numbers(work)).toEqual(upTo(3))
})

// A writer that crashes has written some of its transactions. The queue delivers its messages again, and perhaps with
// others after them, while the first writer may still run.
test(
  'whichever transactions a writer completed before it crashed, the next one completes the same numbers',
  { timeout: size(30_000, 300_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 10 }),
        fc.nat(9),
        fc.nat(300),
        async (survivors, before, more) => {
          const work = company()
          await appendEvents(work, events(before))
          const all = events(400)
          const crashed = all.slice(0, 400 - more)
          let commits = 0
          const failing = {
            ...work,
            transact: ((decide) =>
              survivors.includes(commits++)
                ? work.transact(decide)
                : Promise.reject(new Error('crash'))) as typeof work.transact,
          }
          const first = appendEvents(failing, crashed).catch(() => undefined)
          await appendEvents(work, all.slice(0, 200))
          await first
          expect((await read(work)).map(({ id }) => id).slice(before, before + 200)).toEqual(
            all.slice(0, 200).map(({ id }) => id),
          )
          await appendEvents(work, all)
          const found = await read(work)
          expect(found.map(({ number }) => number)).toEqual(upTo(before + 400))
          expect(found.slice(before).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
        },
      ),
      { numRuns: size(20, 200) },
    )
  },
)

test('readers see no event before all of lower numbers are there', async () => {
  const work = company()
  await appendEvents(work, events(1))
  const { table } = work
  await work.transact(async () => ({
    writes: [3, 4].map((number) => table.create(feed, { ...event(), number })),
    result: undefined,
  }))
  expect(await numbers(work)).toEqual([1])
})

test('readers continue after expired events, and page by page', async () => {
  const work = company()
  const { table } = work
  const kept = [1001, 1002, 1100]
  await work.transact(async () => ({
    writes: [
      ...kept.map((number) => table.create(feed, { ...event(), number })),
      table.create(heads, { number: 1100, version: 1 }),
    ],
    result: undefined,
  }))
  expect((await read(work, 0, 10)).map(({ number }) => number)).toEqual([1001, 1002])
  expect((await read(work, 1002, 10)).map(({ number }) => number)).toEqual([1100])
  expect(await read(work, 1100, 10)).toEqual([])
})
