import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../support/api/lists.ts'
import { addCourier, newTenant, openBag, schedule, type Tenant } from '../../support/api/tenant.ts'
import { tokenOfCourier } from '../../support/in-process/tokens.ts'

let tenant: Tenant
beforeAll(async () => void (tenant = await newTenant()))

/** A courier with two bags on a flight, of which a third bag is another courier's. */
async function trip() {
  const [courier, colleague, flight] = [
    await addCourier(tenant),
    await addCourier(tenant),
    await schedule(tenant),
  ]
  const [one, two, theirs] = [await openBag(tenant), await openBag(tenant), await openBag(tenant)]
  const assign = (bag: { id: string }, courier_id: string, flight_id: string = flight.id) =>
    tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, { body: { courier_id, flight_id } })
  for (const bag of [one, two]) await assign(bag, courier.id)
  await assign(theirs, colleague.id)
  const token = await tokenOfCourier(tenant.user.tenant_id, courier.id)
  const report = (body: object, id: string = courier.id) =>
    tenant.send(`POST /api/v1/couriers/${id}/no-shows`, { token, body: { cause: 'ILLNESS', ...body } })
  const marks = async () => {
    const read = async ({ id }: { id: string }) => (await tenant.send(`GET /api/v1/bags/${id}`)).body
    return Promise.all([one, two, theirs].map(async (bag) => (await read(bag)).courier_no_show as boolean))
  }
  return { courier, colleague, flight, one, two, theirs, assign, report, marks, token }
}

test('a courier who cannot take a flight reports it, and each of their bags on it needs another', async () => {
  const { courier, colleague, flight, one, two, theirs, assign, report, marks } = await trip()
  expect(await marks()).toEqual([false, false, false])
  const ofColleague = async () => (await tenant.send(`GET /api/v1/bags/${theirs.id}`)).body
  const before = await ofColleague()
  const first = await report({ flight_id: flight.id, note: 'Fever' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    courier_id: courier.id,
    flight_id: flight.id,
    cause: 'ILLNESS',
    note: 'Fever',
  })
  expect(await marks()).toEqual([true, true, false])
  expect(await ofColleague(), 'is not written').toEqual(before)
  const again = await report({ flight_id: flight.id, cause: 'OTHER' })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await tenant.send(`GET /api/v1/couriers/${courier.id}/stats`)).body).toMatchObject({
    no_show_count: 1,
    causes: [{ cause: 'ILLNESS', count: 1 }],
  })

  const inNeed = async (...bags: { id: string }[]) => {
    for (const limit of [1, 100])
      await eventually(
        tenant,
        `/api/v1/bags?courier_no_show=true&flight_id=${flight.id}&limit=${limit}`,
        bags.map(({ id }) => id),
      )
  }
  await inNeed(two, one)

  await assign(one, colleague.id)
  expect(await marks()).toEqual([false, true, false])
  await inNeed(two)
  await assign(two, courier.id, (await schedule(tenant)).id)
  expect(await marks()).toEqual([false, false, false])
})

test('a courier reports for themselves only, and a flight with a bag of theirs', async () => {
  const { courier, colleague, flight, report, marks, token } = await trip()
  const flight_id = flight.id
  const theirs = await report({ flight_id }, colleague.id)
  const unknown = await report({ flight_id }, randomUUID())
  expect([theirs.status, theirs.text]).toEqual([404, unknown.text])
  const missing = await report({})
  expect([missing.status, missing.body.detail[0].loc]).toEqual([422, ['body', 'flight_id']])
  const hidden = await report({ flight_id: (await schedule(tenant)).id })
  expect([hidden.status, hidden.body.detail]).toEqual([404, 'Flight not found'])
  const empty = await schedule(tenant, { courier_id: courier.id })
  expect((await report({ flight_id: empty.id })).status).toBe(409)
  expect(await marks()).toEqual([false, false, false])
  expect((await tenant.send(`GET /api/v1/couriers/${courier.id}/no-shows`, { token })).body).toEqual([])
})

test('a flight that has departed takes no report of a courier', async () => {
  const { one, flight, report } = await trip()
  const checkIn = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: flight.flight_number }
  await tenant.send(`PUT /api/v1/bags/${one.id}/checkin`, { body: checkIn })
  await tenant.send(`PUT /api/v1/flights/${flight.id}`, { body: { status: 'DEPARTED' } })
  const late = await report({ flight_id: flight.id })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
})

test('a no-show that the company records before the departure marks the bags too', async () => {
  const { colleague, flight, marks } = await trip()
  const body = { flight_id: flight.id, cause: 'UNREACHABLE' }
  expect((await tenant.send(`POST /api/v1/couriers/${colleague.id}/no-shows`, { body })).status).toBe(201)
  expect(await marks()).toEqual([false, false, true])
})
