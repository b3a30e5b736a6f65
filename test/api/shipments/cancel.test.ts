import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedWith } from '../../support/api/feed.ts'
import {
  add,
  addCourier,
  book,
  change,
  handOver,
  newTenant,
  openBag,
  openCase,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const cancel = (id: string, body: object = {}) => tenant.send(`POST /api/v1/shipments/${id}/cancel`, { body })
const read = async (path: string) => (await tenant.send(`GET /api/v1/${path}`)).body
const put = (id: string, body: object) => change(tenant, `PUT /api/v1/shipments/${id}`, body)

describe('a cancelled shipment', () => {
  test('is RETURNED with its packages, keeps its price, and nothing is due', async () => {
    const shipment = await book(tenant, { price: 49.9, packages: 2, payment_status: 'UNPAID' })
    const { status, body } = await cancel(shipment.id, { reason: 'The sender changed their mind' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'RETURNED',
      payment_status: 'CANCELLED',
      price: 49.9,
      cancelled_at: body.updated_at,
      packages_count: 2,
    })
    expect(await read(`shipments/${shipment.id}`)).toEqual(body)
    const contents = await read(`shipments/${shipment.id}/packages`)
    expect(contents.map((one: any) => one.status)).toEqual(['RETURNED', 'RETURNED'])
    const events = await read(`packages/${contents[0].id}/events`)
    expect(events.at(-1)).toMatchObject({
      event_type: 'SHIPMENT_CANCELLED',
      reason: 'The sender changed their mind',
      actor_id: tenant.user.id,
    })
  })

  test.each([
    ['PENDING', 'CANCELLED'],
    ['COD', 'CANCELLED'],
    ['FAILED', 'CANCELLED'],
    ['PAID', 'PAID'],
    ['PARTIALLY_PAID', 'PARTIALLY_PAID'],
    ['REFUNDED', 'REFUNDED'],
  ])('that was %s is %s', async (payment_status, wanted) => {
    const { id } = await book(tenant, { payment_status })
    expect((await cancel(id)).body.payment_status).toBe(wanted)
  })

  test('is cancelled once, whoever asks again', async () => {
    const { id } = await book(tenant, { packages: 1 })
    const first = await cancel(id)
    const again = await cancel(id, { reason: 'again' })
    expect([again.status, again.body]).toEqual([200, first.body])
    const [one] = await read(`shipments/${id}/packages`)
    const types = (await read(`packages/${one.id}/events`)).map(({ event_type }: any) => event_type)
    expect(types).toEqual(['PACKAGE_CREATED', 'SHIPMENT_CANCELLED'])
  })

  test('leaves open bags, and the flight has its weight again', async () => {
    const [shipment, bag, flight] = [await book(tenant), await openBag(tenant), await schedule(tenant)]
    const own = await add(tenant, shipment.id, { weight: 3 })
    const other = await add(tenant, (await book(tenant)).id, { weight: 2 })
    await pack(tenant, bag.id, own.id)
    await pack(tenant, bag.id, other.id)
    const body = { courier_id: (await addCourier(tenant)).id, flight_id: flight.id }
    await change(tenant, `POST /api/v1/bags/${bag.id}/assign-courier`, body)
    expect((await cancel(shipment.id)).status).toBe(200)
    expect(await read(`bags/${bag.id}`)).toMatchObject({ total_packages: 1, total_weight_kg: 2 })
    const { max_weight_kg, available_weight_kg } = await read(`flights/${flight.id}`)
    expect(max_weight_kg - available_weight_kg).toBeCloseTo(2)
    expect(await read(`packages/${own.id}`)).toMatchObject({ status: 'RETURNED', bags: [], bag_history: [] })
    const types = (await read(`packages/${own.id}/events`)).map(({ event_type }: any) => event_type)
    expect(types.slice(-2)).toEqual(['REMOVED_FROM_BAG', 'SHIPMENT_CANCELLED'])
  })

  test('takes no package, no hand-over and no return any more', async () => {
    const { id } = await book(tenant, { packages: 1 })
    const [one] = await read(`shipments/${id}/packages`)
    await cancel(id)
    const detail = async (key: string, body: object) => {
      const { status, body: answer } = await tenant.send(`POST /api/v1/${key}`, { body })
      return [status, answer.detail]
    }
    const handedOver = { handover_id: randomUUID(), received_by: 'Giorgi', package_ids: [one.id] }
    expect(await detail(`shipments/${id}/packages`, { weight: 1 })).toEqual([
      409,
      'A shipment that is RETURNED takes no more packages',
    ])
    expect((await detail(`shipments/${id}/handovers`, handedOver))[0]).toBe(409)
    expect(await detail(`shipments/${id}/return`, {})).toEqual([
      409,
      'The shipment was cancelled before it left, so there is nothing to bring back',
    ])
  })

  test('is followed by its recipient as cancelled', async () => {
    const { id, tracking_id } = await book(tenant, { packages: 1, origin: 'Moscow (SVO)' })
    const { cancelled_at } = (await cancel(id, { reason: 'not for the public' })).body
    const [{ qr_code }] = await read(`shipments/${id}/packages`)
    // Reported by a phone that had no connection.
    const scan = { qr_code, event_type: 'PACKAGE_SCANNED', warehouse_id: randomUUID() }
    await change(tenant, 'POST /api/v1/scan-event', scan)
    const { text, body } = await tenant.call(`GET /api/v1/track/${tracking_id}`)
    expect(body).toMatchObject({ status: 'RETURNED', cancelled_at, finished_at: cancelled_at })
    expect(body.events.at(-1)).toMatchObject({
      event_type: 'SHIPMENT_CANCELLED',
      location: 'SVO',
      packages: [1],
    })
    expect(text).not.toContain('not for the public')
  })

  test('keeps its open cases, which people still settle', async () => {
    const { id } = await book(tenant, { packages: 1 })
    const [one] = await read(`shipments/${id}/packages`)
    const opened = await openCase(tenant, { package_ids: [one.id] })
    expect((await cancel(id)).status).toBe(200)
    expect((await read(`cases/${opened.id}`)).status).toBe('OPEN')
  })

  test('goes on when a manager corrects its status, with its packages as they were', async () => {
    const { id } = await book(tenant, { packages: 2 })
    const [one] = await read(`shipments/${id}/packages`)
    await change(tenant, `PUT /api/v1/packages/${one.id}`, { status: 'IN_WAREHOUSE' })
    await cancel(id)
    expect(await put(id, { status: 'PREPARING' })).toMatchObject({ status: 'PREPARING', cancelled_at: null })
    const { tracking_id } = await read(`shipments/${id}`)
    const tracked = (await tenant.send(`GET /api/v1/track/${tracking_id}`)).body
    expect(tracked.events.map(({ event_type }: any) => event_type)).not.toContain('SHIPMENT_CANCELLED')
    const statuses = (await read(`shipments/${id}/packages`)).map(({ status }: any) => status)
    expect(statuses.sort()).toEqual(['CREATED', 'IN_WAREHOUSE'])
    expect((await cancel(id)).body).toMatchObject({ status: 'RETURNED', cancelled_at: expect.any(String) })
  })

  test('is announced', async () => {
    const { id } = await book(tenant, { packages: 1 })
    await cancel(id)
    await feedWith(tenant, (events) => {
      const own = events.filter(({ data }) => data.shipment_id === id)
      expect(own).toContainEqual(
        expect.objectContaining({
          type: 'shipment.status_changed',
          data: expect.objectContaining({ status: 'RETURNED', previous_status: 'RECEIVED' }),
        }),
      )
      expect(own).toContainEqual(
        expect.objectContaining({ data: expect.objectContaining({ event_type: 'SHIPMENT_CANCELLED' }) }),
      )
    })
  })

  test('frees the shipment that it would have brought back for another return', async () => {
    const there = await book(tenant)
    const returned = async () => (await tenant.send(`POST /api/v1/shipments/${there.id}/return`)).body
    const back = await returned()
    const refused = await cancel(there.id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `The shipment has a return, ${back.id}, so it cannot be cancelled; cancel that first`,
    ])
    expect((await cancel(back.id)).body).toMatchObject({ status: 'RETURNED', return_of: there.id })
    expect(await read(`shipments/${there.id}`)).not.toHaveProperty('return_id')
    expect((await returned()).return_of).toBe(there.id)
  })
})

describe('a shipment is not cancelled', () => {
  const instead = expect.stringMatching(/so the shipment cannot be cancelled; book its return instead/)
  const refusal = async (id: string) => {
    const { status, body } = await cancel(id)
    expect((await read(`shipments/${id}`)).cancelled_at).toBeNull()
    return [status, body.detail]
  }

  test('after it was delivered or returned', async () => {
    for (const status of ['DELIVERED', 'RETURNED']) {
      const { id } = await book(tenant)
      await put(id, { status })
      expect(await refusal(id)).toEqual([409, `The shipment is ${status}, so it cannot be cancelled`])
    }
  })

  test('once a bag with one of its packages is closed', async () => {
    const [{ id }, bag] = [await book(tenant), await openBag(tenant)]
    await pack(tenant, bag.id, (await add(tenant, id)).id)
    await change(tenant, `PUT /api/v1/bags/${bag.id}/seal`)
    expect(await refusal(id)).toEqual([409, instead])
    const travelling = (await read(`shipments/${id}/packages`)).map(({ status }: any) => status)
    expect(travelling).toEqual(['ASSIGNED_TO_BAG'])
  })

  test.each(['ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED'])('once a package is %s', async (status) => {
    const { id } = await book(tenant, { packages: 2 })
    const [one] = await read(`shipments/${id}/packages`)
    await change(tenant, `PUT /api/v1/packages/${one.id}`, { status })
    expect(await refusal(id)).toEqual([409, instead])
  })

  test('once a package has travelled in an earlier bag, though it is in an open one now', async () => {
    const [{ id }, first, second] = [await book(tenant), await openBag(tenant), await openBag(tenant)]
    const one = await add(tenant, id)
    await pack(tenant, first.id, one.id)
    await change(tenant, `PUT /api/v1/bags/${first.id}/seal`)
    await change(tenant, `PUT /api/v1/packages/${one.id}`, { status: 'ARRIVED' })
    await pack(tenant, second.id, one.id)
    expect(await refusal(id)).toEqual([409, instead])
  })

  test('once people have set it on its way', async () => {
    const { id } = await book(tenant)
    await put(id, { status: 'IN_TRANSIT' })
    expect(await refusal(id)).toEqual([
      409,
      expect.stringMatching(/^The shipment was set to IN_TRANSIT, so it cannot be cancelled; book its return/),
    ])
  })

  test('after a hand-over of a part', async () => {
    const { id } = await book(tenant, { packages: 1 })
    await handOver(tenant, id)
    expect((await refusal(id))[0]).toBe(409)
  })

  test('by a warehouse, nor by another company', async () => {
    const { id } = await book(tenant)
    const token = await tokenOf(tenant.user.tenant_id, { role: 'warehouse' })
    const forbidden = await tenant.send(`POST /api/v1/shipments/${id}/cancel`, { body: {}, token })
    expect(forbidden.status).toBe(403)
    const other = await newTenant()
    expect((await other.send(`POST /api/v1/shipments/${id}/cancel`, { body: {} })).status).toBe(404)
    expect((await read(`shipments/${id}`)).cancelled_at).toBeNull()
  })
})
