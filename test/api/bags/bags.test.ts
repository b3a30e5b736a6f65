import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
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
import { ids } from '../../support/api/lists.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
/** Lists may lag by a moment. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 100 })
const send = (key: string, body?: object) => tenant.send(key, { body })
const read = async (id: string) => (await send(`GET /api/v1/bags/${id}`)).body
const parcel = async (fields = {}) => add(tenant, (await book(tenant)).id, fields)
const packageOf = async (id: string) => (await send(`GET /api/v1/packages/${id}`)).body
const timeline = async (id: string) => (await send(`GET /api/v1/packages/${id}/events`)).body
const checkin = (id: string, fields = {}) =>
  send(`PUT /api/v1/bags/${id}/checkin`, { ...exampleOf(CheckIn), ...fields })
const assign = async (id: string, flight: { id: string }, courier?: { id: string }) => {
  const { id: courier_id } = courier ?? (await addCourier(tenant))
  return send(`POST /api/v1/bags/${id}/assign-courier`, { courier_id, flight_id: flight.id })
}

describe('opening a bag', () => {
  test('answers it open and empty, with nobody assigned', async () => {
    const warehouse_id = randomUUID()
    const input = { label: 'MOW-TBS-7', origin: 'svo', destination: ' tbs ', warehouse_id }
    const { status, body, headers } = await send('POST /api/v1/bags', input)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      tenant_id: tenant.user.tenant_id,
      label: 'MOW-TBS-7',
      origin: 'SVO',
      destination: 'TBS',
      warehouse_id,
      status: 'OPEN',
      assignment_status: 'UNASSIGNED',
      courier_id: null,
      courier_name: null,
      flight_id: null,
      flight_number: null,
      airline: null,
      airline_tag_code: null,
      total_packages: 0,
      total_weight_kg: 0,
      arrived_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      qr_data: { t: 'bag', i: body.id, c: expect.stringMatching(/^[0-9a-f]{64}$/), v: 1 },
    })
    expect(headers.etag).toBe('"1"')
    expect(await read(body.id)).toEqual(body)
    // The warehouse came into being with its first use, once.
    const warehouse = await send(`GET /api/v1/warehouses/${warehouse_id}`)
    expect(warehouse.body.code).toMatch(/^WH-[0-9A-Z]{6}$/)
    await openBag(tenant, { warehouse_id })
    expect((await send(`GET /api/v1/warehouses/${warehouse_id}`)).body).toEqual(warehouse.body)
  })

  test('may name a courier, who must be there', async () => {
    const courier = await addCourier(tenant)
    expect(await openBag(tenant, { courier_id: courier.id })).toMatchObject({
      courier_id: courier.id,
      courier_name: courier.full_name,
      assignment_status: 'UNASSIGNED',
    })
    const unknown = await send('POST /api/v1/bags', {
      label: 'x',
      origin: 'SVO',
      destination: 'TBS',
      warehouse_id: randomUUID(),
      courier_id: randomUUID(),
    })
    expect([unknown.status, unknown.body.detail]).toEqual([404, 'Courier not found'])
  })

  test('needs label, airports and a warehouse’s UUID', async () => {
    const { body } = await send('POST /api/v1/bags', { origin: 'MOSCOW', warehouse_id: 'WH-1' })
    expect(body.detail.map(({ loc }: any) => loc[1])).toEqual([
      'label',
      'origin',
      'destination',
      'warehouse_id',
    ])
  })
})

describe('the packages of a bag', () => {
  test('go in and count, with their weight; once, however often they are put in', async () => {
    const [bag, one, other] = [
      await openBag(tenant),
      await parcel({ weight: 1.1 }),
      await parcel({ weight: 2.2 }),
    ]
    const first = await pack(tenant, bag.id, one.id)
    expect(first).toMatchObject({ id: bag.id, package_id: one.id, total_packages: 1, total_weight_kg: 1.1 })
    await pack(tenant, bag.id, other.id)
    expect(await pack(tenant, bag.id, one.id)).toMatchObject({ total_packages: 2, total_weight_kg: 3.3 })
    expect(await packageOf(one.id)).toMatchObject({
      status: 'ASSIGNED_TO_BAG',
      bags: [bag.id],
      bag_history: [],
    })
    const listed = await send(`GET /api/v1/bags/${bag.id}/packages`)
    expect(listed.body).toEqual([await packageOf(other.id), await packageOf(one.id)])
    expect((await send(`GET /api/v1/shipments/${one.shipment_id}`)).body.status).toBe('IN_TRANSIT')
  })

  test('come out again as they were, and leave no trace in the bag', async () => {
    const [bag, one] = [await openBag(tenant), await parcel({ weight: 1.5 })]
    await send(`PUT /api/v1/packages/${one.id}`, { status: 'IN_WAREHOUSE' })
    await pack(tenant, bag.id, one.id)
    const { status, body } = await send(`DELETE /api/v1/bags/${bag.id}/packages/${one.id}`)
    expect([status, body.package_id, body.total_packages, body.total_weight_kg]).toEqual([200, one.id, 0, 0])
    expect(await packageOf(one.id)).toMatchObject({ status: 'IN_WAREHOUSE', bags: [], bag_history: [] })
    const again = await send(`DELETE /api/v1/bags/${bag.id}/packages/${one.id}`)
    expect([again.status, again.body.detail]).toEqual([404, 'The package is not in this bag'])
    expect((await timeline(one.id)).map((event: any) => event.event_type)).toEqual([
      'PACKAGE_CREATED',
      'PACKAGE_SCANNED',
      'ASSIGNED_TO_BAG',
      'REMOVED_FROM_BAG',
    ])
  })

  test('neither come nor go once it is sealed, and are in one bag at a time', async () => {
    const [bag, other, one, late] = [
      await openBag(tenant),
      await openBag(tenant),
      await parcel(),
      await parcel(),
    ]
    await pack(tenant, bag.id, one.id)
    expect((await send(`POST /api/v1/bags/${other.id}/packages/${one.id}`)).status).toBe(409)
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    for (const key of [
      `POST /api/v1/bags/${bag.id}/packages/${late.id}`,
      `DELETE /api/v1/bags/${bag.id}/packages/${one.id}`,
    ])
      expect((await send(key)).status).toBe(409)
    // What is in it already stays in it, so asking once more is no fault.
    expect((await send(`POST /api/v1/bags/${bag.id}/packages/${one.id}`)).status).toBe(200)
    expect((await send(`DELETE /api/v1/bags/${bag.id}`)).body.detail).toMatch(/remove its packages first/)
  })

  test('unknown ones, and unknown bags, are not found', async () => {
    const bag = await openBag(tenant)
    const key = (bag: string, one: string) => `POST /api/v1/bags/${bag}/packages/${one}`
    expect((await send(key(bag.id, randomUUID()))).body.detail).toBe('Package not found')
    expect((await send(key(randomUUID(), randomUUID()))).body.detail).toBe('Bag not found')
  })

  test('that weigh more take more of the flight, until it is under way', async () => {
    const [bag, one, flight] = [
      await openBag(tenant),
      await parcel({ weight: 2 }),
      await schedule(tenant, { max_weight_kg: 5 }),
    ]
    await assign(bag.id, flight)
    await pack(tenant, bag.id, one.id)
    const weigh = (weight: number) => send(`PUT /api/v1/packages/${one.id}`, { weight })
    const left = async () => (await send(`GET /api/v1/flights/${flight.id}`)).body.available_weight_kg
    expect(await left()).toBe(3)
    expect((await weigh(4.5)).status).toBe(200)
    expect([await left(), (await read(bag.id)).total_weight_kg]).toEqual([0.5, 4.5])
    expect((await weigh(5.001)).status).toBe(409)
    await checkin(bag.id)
    expect((await weigh(4)).status).toBe(200)
    await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
    const late = await weigh(3)
    expect([late.status, late.body.detail]).toEqual([
      409,
      'The package is in a bag that is IN_TRANSIT; its weight cannot change any more',
    ])
    expect(await left()).toBe(1)
  })
})

describe('a package that weighs otherwise when a bag holds it again', () => {
  test('weighs so on the manifest and on the flight, if there is room', async () => {
    const [bag, one, flight] = [
      await openBag(tenant),
      await parcel({ weight: 10 }),
      await schedule(tenant, { max_weight_kg: 20 }),
    ]
    await pack(tenant, bag.id, one.id)
    await assign(bag.id, flight)
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    const put = (body: object) => send(`PUT /api/v1/packages/${one.id}`, body)
    const weights = async () => [
      (await read(bag.id)).total_weight_kg,
      (await send(`GET /api/v1/flights/${flight.id}`)).body.available_weight_kg,
    ]
    await put({ status: 'ARRIVED' })
    await put({ weight: 100 })
    expect(await weights()).toEqual([10, 10])
    const heavy = await put({ status: 'ASSIGNED_TO_BAG' })
    expect([heavy.status, heavy.body.detail]).toEqual([
      409,
      expect.stringMatching(/has not that much weight left$/),
    ])
    await put({ weight: 15 })
    expect((await put({ status: 'ASSIGNED_TO_BAG' })).status).toBe(200)
    expect(await weights()).toEqual([15, 5])
    await put({ weight: 1 })
    expect(await weights()).toEqual([1, 19])
    await put({ status: 'LOST', weight: 3 })
    await checkin(bag.id)
    await send(`PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
    // The manifest stands once the bag is on its way.
    expect((await put({ status: 'IN_TRANSIT' })).status).toBe(409)
    expect((await put({ status: 'IN_TRANSIT', weight: 1 })).status).toBe(200)
    expect(await weights()).toEqual([1, 19])
  })
})

describe('courier and flight', () => {
  test('are assigned in any state on the ground; the answer is ASSIGNED, the bag stays what it is', async () => {
    const [flight, courier] = [await schedule(tenant), await addCourier(tenant)]
    for (const steps of [[], ['seal'], ['checkin'], ['seal', 'checkin']]) {
      const bag = await openBag(tenant)
      for (const step of steps)
        await send(`PUT /api/v1/bags/${bag.id}/${step}`, step === 'checkin' ? exampleOf(CheckIn) : undefined)
      const before = (await read(bag.id)).status
      const { status, body } = await assign(bag.id, flight, courier)
      expect([status, body]).toEqual([
        200,
        {
          id: bag.id,
          courier_id: courier.id,
          courier_name: courier.full_name,
          flight_id: flight.id,
          flight_number: flight.flight_number,
          status: 'ASSIGNED',
        },
      ])
      expect(await read(bag.id)).toMatchObject({
        status: before,
        assignment_status: 'ASSIGNED',
        flight_id: flight.id,
      })
    }
    expect((await send(`GET /api/v1/flights/${flight.id}`)).body.bags_count).toBe(4)
    await eventually(async () => {
      expect(((await send(`GET /api/v1/couriers/${courier.id}/bags`)).body as any[]).length).toBe(4)
      expect(ids((await send(`GET /api/v1/couriers/${courier.id}/flights`)).body)).toEqual([flight.id])
    })
  })

  test('take the bag’s weight from the flight, and give it back when another is assigned', async () => {
    const [bag, one] = [await openBag(tenant), await parcel({ weight: 3 })]
    await pack(tenant, bag.id, one.id)
    const [small, wide, wider] = [2, 10, 20].map((max_weight_kg) => schedule(tenant, { max_weight_kg }))
    const left = async (flight: { id: string }) => (await send(`GET /api/v1/flights/${flight.id}`)).body
    const refused = await assign(bag.id, await small!)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/has not that much weight left$/),
    ])
    expect((await assign(bag.id, await wide!)).status).toBe(200)
    expect(await left(await wide!)).toMatchObject({ available_weight_kg: 7, bags_count: 1 })
    expect((await assign(bag.id, await wider!)).status).toBe(200)
    expect(await left(await wide!)).toMatchObject({ available_weight_kg: 10, bags_count: 0 })
    expect(await left(await wider!)).toMatchObject({ available_weight_kg: 17, bags_count: 1 })
    expect((await send(`DELETE /api/v1/flights/${(await wider!).id}`)).status).toBe(409)
  })

  test('must be there before anything else, and must be free to go', async () => {
    const [bag, flight, courier] = [await openBag(tenant), await schedule(tenant), await addCourier(tenant)]
    expect((await assign(bag.id, { id: randomUUID() })).body.detail).toBe('Flight not found')
    expect((await assign(bag.id, flight, { id: randomUUID() })).body.detail).toBe('Courier not found')
    await send(`DELETE /api/v1/couriers/${courier.id}`)
    expect((await assign(bag.id, flight, courier)).body.detail).toBe('The courier is INACTIVE')
    await send(`PUT /api/v1/flights/${flight.id}`, { status: 'CANCELLED' })
    expect((await assign(bag.id, flight)).status).toBe(409)
    expect((await read(bag.id)).assignment_status).toBe('UNASSIGNED')
  })
})

describe('closing and checking in', () => {
  test('a bag is sealed once; that again, and after check-in, changes nothing', async () => {
    const { id } = await openBag(tenant)
    const seal = () => send(`PUT /api/v1/bags/${id}/seal`)
    const sealed = await seal()
    expect([sealed.status, sealed.body.status, sealed.headers.etag]).toEqual([200, 'SEALED', '"2"'])
    expect((await seal()).headers.etag).toBe('"2"')
    await checkin(id)
    expect((await seal()).body.status).toBe('CHECKED_IN')
    await send(`PUT /api/v1/bags/${id}`, { status: 'IN_TRANSIT' })
    expect((await seal()).status).toBe(409)
  })

  test('a bag is checked in from any state on the ground, and once more under a new tag', async () => {
    for (const steps of [[], ['seal']]) {
      const { id } = await openBag(tenant)
      for (const step of steps) await send(`PUT /api/v1/bags/${id}/${step}`)
      const { status, body } = await checkin(id)
      expect([status, body]).toEqual([200, { id, status: 'CHECKED_IN', ...exampleOf(CheckIn), warnings: [] }])
      expect(await read(id)).toMatchObject({ status: 'CHECKED_IN', ...exampleOf(CheckIn) })
      expect((await checkin(id, { airline_tag_code: 'B2' })).body.airline_tag_code).toBe('B2')
      expect((await read(id)).airline_tag_code).toBe('B2')
    }
    expect((await checkin((await openBag(tenant)).id, { airline_tag_code: 'x'.repeat(33) })).status).toBe(422)
  })

  test('another flight number than the assigned flight’s is a warning', async () => {
    const bag = await openBag(tenant)
    await assign(bag.id, await schedule(tenant, { flight_number: 'SU77' }))
    expect((await checkin(bag.id, { flight_number: 'su77' })).body.warnings).toEqual([])
    expect((await checkin(bag.id, { flight_number: 'SU78' })).body.warnings).toEqual(['flight_number_mismatch'])
  })

  test('any other status by hand is refused; managers may load it, or end it when nothing is open', async () => {
    const [bag, one] = [await openBag(tenant), await parcel()]
    await pack(tenant, bag.id, one.id)
    const put = async (status: string) => (await send(`PUT /api/v1/bags/${bag.id}`, { status })).status
    expect([await put('SEALED'), await put('CHECKED_IN'), await put('IN_TRANSIT'), await put('OPEN')]).toEqual([
      409, 409, 409, 200,
    ])
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    expect([await put('OPEN'), await put('DELIVERED'), await put('IN_TRANSIT')]).toEqual([409, 409, 200])
    expect((await packageOf(one.id)).status).toBe('IN_TRANSIT')
    await send(`PUT /api/v1/packages/${one.id}`, { status: 'LOST' })
    expect(await put('DELIVERED')).toBe(200)
  })
})

describe('a flight', () => {
  /** A bag with a package, on a flight, checked in unless not. */
  async function ready({ checkedIn = true } = {}) {
    const [bag, one, flight, courier] = [
      await openBag(tenant),
      await parcel({ weight: 2 }),
      await schedule(tenant),
      await addCourier(tenant),
    ]
    await pack(tenant, bag.id, one.id)
    await assign(bag.id, flight, courier)
    if (checkedIn) await checkin(bag.id)
    return { bag, one, flight, courier }
  }
  const fly = (flight: { id: string }, status: string) => send(`PUT /api/v1/flights/${flight.id}`, { status })
  const stats = async (courier: { id: string }) => (await send(`GET /api/v1/couriers/${courier.id}/stats`)).body

  test('takes its checked-in bags along, with all that is in them, and writes no package', async () => {
    const { bag, one, flight, courier } = await ready()
    const etag = (await send(`GET /api/v1/packages/${one.id}`)).headers.etag
    await fly(flight, 'DEPARTED')
    expect((await read(bag.id)).status).toBe('IN_TRANSIT')
    const flying = await send(`GET /api/v1/packages/${one.id}`)
    expect(flying.body).toMatchObject({
      status: 'IN_TRANSIT',
      bags: [bag.id],
      updated_at: flying.body.updated_at,
    })
    expect(flying.headers.etag, 'its tag covers the bag').not.toBe(etag)
    expect(flying.headers.etag!.split('-')[0]).toBe(etag!.split('-')[0])
    await fly(flight, 'ARRIVED')
    expect((await read(bag.id)).arrived_at).toMatch(/Z$/)
    expect(await stats(courier)).toMatchObject({ flights_completed: 1, packages_delivered: 0 })
    await send(`PUT /api/v1/packages/${one.id}`, { status: 'DELIVERED' })
    expect(await packageOf(one.id)).toMatchObject({ status: 'DELIVERED', bags: [], bag_history: [bag.id] })
    expect([(await read(bag.id)).status, await stats(courier)]).toMatchObject([
      'DELIVERED',
      { packages_delivered: 1 },
    ])
    const entries = (await timeline(one.id)).map((event: any) => [
      event.event_type,
      event.location,
      event.description,
    ])
    expect(entries).toEqual([
      ['PACKAGE_CREATED', 'SVO', 'Package registered'],
      ['ASSIGNED_TO_BAG', 'SVO', 'Packed into a bag'],
      ['COURIER_ASSIGNED', 'SVO', 'Courier and flight assigned'],
      ['BAG_CHECKED_IN', 'SVO', 'Checked in at the airline'],
      ['FLIGHT_DEPARTED', 'SVO', 'Flight departed'],
      ['FLIGHT_ARRIVED', 'TBS', 'Flight arrived'],
      ['DELIVERED', 'TBS', 'Delivered to the recipient'],
    ])
    const { tracking_id } = (await send(`GET /api/v1/shipments/${one.shipment_id}`)).body
    const followed = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
    expect(followed.events.slice(1)).toEqual(
      (await timeline(one.id)).map(({ timestamp, event_type, location, description }: any) => ({
        timestamp,
        event_type,
        location,
        description,
      })),
    )
    const landed = (await send(`GET /api/v1/flights/${flight.id}/status`)).body.actual_arrival
    const twoDays = new Date(Date.parse(landed) + 2 * 86_400_000).toISOString().slice(0, 10)
    expect(followed.estimated_delivery).toBe(twoDays)
  })

  test('leaves behind what is not checked in, and its courier did not show up', async () => {
    const { bag, one, flight, courier } = await ready({ checkedIn: false })
    await fly(flight, 'DEPARTED')
    expect(await read(bag.id)).toMatchObject({
      status: 'OPEN',
      flight_id: null,
      courier_id: courier.id,
      assignment_status: 'UNASSIGNED',
    })
    expect((await send(`GET /api/v1/flights/${flight.id}`)).body).toMatchObject({
      available_weight_kg: 60,
      bags_count: 0,
    })
    expect(await stats(courier)).toMatchObject({
      no_show_count: 1,
      causes: [{ cause: 'MISSED_FLIGHT', count: 1 }],
      flights_completed: 0,
    })
    expect((await timeline(one.id)).at(-1)).toMatchObject({
      event_type: 'BAG_MISSED_FLIGHT',
      description: 'Waiting for another flight',
    })
  })

  test('that is cancelled gives its bags back, sealed and without a tag', async () => {
    const { bag, one, flight, courier } = await ready()
    await fly(flight, 'CANCELLED')
    expect(await read(bag.id)).toMatchObject({
      status: 'SEALED',
      flight_id: null,
      flight_number: null,
      airline: null,
      airline_tag_code: null,
      courier_id: courier.id,
    })
    expect((await send(`GET /api/v1/flights/${flight.id}`)).body).toMatchObject({
      available_weight_kg: 60,
      bags_count: 0,
      status: 'CANCELLED',
    })
    expect((await timeline(one.id)).at(-1).event_type).toBe('FLIGHT_CANCELLED')
  })

  test('that arrives at once has departed too; an empty bag is then delivered', async () => {
    const [bag, flight, courier] = [await openBag(tenant), await schedule(tenant), await addCourier(tenant)]
    await assign(bag.id, flight, courier)
    await checkin(bag.id)
    await fly(flight, 'ARRIVED')
    expect((await read(bag.id)).status).toBe('DELIVERED')
    expect(await stats(courier)).toMatchObject({ flights_completed: 1 })
  })

  test('that is late tells those who wait', async () => {
    const { one, flight } = await ready()
    const later = { scheduled_departure: '2030-06-02T08:00:00Z', scheduled_arrival: '2030-06-02T10:45:00Z' }
    await send(`PUT /api/v1/flights/${flight.id}`, later)
    expect((await timeline(one.id)).at(-1)).toMatchObject({ event_type: 'FLIGHT_DELAYED', location: 'SVO' })
    const { tracking_id } = (await send(`GET /api/v1/shipments/${one.shipment_id}`)).body
    expect((await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.estimated_delivery).toBe('2030-06-04')
  })
})

describe('a package that is bagged again at a hub', () => {
  test('has a history, and each bag its own part of the timeline', async () => {
    const one = await parcel()
    const [first, second] = [await openBag(tenant), await openBag(tenant)]
    await pack(tenant, first.id, one.id)
    await checkin(first.id)
    await send(`PUT /api/v1/bags/${first.id}`, { status: 'IN_TRANSIT' })
    await send(`PUT /api/v1/packages/${one.id}`, { status: 'ARRIVED' })
    await pack(tenant, second.id, one.id)
    expect(await packageOf(one.id)).toMatchObject({
      status: 'ASSIGNED_TO_BAG',
      bags: [second.id],
      bag_history: [first.id],
    })
    // What happens to the first bag now is not the package's any more.
    await send(`POST /api/v1/bags/${first.id}/packages/${(await parcel()).id}`)
    await checkin(second.id)
    expect((await timeline(one.id)).map((event: any) => event.event_type)).toEqual([
      'PACKAGE_CREATED',
      'ASSIGNED_TO_BAG',
      'BAG_CHECKED_IN',
      'BAG_LOADED',
      'ARRIVED_AT_WAREHOUSE',
      'ASSIGNED_TO_BAG',
      'BAG_CHECKED_IN',
    ])
    expect((await send(`DELETE /api/v1/shipments/${one.shipment_id}`)).status).toBe(409)
  })
})

test('a bag is delivered when its last open package goes on in another, and has flown if it is opened again', async () => {
  const [bag, next, one, other] = [await openBag(tenant), await openBag(tenant), await parcel(), await parcel()]
  const flight = await schedule(tenant)
  await pack(tenant, bag.id, one.id)
  await pack(tenant, bag.id, other.id)
  await assign(bag.id, flight)
  await checkin(bag.id)
  const put = (id: string, status: string) => send(`PUT /api/v1/packages/${id}`, { status })
  await put(one.id, 'DELIVERED')
  await put(other.id, 'ARRIVED')
  expect((await read(bag.id)).status).toBe('CHECKED_IN')
  await pack(tenant, next.id, other.id)
  expect((await read(bag.id)).status).toBe('DELIVERED')
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
  expect((await put(one.id, 'IN_TRANSIT')).status).toBe(200)
  expect((await read(bag.id)).status).toBe('IN_TRANSIT')
})

test('a package that jumps out of an open bag was taken out of it first, there', async () => {
  const [bag, one] = [await openBag(tenant, { origin: 'IST' }), await parcel()]
  await pack(tenant, bag.id, one.id)
  const scan = { qr_code: one.qr_code, warehouse_id: bag.warehouse_id, event_type: 'READY_FOR_PICKUP' }
  await send('POST /api/v1/scan-event', scan)
  const entries = (await timeline(one.id)).slice(-2).map((event: any) => [event.event_type, event.location])
  expect(entries).toEqual([
    ['REMOVED_FROM_BAG', 'IST'],
    ['READY_FOR_PICKUP', expect.stringMatching(/^WH-/)],
  ])
  expect((await read(bag.id)).total_packages).toBe(0)
})

test('bags are listed newest first, by status, courier, flight and warehouse', async () => {
  const own = await newTenant()
  const [flight, courier, warehouse_id] = [await schedule(own), await addCourier(own), randomUUID()]
  const [plain, placed, assigned] = [
    await openBag(own),
    await openBag(own, { warehouse_id }),
    await openBag(own),
  ]
  await own.send(`POST /api/v1/bags/${assigned.id}/assign-courier`, {
    body: { courier_id: courier.id, flight_id: flight.id },
  })
  await own.send(`PUT /api/v1/bags/${plain.id}/seal`)
  const found = async (query: string) => ids((await own.send(`GET /api/v1/bags?${query}`)).body)
  await eventually(async () => {
    expect(await found('')).toEqual([assigned.id, placed.id, plain.id])
    expect(await found('status=SEALED')).toEqual([plain.id])
    expect(await found(`courier_id=${courier.id}`)).toEqual([assigned.id])
    expect(await found(`flight_id=${flight.id}`)).toEqual([assigned.id])
    expect(await found(`warehouse_id=${warehouse_id}`)).toEqual([placed.id])
    expect(await found(`courier_id=${courier.id}&status=SEALED`)).toEqual([])
  })
})
