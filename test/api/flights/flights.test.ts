import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { addCourier, exampleOf, newTenant, schedule } from '../../support/api/tenant.ts'
import { setUp, at, load, put, read, tenant } from './flights.fixture.ts'

setUp()

const post = (fields: object) =>
  tenant.send('POST /api/v1/flights', { body: { ...exampleOf(NewFlight), ...fields } })

describe('scheduling a flight', () => {
  test('returns the whole flight, empty and SCHEDULED', async () => {
    const courier_id = (await addCourier(tenant)).id
    const { status, body, headers } = await post({ courier_id, max_weight_kg: 60.0014 })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      tenant_id: tenant.user.tenant_id,
      flight_number: 'SU1234',
      airline: 'Aeroflot',
      departure_airport: 'SVO',
      arrival_airport: 'TBS',
      scheduled_departure: '2030-06-01T08:00:00.000Z',
      scheduled_arrival: '2030-06-01T10:45:00.000Z',
      courier_id,
      max_weight_kg: 60.001,
      available_weight_kg: 60.001,
      bags_count: 0,
      departure_time_zone: 'Europe/Moscow',
      arrival_time_zone: 'Asia/Tbilisi',
      estimated_departure: null,
      estimated_arrival: null,
      actual_departure: null,
      actual_arrival: null,
      status: 'SCHEDULED',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    })
    const reading = await tenant.send(`GET ${at(body.id.toUpperCase())}`)
    expect([reading.body, reading.headers.etag]).toEqual([body, headers.etag])
  })

  test('accepts IATA and ICAO codes in any letter case, and times in any time zone', async () => {
    const flight = await schedule(tenant, {
      departure_airport: 'uuee',
      arrival_airport: ' tbs ',
      scheduled_departure: '2030-06-01T23:30:00+03:00',
      scheduled_arrival: '2030-06-02T01:15:00.1234+04:00',
      courier_id: null,
    })
    expect(flight).toMatchObject({
      departure_airport: 'UUEE',
      arrival_airport: 'TBS',
      scheduled_departure: '2030-06-01T20:30:00.000Z',
      scheduled_arrival: '2030-06-01T21:15:00.123Z',
      courier_id: null,
    })
  })

  test.each([
    ['arrival_airport', { arrival_airport: 'TB' }],
    ['departure_airport', { departure_airport: 'Moscow' }],
    ['airline', { airline: ' ' }],
    ['flight_number', { flight_number: undefined }],
    ['max_weight_kg', { max_weight_kg: 0 }],
    ['max_weight_kg', { max_weight_kg: undefined }],
    ['scheduled_departure', { scheduled_departure: '2030-06-01T08:00:00' }],
    ['scheduled_departure', { scheduled_departure: '0000-01-01T00:00:00+14:00' }],
    ['scheduled_arrival', { scheduled_arrival: '9999-12-31T23:59:59-14:00' }],
    ['scheduled_arrival', { scheduled_arrival: '2030-06-01T08:00:00Z' }],
    ['scheduled_arrival', { scheduled_arrival: '2030-06-01T10:45:00+03:00' }],
    ['courier_id', { courier_id: 'anna' }],
  ])('refuses a wrong %s: %j', async (field, fields) => {
    const { status, body } = await post(fields)
    expect([status, body.detail.map(({ loc }: any) => loc)]).toEqual([422, [['body', field]]])
  })

  test('refuses an unknown courier and another tenant’s courier with the same 404', async () => {
    const { status, body } = await post({ courier_id: randomUUID() })
    expect([status, body.detail]).toEqual([404, 'Courier not found'])
    const foreign = await (
      await newTenant()
    ).send('POST /api/v1/flights', {
      body: { ...exampleOf(NewFlight), courier_id: (await addCourier(tenant)).id },
    })
    expect([foreign.status, foreign.text]).toEqual([404, JSON.stringify(body)])
  })

  test('happens once for one Idempotency-Key', async () => {
    const options = { body: exampleOf(NewFlight), headers: { 'idempotency-key': randomUUID() } }
    const [first, again] = [
      await tenant.send('POST /api/v1/flights', options),
      await tenant.send('POST /api/v1/flights', options),
    ]
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })
})

describe('changing a flight', () => {
  test('changes the given fields, and ignores fields that cannot be changed', async () => {
    const before = await schedule(tenant)
    const courier_id = (await addCourier(tenant)).id
    const named = { flight_number: 'A9 772', departure_airport: 'vko', max_weight_kg: 80, courier_id }
    const fixed = { id: randomUUID(), tenant_id: randomUUID(), bags_count: 9, available_weight_kg: 1 }
    const { status, body, headers } = await put(before.id, { ...named, ...fixed })
    expect([status, headers.etag]).toEqual([200, '"2"'])
    expect(body).toEqual({
      ...before,
      ...named,
      departure_airport: 'VKO',
      available_weight_kg: 80,
      updated_at: body.updated_at,
    })
    expect(await read(before.id)).toEqual(body)
    for (const same of [body, {}, { airline: null, status: null }]) {
      const unchanged = await put(before.id, same)
      expect([unchanged.body, unchanged.headers.etag]).toEqual([body, '"2"'])
    }
    const unknown = await put(before.id, { courier_id: randomUUID() })
    expect([unknown.status, unknown.body.detail]).toEqual([404, 'Courier not found'])
  })

  test('refuses an arrival before the departure, also if only one of the two changes', async () => {
    const { id } = await schedule(tenant)
    for (const times of [
      { scheduled_arrival: '2030-06-01T08:00:00Z' },
      { scheduled_departure: '2030-06-01T10:45:00Z' },
      { scheduled_departure: '2031-01-01T08:00:00Z', scheduled_arrival: '2031-01-01T07:00:00Z' },
    ]) {
      const { status, body } = await put(id, times)
      const fault = { loc: ['body', 'scheduled_arrival'], type: 'value_error' }
      expect([status, body.detail]).toEqual([422, [{ ...fault, msg: 'A flight arrives after it departs' }]])
    }
    const both = {
      scheduled_departure: '2031-01-01T08:00:00.000Z',
      scheduled_arrival: '2031-01-01T09:00:00.000Z',
    }
    expect((await put(id, both)).body).toMatchObject(both)
  })

  test('can lower its capacity to the weight of its bags, and no further', async () => {
    const { id } = await schedule(tenant)
    await load(id, 22_500)
    expect(await read(id)).toMatchObject({ max_weight_kg: 60, available_weight_kg: 37.5, bags_count: 1 })
    const { status, body } = await put(id, { max_weight_kg: 22.499 })
    expect([status, body.detail]).toEqual([409, 'The bags of this flight weigh 22.5 kg; it cannot carry less'])
    for (const max of [22.5, 30])
      expect((await put(id, { max_weight_kg: max })).body).toMatchObject({
        max_weight_kg: max,
        available_weight_kg: max - 22.5,
      })
  })

  test('with If-Match succeeds only if the flight has not changed since', async () => {
    const { id } = await schedule(tenant)
    const headers = { 'if-match': '"1"' }
    const change = (max_weight_kg: number) => tenant.send(`PUT ${at(id)}`, { body: { max_weight_kg }, headers })
    expect((await change(70)).status).toBe(200)
    const stale = await change(80)
    expect([stale.status, stale.headers.etag]).toEqual([412, '"2"'])
    expect((await tenant.send(`DELETE ${at(id)}`, { headers })).status).toBe(412)
    const known = await tenant.send(`GET ${at(id)}`, { headers: { 'if-none-match': '"2"' } })
    expect(known.status).toBe(304)
  })
})
