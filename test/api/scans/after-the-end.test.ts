import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, book, change, openWarehouse, password, type Sender } from '../../support/api/tenant.ts'
import { freshAddress } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'

// Phones without a connection report later than what they report happened, and clocks differ.

let service: ReturnType<typeof inProcess>
let tenant: Sender
let warehouse_id: string
beforeAll(async () => {
  service = inProcess()
  const body = { email: `late-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const { access_token: token } = (await service.call('POST /api/v1/auth/register', { body })).body
  tenant = { send: (key, options) => service.call(key, { token, ...options }) }
  warehouse_id = (await openWarehouse(tenant)).id
})
beforeEach(() => {
  service.clock.now = new Date()
})

/** A shipment that was booked ten minutes ago, and its packages. */
async function parcel(packages = 1) {
  const { id, tracking_id } = await book(tenant)
  const all: { id: string; qr_code: string }[] = []
  for (let n = 0; n < packages; n++) all.push(await add(tenant, id))
  service.pass(600)
  const of = ({ id }: { id: string }) => `/api/v1/packages/${id}`
  const track = async () =>
    (await service.call(`GET /api/v1/track/${tracking_id}`, { from: freshAddress() })).body
  return {
    all,
    scan: async (event_type: string, minutesAgo = 0, { qr_code } = all[0]!) => {
      const occurred_at = new Date(service.clock.now.getTime() - minutesAgo * 60_000).toISOString()
      const body = { qr_code, warehouse_id, event_type, occurred_at }
      return change(tenant, 'POST /api/v1/scan-event', body)
    },
    track,
    /** What recipients see of packages. */
    shown: async () =>
      (await track()).events
        .filter(({ packages }: any) => packages !== undefined)
        .map(({ event_type }: any) => event_type),
    /** What the company sees. */
    timeline: async (pkg = all[0]!) =>
      (await tenant.send(`GET ${of(pkg)}/events`)).body.map(({ event_type }: any) => event_type),
    exception: async (pkg = all[0]!) => (await tenant.send(`GET ${of(pkg)}`)).body.exception,
    set: (status: string) => change(tenant, `PUT ${of(all[0]!)}`, { status, reason: 'Wrong parcel' }),
  }
}

describe.each(['DELIVERED', 'RETURNED'])('after a package was %s', (end) => {
  test.each(['DELIVERY_FAILED', 'CUSTOMS_HOLD', 'DAMAGED', 'PACKAGE_SCANNED'])(
    'a report of %s is recorded, but recipients do not see it, and no case opens',
    async (event_type) => {
      const { scan, shown, timeline, exception, track } = await parcel()
      await scan(end, 4)
      const { status, status_applied } = await scan(event_type, 2)
      expect({ status, status_applied }).toEqual({ status: end, status_applied: false })
      expect(await timeline()).toEqual(['PACKAGE_CREATED', end, event_type])
      expect(await shown()).toEqual(['PACKAGE_CREATED', end])
      const { events, finished_at } = await track()
      expect(finished_at).toBe(events.at(-1).timestamp)
      expect(await exception()).toBeNull()
    },
  )

  test.each(['DELIVERY_FAILED', 'CUSTOMS_HOLD', 'DAMAGED', 'PACKAGE_SCANNED'])(
    'a late report of %s before that is shown in its place; only damage is left to be settled',
    async (event_type) => {
      const { scan, shown, exception } = await parcel()
      await scan(end, 2)
      await scan(event_type, 4)
      expect(await shown()).toEqual(['PACKAGE_CREATED', event_type, end])
      expect((await exception())?.code).toBe(event_type === 'DAMAGED' ? 'DAMAGED' : undefined)
    },
  )
})

test('a package that is still on its way has its events, also after another one of the shipment was delivered', async () => {
  const { all, scan, track, exception } = await parcel(2)
  await scan('DELIVERED', 4)
  await scan('DELIVERY_FAILED', 2, all[1])
  const { events } = await track()
  expect(events.at(-1)).toMatchObject({ event_type: 'DELIVERY_FAILED', packages: [2] })
  expect((await exception(all[1])).code).toBe('DELIVERY_FAILED')
})

test('a lost package is found', async () => {
  const { scan, shown } = await parcel()
  await scan('LOST', 4)
  expect(await scan('ARRIVED_AT_WAREHOUSE', 2)).toMatchObject({ status: 'ARRIVED', status_applied: true })
  expect(await shown()).toEqual(['PACKAGE_CREATED', 'LOST', 'ARRIVED_AT_WAREHOUSE'])
})

test('a delivery that was corrected is not shown, and hides nothing', async () => {
  const { scan, shown, set } = await parcel()
  await scan('DELIVERED', 4)
  await scan('DELIVERY_FAILED', 2)
  await set('READY_FOR_PICKUP')
  expect(await shown()).toEqual(['PACKAGE_CREATED', 'DELIVERY_FAILED'])
  await scan('DELIVERED')
  expect(await shown()).toEqual(['PACKAGE_CREATED', 'DELIVERY_FAILED', 'DELIVERED'])
})

test('whatever phones report in whatever order, nothing that recipients see is in the future or after the end', async () => {
  const report = fc.record({
    event_type: fc.constantFrom(
      'PACKAGE_SCANNED',
      'ARRIVED_AT_WAREHOUSE',
      'DELIVERY_FAILED',
      'CUSTOMS_CLEARED',
      'DAMAGED',
      'DELIVERED',
      'RETURNED',
      'LOST',
    ),
    // Some clocks are ahead.
    minutesAgo: fc.integer({ min: -4, max: 9 }),
    pkg: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 6 }), async (reports) => {
      service.clock.now = new Date()
      const { all, scan, track } = await parcel(2)
      for (const { event_type, minutesAgo, pkg } of reports) await scan(event_type, minutesAgo, all[pkg])
      const statuses = await Promise.all(
        all.map(async ({ id }) => (await tenant.send(`GET /api/v1/packages/${id}`)).body.status),
      )
      const { events } = await track()
      const times = events.map(({ timestamp }: any) => timestamp)
      expect(times).toEqual(times.toSorted())
      expect(times.at(-1) <= service.clock.now.toISOString()).toBe(true)
      statuses.forEach((status, n) => {
        if (status !== 'DELIVERED' && status !== 'RETURNED') return
        const own = events.filter(({ packages }: any) => packages?.includes(n + 1))
        expect(own.at(-1).event_type).toBe(status)
      })
    }),
    { numRuns: 40 },
  )
})
