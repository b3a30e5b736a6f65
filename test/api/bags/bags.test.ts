import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addCourier, openBag, pack, schedule } from '../../support/api/tenant.ts'
import { setUp, assign, checkin, packageOf, parcel, read, send, tenant, timeline } from './bags.fixture.ts'

setUp()

describe('opening a bag', () => {
  test('returns an open, empty bag without courier and flight', async () => {
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
      courier_no_show: false,
      flight_id: null,
      flight_number: null,
      airline: null,
      airline_tag_code: null,
      total_packages: 0,
      total_weight_kg: 0,
      arrived_at: null,
      lost_flight: null,
      unloaded: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      qr_data: { t: 'bag', i: body.id, c: expect.stringMatching(/^[0-9a-f]{64}$/), v: 1 },
    })
    expect(headers.etag).toBe('"1"')
    expect(await read(body.id)).toEqual(body)
    // The warehouse was created with its first use, once.
    const warehouse = await send(`GET /api/v1/warehouses/${warehouse_id}`)
    expect(warehouse.body.code).toMatch(/^WH-[0-9A-Z]{6}$/)
    await openBag(tenant, { warehouse_id })
    expect((await send(`GET /api/v1/warehouses/${warehouse_id}`)).body).toEqual(warehouse.body)
  })

  test('accepts a courier, who must exist', async () => {
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

  test('requires a label, two airports and the UUID of a warehouse', async () => {
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
  test('are counted with their weight, once, however often they are added', async () => {
    const [bag, pkg, other] = [
      await openBag(tenant),
      await parcel({ weight: 1.1 }),
      await parcel({ weight: 2.2 }),
    ]
    const first = await pack(tenant, bag.id, pkg.id)
    expect(first).toMatchObject({ id: bag.id, package_id: pkg.id, total_packages: 1, total_weight_kg: 1.1 })
    await pack(tenant, bag.id, other.id)
    expect(await pack(tenant, bag.id, pkg.id)).toMatchObject({ total_packages: 2, total_weight_kg: 3.3 })
    expect(await packageOf(pkg.id)).toMatchObject({
      status: 'ASSIGNED_TO_BAG',
      bags: [bag.id],
      bag_history: [],
    })
    const listed = await send(`GET /api/v1/bags/${bag.id}/packages`)
    expect(listed.body).toEqual([await packageOf(other.id), await packageOf(pkg.id)])
    expect((await send(`GET /api/v1/shipments/${pkg.shipment_id}`)).body.status).toBe('IN_TRANSIT')
  })

  test('get their former status back when they are removed, and no longer appear in the bag', async () => {
    const [bag, pkg] = [await openBag(tenant), await parcel({ weight: 1.5 })]
    await send(`PUT /api/v1/packages/${pkg.id}`, { status: 'IN_WAREHOUSE' })
    await pack(tenant, bag.id, pkg.id)
    const { status, body } = await send(`DELETE /api/v1/bags/${bag.id}/packages/${pkg.id}`)
    expect([status, body.package_id, body.total_packages, body.total_weight_kg]).toEqual([200, pkg.id, 0, 0])
    expect(await packageOf(pkg.id)).toMatchObject({ status: 'IN_WAREHOUSE', bags: [], bag_history: [] })
    const again = await send(`DELETE /api/v1/bags/${bag.id}/packages/${pkg.id}`)
    expect([again.status, again.body.detail]).toEqual([404, 'The package is not in this bag'])
    expect((await timeline(pkg.id)).map((event: any) => event.event_type)).toEqual([
      'PACKAGE_CREATED',
      'PACKAGE_SCANNED',
      'ASSIGNED_TO_BAG',
      'REMOVED_FROM_BAG',
    ])
  })

  test('cannot be added or removed once it is sealed, and can be in one bag only', async () => {
    const [bag, other, pkg, late] = [
      await openBag(tenant),
      await openBag(tenant),
      await parcel(),
      await parcel(),
    ]
    await pack(tenant, bag.id, pkg.id)
    expect((await send(`POST /api/v1/bags/${other.id}/packages/${pkg.id}`)).status).toBe(409)
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    for (const key of [
      `POST /api/v1/bags/${bag.id}/packages/${late.id}`,
      `DELETE /api/v1/bags/${bag.id}/packages/${pkg.id}`,
    ])
      expect((await send(key)).status).toBe(409)
    // Adding a package that is already in the sealed bag succeeds and changes nothing.
    expect((await send(`POST /api/v1/bags/${bag.id}/packages/${pkg.id}`)).status).toBe(200)
    expect((await send(`DELETE /api/v1/bags/${bag.id}`)).body.detail).toMatch(/remove its packages first/)
    await send(`PUT /api/v1/bags/${other.id}/seal`)
    const { status, body } = await send(`DELETE /api/v1/bags/${other.id}`)
    expect([status, body.detail]).toEqual([409, 'A bag that is SEALED cannot be deleted'])
  })

  test('must exist, as must the bag: an unknown id gets 404', async () => {
    const bag = await openBag(tenant)
    const key = (bag: string, pkg: string) => `POST /api/v1/bags/${bag}/packages/${pkg}`
    expect((await send(key(bag.id, randomUUID()))).body.detail).toBe('Package not found')
    expect((await send(key(randomUUID(), randomUUID()))).body.detail).toBe('Bag not found')
  })

  test('reserve more of the flight when they weigh more, until it has departed', async () => {
    const [bag, pkg, flight] = [
      await openBag(tenant),
      await parcel({ weight: 2 }),
      await schedule(tenant, { max_weight_kg: 5 }),
    ]
    await assign(bag.id, flight)
    await pack(tenant, bag.id, pkg.id)
    const setWeight = (weight: number) => send(`PUT /api/v1/packages/${pkg.id}`, { weight })
    const remainingKg = async () => (await send(`GET /api/v1/flights/${flight.id}`)).body.available_weight_kg
    expect(await remainingKg()).toBe(3)
    expect((await setWeight(4.5)).status).toBe(200)
    expect([await remainingKg(), (await read(bag.id)).total_weight_kg]).toEqual([0.5, 4.5])
    expect((await setWeight(5.001)).status).toBe(409)
    expect((await send(`DELETE /api/v1/bags/${bag.id}/packages/${pkg.id}`)).status).toBe(200)
    expect(await remainingKg()).toBe(5)
    await pack(tenant, bag.id, pkg.id)
    expect(await remainingKg()).toBe(0.5)
    await checkin(bag.id)
    expect((await setWeight(4)).status).toBe(200)
    await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
    const late = await setWeight(3)
    expect([late.status, late.body.detail]).toEqual([
      409,
      'The package is in a bag that is IN_TRANSIT; its weight cannot change any more',
    ])
    expect(await remainingKg()).toBe(1)
  })
})

describe('a package whose weight changed before it returns to its bag', () => {
  test('counts with its new weight on the manifest and on the flight, if there is room', async () => {
    const [bag, pkg, flight] = [
      await openBag(tenant),
      await parcel({ weight: 10 }),
      await schedule(tenant, { max_weight_kg: 20 }),
    ]
    await pack(tenant, bag.id, pkg.id)
    await assign(bag.id, flight)
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    const put = (body: object) => send(`PUT /api/v1/packages/${pkg.id}`, body)
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
      expect.stringMatching(/has not enough weight left$/),
    ])
    await put({ weight: 15 })
    expect((await put({ status: 'ASSIGNED_TO_BAG' })).status).toBe(200)
    expect(await weights()).toEqual([15, 5])
    await put({ weight: 1 })
    expect(await weights()).toEqual([1, 19])
    await put({ status: 'LOST', weight: 3 })
    await checkin(bag.id)
    await send(`PUT /api/v1/bags/${bag.id}`, { status: 'IN_TRANSIT' })
    // The manifest is final once the bag is in transit.
    expect((await put({ status: 'IN_TRANSIT' })).status).toBe(409)
    expect((await put({ status: 'IN_TRANSIT', weight: 1 })).status).toBe(200)
    expect(await weights()).toEqual([1, 19])
  })
})
