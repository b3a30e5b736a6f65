import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { airlineTagForms } from '../../../shared/domain/bags/airline-tag-forms.ts'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { ids } from '../../support/api/lists.ts'
import { addCourier, exampleOf, newTenant, openBag, pack, schedule } from '../../support/api/tenant.ts'
import { setUp, assign, checkin, eventually, packageOf, parcel, read, send, tenant } from './bags.fixture.ts'

setUp()

describe('assigning a courier and a flight', () => {
  test('works for any bag on the ground; the response says ASSIGNED, and the bag keeps its status', async () => {
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

  test('reserves the bag’s weight on the flight, and gives it back when another is assigned', async () => {
    const [bag, pkg] = [await openBag(tenant), await parcel({ weight: 3 })]
    await pack(tenant, bag.id, pkg.id)
    const [small, wide, wider] = [2, 10, 20].map((max_weight_kg) => schedule(tenant, { max_weight_kg }))
    const capacity = async (flight: { id: string }) => (await send(`GET /api/v1/flights/${flight.id}`)).body
    const refused = await assign(bag.id, await small!)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/has not enough weight left$/),
    ])
    expect((await assign(bag.id, await wide!)).status).toBe(200)
    expect(await capacity(await wide!)).toMatchObject({ available_weight_kg: 7, bags_count: 1 })
    expect((await assign(bag.id, await wider!)).status).toBe(200)
    expect(await capacity(await wide!)).toMatchObject({ available_weight_kg: 10, bags_count: 0 })
    expect(await capacity(await wider!)).toMatchObject({ available_weight_kg: 17, bags_count: 1 })
    expect((await send(`DELETE /api/v1/flights/${(await wider!).id}`)).status).toBe(409)
  })

  test('is refused if either is unknown, the courier is inactive, or the flight is cancelled', async () => {
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

describe('sealing and checking in', () => {
  test('a bag is sealed once; sealing it again, also after check-in, changes nothing', async () => {
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

  test('a bag can be checked in from any status on the ground, and again with a new tag', async () => {
    for (const steps of [[], ['seal']]) {
      const { id } = await openBag(tenant)
      for (const step of steps) await send(`PUT /api/v1/bags/${id}/${step}`)
      const tag = { airline_tag_code: `0666${String(100_000 + steps.length)}` }
      const { status, body } = await checkin(id, tag)
      expect([status, body]).toEqual([
        200,
        { id, status: 'CHECKED_IN', ...exampleOf(CheckIn), ...tag, warnings: [] },
      ])
      expect(await read(id)).toMatchObject({ status: 'CHECKED_IN', ...exampleOf(CheckIn), ...tag })
      expect((await checkin(id, { airline_tag_code: 'B2' })).body.airline_tag_code).toBe('B2')
      expect((await read(id)).airline_tag_code).toBe('B2')
    }
    expect((await checkin((await openBag(tenant)).id, { airline_tag_code: 'x'.repeat(33) })).status).toBe(422)
  })

  test.each(airlineTagForms.forms)('the tag $given is stored as $stored', async ({ given, stored }) => {
    const { id } = await openBag(tenant)
    const { status, body } = await checkin(id, { airline_tag_code: given })
    expect([status, body.airline_tag_code]).toEqual(stored === undefined ? [422, undefined] : [200, stored])
    expect((await read(id)).airline_tag_code).toBe(stored ?? null)
  })

  test('check-in warns of a tag, in any form, that another bag has which is not delivered', async () => {
    const bags = []
    for (let n = 0; n < 3; n++) bags.push((await openBag(tenant)).id)
    const [one, two, three] = bags as [string, string, string]
    const warned = async (id: string, airline_tag_code: string) =>
      (await checkin(id, { airline_tag_code })).body.warnings
    expect(await warned(one, '0777000001')).toEqual([])
    expect(await warned(one, '0 777 000001')).toEqual([])
    expect(await warned(two, ']I00777000001\r')).toEqual(['airline_tag_in_use'])
    expect(await warned(two, '0777000002')).toEqual([])
    expect(await warned(three, '0777 SU 000001')).toEqual(['airline_tag_in_use'])
    expect(await warned(one, '0777000003')).toEqual([])
    expect(await warned(two, '0777000001'), 'of the third').toEqual(['airline_tag_in_use'])
    expect(await warned(two, '0777000002')).toEqual([])
    const pkg = await parcel()
    const last = (await openBag(tenant)).id
    await pack(tenant, last, pkg.id)
    expect(await warned(last, 'local 9')).toEqual([])
    expect(await warned(one, 'LOCAL 9')).toEqual(['airline_tag_in_use'])
    for (const [path, status] of [
      [`bags/${last}`, 'IN_TRANSIT'],
      [`packages/${pkg.id}`, 'DELIVERED'],
    ])
      expect((await send(`PUT /api/v1/${path}`, { status })).status).toBe(200)
    expect(await warned(one, 'LOCAL 9'), 'of a delivered bag').toEqual([])
  })

  test('a tag of another company’s bag is no reason for a warning', async () => {
    const other = await newTenant()
    const body = { ...exampleOf(CheckIn), airline_tag_code: '0777000009' }
    await checkin((await openBag(tenant)).id, body)
    const { id } = await openBag(other)
    expect((await other.send(`PUT /api/v1/bags/${id}/checkin`, { body })).body.warnings).toEqual([])
  })

  test('check-in warns if the flight number differs from the assigned flight’s', async () => {
    const bag = await openBag(tenant)
    await assign(bag.id, await schedule(tenant, { flight_number: 'SU77' }))
    for (const flight_number of ['su77', 'SU 0077', 'SU-77'])
      expect((await checkin(bag.id, { flight_number, airline_tag_code: 'T77' })).body).toMatchObject({
        flight_number,
        warnings: [],
      })
    for (const flight_number of ['SU78', 'SU77A', 'AFL77', 'SU 770'])
      expect((await checkin(bag.id, { flight_number, airline_tag_code: 'T77' })).body.warnings).toEqual([
        'flight_number_mismatch',
      ])
  })

  test('a manager can set a bag only to IN_TRANSIT, or to DELIVERED when it has no open packages', async () => {
    const [bag, pkg] = [await openBag(tenant), await parcel()]
    await pack(tenant, bag.id, pkg.id)
    const put = async (status: string) => (await send(`PUT /api/v1/bags/${bag.id}`, { status })).status
    expect([await put('SEALED'), await put('CHECKED_IN'), await put('IN_TRANSIT'), await put('OPEN')]).toEqual([
      409, 409, 409, 200,
    ])
    await send(`PUT /api/v1/bags/${bag.id}/seal`)
    expect([await put('OPEN'), await put('DELIVERED'), await put('IN_TRANSIT')]).toEqual([409, 409, 200])
    expect((await packageOf(pkg.id)).status).toBe('IN_TRANSIT')
    await send(`PUT /api/v1/packages/${pkg.id}`, { status: 'LOST' })
    expect(await put('DELIVERED')).toBe(200)
  })
})
