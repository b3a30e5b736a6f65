import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../../shared/domain/kernel/time-zone.ts'
import { ids } from '../../support/api/lists.ts'
import { addCourier, newTenant, openBag, pack, schedule } from '../../support/api/tenant.ts'
import {
  setUp,
  assign,
  checkin,
  eventually,
  packageOf,
  parcel,
  read,
  send,
  tenant,
  timeline,
} from './bags.fixture.ts'

setUp()

describe('a flight', () => {
  /** A bag with a package, assigned to a flight and, by default, checked in. */
  async function bagOnFlight({ checkedIn = true } = {}) {
    const [bag, pkg, flight, courier] = [
      await openBag(tenant),
      await parcel({ weight: 2 }),
      await schedule(tenant),
      await addCourier(tenant),
    ]
    await pack(tenant, bag.id, pkg.id)
    await assign(bag.id, flight, courier)
    if (checkedIn) await checkin(bag.id)
    return { bag, pkg, flight, courier }
  }
  const setFlightStatus = (flight: { id: string }, status: string) =>
    send(`PUT /api/v1/flights/${flight.id}`, { status })
  const stats = async (courier: { id: string }) => (await send(`GET /api/v1/couriers/${courier.id}/stats`)).body

  test('moves its checked-in bags and their packages, without writing the packages', async () => {
    const { bag, pkg, flight, courier } = await bagOnFlight()
    const etag = (await send(`GET /api/v1/packages/${pkg.id}`)).headers.etag
    await setFlightStatus(flight, 'DEPARTED')
    expect((await read(bag.id)).status).toBe('IN_TRANSIT')
    const flying = await send(`GET /api/v1/packages/${pkg.id}`)
    expect(flying.body).toMatchObject({
      status: 'IN_TRANSIT',
      bags: [bag.id],
      updated_at: flying.body.updated_at,
    })
    expect(flying.headers.etag, 'the package’s ETag depends on its bag').not.toBe(etag)
    expect(flying.headers.etag!.split('-')[0]).toBe(etag!.split('-')[0])
    await setFlightStatus(flight, 'ARRIVED')
    expect((await read(bag.id)).arrived_at).toMatch(/Z$/)
    expect(await stats(courier)).toMatchObject({ flights_completed: 1, packages_delivered: 0 })
    await send(`PUT /api/v1/packages/${pkg.id}`, { status: 'DELIVERED' })
    expect(await packageOf(pkg.id)).toMatchObject({ status: 'DELIVERED', bags: [], bag_history: [bag.id] })
    expect([(await read(bag.id)).status, await stats(courier)]).toMatchObject([
      'DELIVERED',
      { packages_delivered: 1 },
    ])
    const entries = (await timeline(pkg.id)).map((event: any) => [
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
    const { tracking_id } = (await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body
    const followed = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body
    expect(followed.events.slice(1)).toEqual(
      (await timeline(pkg.id)).map(({ timestamp, event_type, location, description }: any) => ({
        timestamp,
        event_type,
        location,
        place: location === 'TBS' ? 'Tbilisi (TBS)' : 'Moscow (SVO)',
        description,
        packages: [1],
      })),
    )
    const landed = (await send(`GET /api/v1/flights/${flight.id}/status`)).body.actual_arrival
    // The day of the arrival is one of its airport.
    const twoDays = daysAfter(dayIn(landed, 'Asia/Tbilisi'), 2)
    expect(followed.estimated_delivery).toBe(twoDays)
  })

  test('leaves behind what is not checked in, and counts a no-show for the courier', async () => {
    const { bag, pkg, flight, courier } = await bagOnFlight({ checkedIn: false })
    await setFlightStatus(flight, 'DEPARTED')
    expect(await read(bag.id)).toMatchObject({
      status: 'OPEN',
      flight_id: null,
      courier_id: courier.id,
      assignment_status: 'UNASSIGNED',
      lost_flight: {
        flight_id: flight.id,
        flight_number: flight.flight_number,
        cause: 'MISSED',
        departure: (await send(`GET /api/v1/flights/${flight.id}`)).body.actual_departure,
        departure_time_zone: 'Europe/Moscow',
      },
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
    expect((await timeline(pkg.id)).at(-1)).toMatchObject({
      event_type: 'BAG_MISSED_FLIGHT',
      description: 'Waiting for another flight',
    })
  })

  test('that a bag lost stays in its timeline and is no longer named once the bag has another, also after a package is taken out', async () => {
    const { bag, pkg, flight, courier } = await bagOnFlight({ checkedIn: false })
    await setFlightStatus(flight, 'DEPARTED')
    for (const next of [await schedule(tenant), await schedule(tenant)]) await assign(bag.id, next, courier)
    expect(await read(bag.id)).toMatchObject({ lost_flight: null })
    const types = async () => (await timeline(pkg.id)).map((event: any) => event.event_type)
    const inside = ['COURIER_ASSIGNED', 'BAG_MISSED_FLIGHT', 'COURIER_ASSIGNED', 'COURIER_ASSIGNED']
    expect(await types()).toEqual(['PACKAGE_CREATED', 'ASSIGNED_TO_BAG', ...inside])
    await send(`DELETE /api/v1/bags/${bag.id}/packages/${pkg.id}`)
    expect(await types()).toEqual(['PACKAGE_CREATED', 'ASSIGNED_TO_BAG', ...inside, 'REMOVED_FROM_BAG'])
    expect(await packageOf(pkg.id)).toMatchObject({ bags: [], bag_history: [] })
  })

  test('that is cancelled releases its bags, which are then sealed and have no tag', async () => {
    const { bag, pkg, flight, courier } = await bagOnFlight()
    await setFlightStatus(flight, 'CANCELLED')
    expect(await read(bag.id)).toMatchObject({
      status: 'SEALED',
      flight_id: null,
      flight_number: null,
      airline: null,
      airline_tag_code: null,
      courier_id: courier.id,
      lost_flight: { flight_id: flight.id, cause: 'CANCELLED', departure: flight.scheduled_departure },
    })
    expect((await send(`GET /api/v1/flights/${flight.id}`)).body).toMatchObject({
      available_weight_kg: 60,
      bags_count: 0,
      status: 'CANCELLED',
    })
    expect((await timeline(pkg.id)).at(-1).event_type).toBe('FLIGHT_CANCELLED')
  })

  test('that arrives without a recorded departure counts as departed; an empty bag on it is then delivered', async () => {
    const [bag, flight, courier] = [await openBag(tenant), await schedule(tenant), await addCourier(tenant)]
    await assign(bag.id, flight, courier)
    await checkin(bag.id)
    await setFlightStatus(flight, 'ARRIVED')
    expect((await read(bag.id)).status).toBe('DELIVERED')
    expect(await stats(courier)).toMatchObject({ flights_completed: 1 })
  })

  test('that is delayed adds an event to the timelines of its packages', async () => {
    const { pkg, flight } = await bagOnFlight()
    const later = { scheduled_departure: '2030-06-02T08:00:00Z', scheduled_arrival: '2030-06-02T10:45:00Z' }
    await send(`PUT /api/v1/flights/${flight.id}`, later)
    expect((await timeline(pkg.id)).at(-1)).toMatchObject({ event_type: 'FLIGHT_DELAYED', location: 'SVO' })
    const { tracking_id } = (await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body
    expect((await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.estimated_delivery).toBe('2030-06-04')
  })
})

describe('a package that changes bags at a hub', () => {
  test('lists its earlier bags, and its timeline has each bag’s events while the package was in it', async () => {
    const pkg = await parcel()
    const [first, second] = [await openBag(tenant), await openBag(tenant)]
    await pack(tenant, first.id, pkg.id)
    await checkin(first.id)
    await send(`PUT /api/v1/bags/${first.id}`, { status: 'IN_TRANSIT' })
    await send(`PUT /api/v1/packages/${pkg.id}`, { status: 'ARRIVED' })
    await pack(tenant, second.id, pkg.id)
    expect(await packageOf(pkg.id)).toMatchObject({
      status: 'ASSIGNED_TO_BAG',
      bags: [second.id],
      bag_history: [first.id],
    })
    // Later events of the first bag do not appear in the package's timeline.
    await send(`POST /api/v1/bags/${first.id}/packages/${(await parcel()).id}`)
    await checkin(second.id)
    expect((await timeline(pkg.id)).map((event: any) => event.event_type)).toEqual([
      'PACKAGE_CREATED',
      'ASSIGNED_TO_BAG',
      'BAG_CHECKED_IN',
      'BAG_LOADED',
      'ARRIVED_AT_WAREHOUSE',
      'ASSIGNED_TO_BAG',
      'BAG_CHECKED_IN',
    ])
    expect((await send(`DELETE /api/v1/shipments/${pkg.shipment_id}`)).status).toBe(409)
  })
})

test('a bag whose packages are all lost is not delivered', async () => {
  const bag = await openBag(tenant)
  const { id } = await parcel()
  await pack(tenant, bag.id, id)
  await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
  expect((await tenant.send(`PUT /api/v1/packages/${id}`, { body: { status: 'LOST' } })).status).toBe(200)
  expect((await tenant.send(`GET /api/v1/bags/${bag.id}`)).body.status).toBe('SEALED')
})

test('a bag is delivered when its last open package moves to another bag, and in transit again if a package is corrected', async () => {
  const [bag, next, pkg, other] = [await openBag(tenant), await openBag(tenant), await parcel(), await parcel()]
  const flight = await schedule(tenant)
  await pack(tenant, bag.id, pkg.id)
  await pack(tenant, bag.id, other.id)
  await assign(bag.id, flight)
  await checkin(bag.id)
  const put = (id: string, status: string) => send(`PUT /api/v1/packages/${id}`, { status })
  await put(pkg.id, 'DELIVERED')
  await put(other.id, 'ARRIVED')
  expect((await read(bag.id)).status).toBe('CHECKED_IN')
  await pack(tenant, next.id, other.id)
  expect((await read(bag.id)).status).toBe('DELIVERED')
  await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
  expect((await put(pkg.id, 'IN_TRANSIT')).status).toBe(200)
  expect((await read(bag.id)).status).toBe('IN_TRANSIT')
})

test('a package whose status skips ahead while it is in an open bag is first removed, at the bag’s location', async () => {
  const [bag, pkg] = [await openBag(tenant, { origin: 'IST' }), await parcel()]
  await pack(tenant, bag.id, pkg.id)
  const scan = { qr_code: pkg.qr_code, warehouse_id: bag.warehouse_id, event_type: 'READY_FOR_PICKUP' }
  await send('POST /api/v1/scan-event', scan)
  const entries = (await timeline(pkg.id)).slice(-2).map((event: any) => [event.event_type, event.location])
  expect(entries).toEqual([
    ['REMOVED_FROM_BAG', 'IST'],
    ['READY_FOR_PICKUP', expect.stringMatching(/^WH-/)],
  ])
  expect((await read(bag.id)).total_packages).toBe(0)
  const { tracking_id } = (await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body
  const followed = (await tenant.call(`GET /api/v1/track/${tracking_id}`)).body.events
  expect(
    followed.map((event: any) => event.event_type),
    'it was found elsewhere',
  ).not.toContain('REMOVED_FROM_BAG')
})

test('bags are listed newest first and can be filtered by status, courier, flight and warehouse', async () => {
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
