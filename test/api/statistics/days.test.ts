import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import {
  add,
  addCourier,
  book,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { eventually } from '../../support/api/lists.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

const daysOf = async (tenant: Tenant, query = '') => {
  const { status, body, text } = await tenant.send(`GET /api/v1/statistics/days${query}`)
  expect(status, text).toBe(200)
  return body
}
const today = () => new Date().toISOString().slice(0, 10)
/** Waits until the days have these sums, and today's bookings have these statuses. */
const awaitSums = (tenant: Tenant, { booked_by_status = {}, ...counts }: any) =>
  waitFor(
    async () => {
      const days = await daysOf(tenant)
      const sum = (name: string) => days.reduce((all: number, day: any) => all + Number(day[name]), 0)
      const names = ['booked', 'delivered', 'delivered_on_time', 'returned']
      const shown = Object.fromEntries(names.map((name) => [name, sum(name)]))
      expect(shown).toEqual({ booked: 0, delivered: 0, delivered_on_time: 0, returned: 0, ...counts })
      expect(days.at(-1).booked_by_status).toMatchObject(booked_by_status)
    },
    { timeout: seconds(20), interval: 100 },
  )
const setStatus = async ({ send }: Tenant, id: string, status: string) => {
  const { status: answered, text } = await send(`PUT /api/v1/shipments/${id}`, { body: { status } })
  expect(answered, text).toBe(200)
}

test('has a day for each of two weeks up to today, with zeros, or for those of a period', async () => {
  const tenant = await newTenant()
  const days = await daysOf(tenant)
  expect(days).toHaveLength(14)
  expect(days.at(-1)).toEqual({
    date: today(),
    booked: 0,
    delivered: 0,
    delivered_on_time: 0,
    returned: 0,
    booked_by_status: {
      RECEIVED: 0,
      PREPARING: 0,
      IN_TRANSIT: 0,
      CONSOLIDATING: 0,
      READY_FOR_PICKUP: 0,
      DELIVERED: 0,
      RETURNED: 0,
    },
  })
  const dates = async (query: string) => (await daysOf(tenant, query)).map(({ date }: any) => date)
  expect(await dates('?from=2028-02-28&to=2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(await dates('?from=2028-02-28&to=2028-02-27')).toEqual([])
  expect(await dates('?from=2027-01-01&to=2027-04-02')).toHaveLength(92)
  const { status, body } = await tenant.send('GET /api/v1/statistics/days?from=2027-01-01&to=2027-04-03')
  expect([status, body.detail?.[0]?.loc]).toEqual([422, ['query', 'from']])
})

test('counts bookings, deliveries, returns and corrections, each once', async () => {
  const tenant = await newTenant()
  const shipments = await Promise.all(Array.from({ length: 20 }, () => book(tenant)))
  const [one, two, three, four] = shipments.map(({ id }) => id)
  await awaitSums(tenant, { booked: 20, booked_by_status: { RECEIVED: 20 } })
  await Promise.all([
    setStatus(tenant, one, 'DELIVERED'),
    setStatus(tenant, two, 'DELIVERED'),
    setStatus(tenant, three, 'RETURNED'),
    setStatus(tenant, four, 'READY_FOR_PICKUP'),
  ])
  await awaitSums(tenant, {
    booked: 20,
    delivered: 2,
    delivered_on_time: 2,
    returned: 1,
    booked_by_status: { RECEIVED: 16, READY_FOR_PICKUP: 1, DELIVERED: 2, RETURNED: 1 },
  })
  await setStatus(tenant, one, 'IN_TRANSIT')
  await tenant.send(`DELETE /api/v1/shipments/${three}`)
  await awaitSums(tenant, {
    booked: 19,
    delivered: 1,
    delivered_on_time: 1,
    booked_by_status: { RECEIVED: 16, IN_TRANSIT: 1, READY_FOR_PICKUP: 1, DELIVERED: 1, RETURNED: 0 },
  })
  // Of another company: nothing.
  await awaitSums(await newTenant(), {})
})

test('a delivery is on time until two days after the arrival of its flight', async () => {
  const tenant = await newTenant()
  const deliverAfter = async (days: number) => {
    const [shipment, bag] = [await book(tenant), await openBag(tenant)]
    const { id } = await add(tenant, shipment.id)
    await pack(tenant, bag.id, id)
    const arrival = Date.now() - days * 24 * 3600 * 1000
    const { id: flight_id } = await schedule(tenant, {
      scheduled_departure: new Date(arrival - 3600_000).toISOString(),
      scheduled_arrival: new Date(arrival).toISOString(),
    })
    const body = { courier_id: (await addCourier(tenant)).id, flight_id }
    expect((await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body })).status).toBe(200)
    await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
    const delivered = await tenant.send(`PUT /api/v1/packages/${id}`, { body: { status: 'DELIVERED' } })
    expect(delivered.status, delivered.text).toBe(200)
  }
  await deliverAfter(2)
  await awaitSums(tenant, { booked: 1, delivered: 1, delivered_on_time: 1 })
  // The day of the arrival is one of its airport, which may be the next one in UTC.
  await deliverAfter(4)
  await awaitSums(tenant, { booked: 2, delivered: 2, delivered_on_time: 1 })
})

test('a delivery counts on the day of its scan, also if the scan is sent later', async () => {
  const tenant = await newTenant()
  const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
  const past = inProcess(withoutFaults())
  past.pass(-9 * 24 * 3600)
  const token = await tokenOf(tenant.user.tenant_id, { role: 'manager' }, 900, past)
  const deliver = async (fields: object) => {
    const { body } = await past.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
    const packages = `POST /api/v1/shipments/${body.id}/packages`
    const { qr_code } = (await past.call(packages, { token, body: {} })).body
    const scan = { qr_code, event_type: 'DELIVERED', warehouse_id: randomUUID(), ...fields }
    const { status, text } = await tenant.send('POST /api/v1/scan-event', { body: scan })
    expect(status, text).toBe(200)
  }
  await deliver({ occurred_at: dayAgo(8) })
  await awaitSums(tenant, { booked: 1, delivered: 1, delivered_on_time: 1 })
  expect((await daysOf(tenant)).find(({ delivered }: any) => delivered > 0).date).toBe(dayAgo(8).slice(0, 10))
  await deliver({})
  await awaitSums(tenant, { booked: 2, delivered: 2, delivered_on_time: 1 })
  expect((await daysOf(tenant)).at(-1)).toMatchObject({ booked: 0, delivered: 1, delivered_on_time: 0 })
})

test('days are of the company’s time zone: the last is its today, and bookings of today are listed by it', async () => {
  const tenant = await newTenant()
  // A zone in which it is another day than in UTC.
  const time_zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const settings = await tenant.send('PUT /api/v1/settings', { body: { time_zone } })
  expect(settings.status, settings.text).toBe(200)
  const { id } = await book(tenant)
  await awaitSums(tenant, { booked: 1, booked_by_status: { RECEIVED: 1 } })
  const { date } = (await daysOf(tenant)).at(-1)
  expect(date).not.toBe(today())
  await eventually(tenant, `/api/v1/shipments?created_from=${date}&created_to=${date}`, [id])
})
