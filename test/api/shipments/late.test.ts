import { beforeAll, expect, test } from 'vitest'
import { ids, walk } from '../../support/api/lists.ts'
import {
  add,
  addCourier,
  book,
  change,
  newTenant,
  openBag,
  pack,
  schedule,
  type Sender,
  type Tenant,
} from '../../support/api/tenant.ts'
import { withoutFaults } from '../../support/in-process/context.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { waitFor } from '../../support/suite/wait.ts'

// Late: neither delivered nor returned, while the day that public tracking shows as the estimated delivery has passed.
const day = 24 * 3600
let tenant: Tenant
/** The same company, so many days ago. */
async function daysAgo(days: number): Promise<Sender> {
  const past = inProcess(withoutFaults())
  past.pass(-days * day)
  const token = await tokenOf(tenant.user.tenant_id, { role: 'manager' }, 900, past)
  return { send: (key, options) => past.call(key, { token, ...options }) }
}
/** The bag of the shipment's package flies, with an arrival so many days ago. */
async function fly(shipment: { id: string }, days: number) {
  const [{ id }, bag] = [await add(tenant, shipment.id), await openBag(tenant)]
  await pack(tenant, bag.id, id)
  const arrival = Date.now() - days * day * 1000
  const flight = await schedule(tenant, {
    scheduled_departure: new Date(arrival - 3600_000).toISOString(),
    scheduled_arrival: new Date(arrival).toISOString(),
  })
  const body = { courier_id: (await addCourier(tenant)).id, flight_id: flight.id }
  await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
}
const listed = async (query = '') => ids((await walk(tenant, `/api/v1/shipments?late=true${query}`)).records)

let booked: Record<string, any>
beforeAll(async () => {
  tenant = await newTenant()
  const old = await daysAgo(9)
  const at = (sender: Sender, description: string, fields: object = {}) =>
    book(sender, { description, recipient_name: 'Nino Late', ...fields })
  booked = {
    waiting: await at(old, 'waits for its flight', { payment_status: 'PAID', reference: 'LATE-1' }),
    promised: await at(old, 'its flight lands tomorrow'),
    delivered: await at(old, 'is delivered'),
    returned: await at(old, 'is returned'),
    inTime: await at(await daysAgo(6), 'is expected tomorrow'),
    flown: await at(await daysAgo(5), 'landed four days ago'),
    landed: await at(await daysAgo(4), 'landed yesterday'),
    new: await at(tenant, 'is new'),
  }
  await fly(booked.promised, -1)
  await fly(booked.flown, 4)
  await fly(booked.landed, 1)
  for (const [one, status] of [
    [booked.delivered, 'DELIVERED'],
    [booked.returned, 'RETURNED'],
  ])
    await change(tenant, `PUT /api/v1/shipments/${one.id}`, { status })
  const all = Object.values(booked).map(({ id }) => id)
  const inList = async (path: string) => ids((await walk(tenant, path)).records)
  await waitFor(async () => {
    expect((await inList('/api/v1/shipments')).sort()).toEqual(all.sort())
    expect((await inList('/api/v1/shipments?status=IN_TRANSIT')).length).toBe(3)
    expect((await inList('/api/v1/shipments?status=RECEIVED')).length).toBe(3)
  })
})

test('are shipments without a flight a week after booking, and others two days after its arrival; oldest first', async () => {
  expect(await listed()).toEqual([booked.waiting.id, booked.flown.id])
})

test('are those whose day of public tracking has passed', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const late = []
  for (const { id, tracking_id } of Object.values(booked)) {
    const { body } = await tenant.call(`GET /api/v1/track/${tracking_id}`)
    if (body.finished_at === undefined && body.estimated_delivery < today) late.push(id)
  }
  expect(await listed()).toEqual(late)
})

test.each([1, 2, 3])('are complete, each once, in pages of up to %d', async (limit) => {
  expect(await listed(`&limit=${limit}`)).toEqual([booked.waiting.id, booked.flown.id])
})

test('are late from midnight in UTC after that day', async () => {
  const company = await newTenant()
  const service = inProcess(withoutFaults())
  const day = new Date(Date.now() - 20 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  const at = async (days: number, time: string): Promise<Sender> => {
    service.clock.now = new Date(Date.parse(`${day}T${time}Z`) + days * 24 * 3600 * 1000)
    const token = await tokenOf(company.user.tenant_id, { role: 'manager' }, 900, service)
    return { send: (key, options) => service.call(key, { token, ...options }) }
  }
  const { id } = await book(await at(0, '12:00'))
  const list = async (sender: Sender) => ids((await sender.send('GET /api/v1/shipments?late=true')).body)
  await waitFor(async () => expect(await list(await at(8, '00:00'))).toEqual([id]))
  expect(await list(await at(7, '23:59:59.999'))).toEqual([])
})

test('are narrowed by the other filters', async () => {
  expect(await listed('&status=IN_TRANSIT')).toEqual([booked.flown.id])
  expect(await listed('&status=DELIVERED')).toEqual([])
  expect(await listed('&payment_status=PAID')).toEqual([booked.waiting.id])
  const from = new Date(Date.now() - 6 * day * 1000).toISOString()
  expect(await listed(`&created_from=${from}`)).toEqual([booked.flown.id])
  expect(await listed(`&created_to=${from}`)).toEqual([booked.waiting.id])
  expect(await listed(`&created_from=${from}&created_to=2020-01-01`)).toEqual([])
  expect(await listed('&reference=late-1')).toEqual([booked.waiting.id])
  expect(await listed(`&tracking_id=${booked.landed.tracking_id}`)).toEqual([])
  await waitFor(async () =>
    expect((await listed('&q=late')).sort()).toEqual([booked.waiting.id, booked.flown.id].sort()),
  )
})

test('are not those that are delivered after all, and only late=true asks for them', async () => {
  await change(tenant, `PUT /api/v1/shipments/${booked.flown.id}`, { status: 'DELIVERED' })
  await waitFor(async () => expect(await listed()).toEqual([booked.waiting.id]))
  const { status, body } = await tenant.send('GET /api/v1/shipments?late=yes')
  expect([status, body.detail[0].loc]).toEqual([422, ['query', 'late']])
})
