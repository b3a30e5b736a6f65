import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../shared/db/grant.ts'
import type { Store } from '../../shared/db/store.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import { shipmentStatuses } from '../../shared/domain/shipments/status.ts'
import { countShipments } from '../../shared/domain/statistics/count.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { exampleOf } from '../support/api/tenant.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { inProcess } from '../support/in-process/service.ts'
import { tableOn } from '../support/in-process/table.ts'
import { tokenOf } from '../support/in-process/tokens.ts'
import { size } from '../support/suite/figures.ts'
import { dyingStore } from '../support/transfers/company.ts'
import { seconds } from '../support/suite/time.ts'

const n = fc.nat(9)
const some = fc.array(n, { maxLength: 4 })
const step = fc.oneof(
  fc.record({ name: fc.constant('book' as const) }),
  fc.record({ name: fc.constant('set' as const), n, to: fc.constantFrom(...shipmentStatuses) }),
  fc.record({ name: fc.constant('set' as const), n, to: fc.constant('DELIVERED' as const) }),
  fc.record({ name: fc.constant('remove' as const), n }),
  fc.record({ name: fc.constant('pass' as const), days: fc.constantFrom(1, 9) }),
  fc.record({ name: fc.constant('count' as const), some, other: some }),
  fc.record({ name: fc.constant('die' as const), some, isSent: fc.boolean() }),
)
/** Deliveries on time and late, and a return: what walks may not contain. */
const ends: Step[] = [
  ...Array.from({ length: 3 }, () => ({ name: 'book' as const })),
  { name: 'set', n: 0, to: 'DELIVERED' },
  { name: 'set', n: 1, to: 'RETURNED' },
  { name: 'pass', days: 9 },
  { name: 'set', n: 2, to: 'DELIVERED' },
]
interface Day {
  delivered: number
  delivered_on_time: number
  returned: number
}
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const tenant_id = randomUUID()

/** A shipment as the test knows it: when it was booked, its status, and the day of its last change of status. */
interface Known {
  booked_at: string
  status: string
  changed_on: string
}
const dayOf = (time: string) => time.slice(0, 10)
const dayMilliseconds = 24 * 3600 * 1000

/** What the statistics of a day should be. */
function dayWith(date: string, all: readonly Known[]) {
  const booked = all.filter(({ booked_at }) => dayOf(booked_at) === date)
  const ended = (status: string) => all.filter((one) => one.status === status && one.changed_on === date)
  const delivered = ended('DELIVERED')
  const inAWeek = ({ booked_at }: Known) => Date.parse(date) <= Date.parse(booked_at) + 7 * dayMilliseconds
  return {
    date,
    booked: booked.length,
    delivered: delivered.length,
    returned: ended('RETURNED').length,
    delivered_on_time: delivered.filter(inAWeek).length,
    booked_by_status: Object.fromEntries(
      shipmentStatuses.map((status) => [status, booked.filter((one) => one.status === status).length]),
    ),
  }
}

async function walk(steps: Step[]) {
  const store = memoryStore()
  const service = inProcess({ store })
  const { call, runtime, clock, pass } = service
  const token = await tokenOf(tenant_id, { role: 'manager' }, 365 * 24 * 3600, service)
  const grant = mintGrant(tenant_id)
  /** What a worker does whose transactions go to `to`. */
  const count = (ids: string[], to: Store = store) => {
    const given = { ...runtime, store: to, tenant: () => tableOn(to, grant) }
    return countShipments(tenantJobContext(given, grant, clock.now), ids)
  }
  const send = (key: string, body?: object) => call(key, { token, body, contract: false })
  const today = () => dayOf(clock.now.toISOString())
  const first = today()
  const end = new Date(clock.now.getTime() + 80 * dayMilliseconds)
  const ids: string[] = []
  const known = new Map<string, Known>()
  const nth = (n: number) => ids[n % ids.length] ?? randomUUID()
  const picked = (some: number[]) => some.map(nth)
  for (const one of steps)
    switch (one.name) {
      case 'book': {
        const { body } = await send('POST /api/v1/shipments', exampleOf(NewShipment))
        ids.push(body.id)
        known.set(body.id, { booked_at: body.created_at, status: body.status, changed_on: today() })
        break
      }
      case 'set': {
        const before = known.get(nth(one.n))
        const { status, body } = await send(`PUT /api/v1/shipments/${nth(one.n)}`, { status: one.to })
        expect([200, 404, 409]).toContain(status)
        if (status === 200 && before && body.status !== before.status)
          Object.assign(before, { status: body.status, changed_on: today() })
        break
      }
      case 'remove':
        if ((await send(`DELETE /api/v1/shipments/${nth(one.n)}`)).status === 200) known.delete(nth(one.n))
        break
      case 'pass':
        if (clock.now < end) pass((one.days * dayMilliseconds) / 1000)
        break
      case 'count':
        // Two workers at the same time, and messages that come twice.
        await Promise.all([count(picked(one.some)), count(picked([...one.some, ...one.other]))])
        break
      case 'die':
        await count(picked(one.some), dyingStore(store, 0, one.isSent)).catch(() => undefined)
    }
  await count(ids)
  const { status, body, text } = await send(`GET /api/v1/statistics/days?from=${first}&to=${today()}`)
  expect(status, text).toBe(200)
  expect(body).toEqual(body.map(({ date }: { date: string }) => dayWith(date, [...known.values()])))
  expect(body.at(-1).date).toBe(today())
  return body
}

test(
  'each day has what its shipments have become, also with two workers, repeated messages, dead workers and corrections',
  { timeout: seconds(600) },
  async () => {
    let [delivered, late, returned] = [0, 0, 0]
    const walkAndSum = async (steps: Step[]) => {
      for (const day of (await walk(steps)) as Day[]) {
        delivered += day.delivered
        late += day.delivered - day.delivered_on_time
        returned += day.returned
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), walkAndSum), {
      examples: [[ends]],
      numRuns: Number(process.env.MODEL_RUNS ?? size(40, 300)),
    })
    for (const counted of [delivered, late, returned]) expect(counted).toBeGreaterThan(0)
  },
)
