import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { flightStatuses } from '../../../shared/domain/states/flight.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import type { Change } from '../../../shared/db/requests.ts'
import { testStore } from '../../support/in-process/store.ts'
import { addCourier, exampleOf, newTenant, schedule, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const at = (id: string) => `/api/v1/flights/${id}`
const read = async (id: string) => (await tenant.send(`GET ${at(id)}`)).body
const put = (id: string, body: object) => tenant.send(`PUT ${at(id)}`, { body })
const post = (fields: object) =>
  tenant.send('POST /api/v1/flights', { body: { ...exampleOf(NewFlight), ...fields } })
const progress = async (id: string) => (await tenant.send(`GET ${at(id)}/status`)).body

/** What bags and providers do to a flight, which is not this endpoint's. */
const amend = (id: string, { add, ...change }: Change) => {
  const update = { pk: `T#${tenant.user.tenant_id}#FLIGHT#${id}`, sk: 'FLIGHT' }
  return testStore().commit([{ update, change: { ...change, add: { version: 1, ...add } } }])
}
/** A bag of so many grams comes onto a flight. */
const load = (id: string, grams: number) =>
  amend(id, { add: { available_g: -grams, bags: new Set([randomUUID()]) } })

describe('scheduling a flight', () => {
  test('answers the whole flight, empty and SCHEDULED', async () => {
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
      status: 'SCHEDULED',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    })
    const reading = await tenant.send(`GET ${at(body.id.toUpperCase())}`)
    expect([reading.body, reading.headers.etag]).toEqual([body, headers.etag])
  })

  test('takes IATA and ICAO codes in any letter case, and moments of any zone', async () => {
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
    ['courier_id', { courier_id: 'somebody' }],
  ])('refuses a wrong %s: %j', async (field, fields) => {
    const { status, body } = await post(fields)
    expect([status, body.detail.map(({ loc }: any) => loc)]).toEqual([422, [['body', field]]])
  })

  test('needs a courier of the tenant’s own, where it names one', async () => {
    const { status, body } = await post({ courier_id: randomUUID() })
    expect([status, body.detail]).toEqual([404, 'Courier not found'])
    const foreign = await (
      await newTenant()
    ).send('POST /api/v1/flights', {
      body: { ...exampleOf(NewFlight), courier_id: (await addCourier(tenant)).id },
    })
    expect([foreign.status, foreign.text]).toEqual([404, JSON.stringify(body)])
  })

  test('happens once under one Idempotency-Key', async () => {
    const options = { body: exampleOf(NewFlight), headers: { 'idempotency-key': randomUUID() } }
    const [first, again] = [
      await tenant.send('POST /api/v1/flights', options),
      await tenant.send('POST /api/v1/flights', options),
    ]
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })
})

describe('changing a flight', () => {
  test('merges the fields named, and ignores what cannot be changed', async () => {
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
    for (const same of [body, {}, { courier_id: null, status: null }]) {
      const unchanged = await put(before.id, same)
      expect([unchanged.body, unchanged.headers.etag]).toEqual([body, '"2"'])
    }
    const unknown = await put(before.id, { courier_id: randomUUID() })
    expect([unknown.status, unknown.body.detail]).toEqual([404, 'Courier not found'])
  })

  test('holds its times against each other, also the one that stands', async () => {
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

  test('lowers its capacity down to what its bags weigh, and no further', async () => {
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

  test('under If-Match only where nobody changed it meanwhile', async () => {
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

describe('moving a flight', () => {
  const allowed: Record<string, string[]> = {
    SCHEDULED: ['BOARDING', 'DEPARTED', 'ARRIVED', 'CANCELLED'],
    BOARDING: ['DEPARTED', 'ARRIVED', 'CANCELLED'],
    DEPARTED: ['ARRIVED'],
    ARRIVED: [],
    CANCELLED: [],
  }
  const pairs = flightStatuses.flatMap((from) => flightStatuses.map((to) => [from, to] as const))
  test.each(pairs)('from %s to %s', async (from, to) => {
    const { id } = await schedule(tenant)
    expect((await put(id, { status: from })).body.status).toBe(from)
    const { status, body } = await put(id, { status: to })
    if (from === to) expect([status, body.status]).toEqual([200, to])
    else if (allowed[from]!.includes(to)) expect([status, body.status]).toEqual([200, to])
    else expect([status, body.detail]).toEqual([409, `A flight that is ${from} cannot become ${to}`])
  })

  test('of two who move it at once to its ends, one does', async () => {
    const { id } = await schedule(tenant)
    const answers = await Promise.all(['ARRIVED', 'CANCELLED'].map((status) => put(id, { status })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(id)).status).toBe(answers.find(({ status }) => status === 200)!.body.status)
  })
})

describe('how a flight stands', () => {
  test('is known by its plan at first, and then by when it really departs and arrives', async () => {
    const scheduled_departure = '2020-01-01T08:00:00.000Z'
    const flight = await schedule(tenant, {
      scheduled_departure,
      scheduled_arrival: '2020-01-01T10:00:00.000Z',
    })
    const { tenant_id: _, courier_id: _c, max_weight_kg: _m, created_at: _a, updated_at: _u, ...shown } = flight
    const nothing = { actual_departure: null, actual_arrival: null, delay_minutes: 0 }
    const standing = {
      ...shown,
      estimated_departure: null,
      estimated_arrival: null,
      terminal: null,
      gate: null,
      source: 'manual',
      last_synced_at: null,
    }
    expect(await progress(flight.id)).toEqual({ ...standing, ...nothing })
    const { updated_at: departed } = (await put(flight.id, { status: 'DEPARTED' })).body
    expect(await progress(flight.id)).toEqual({
      ...standing,
      status: 'DEPARTED',
      actual_departure: departed,
      actual_arrival: null,
      delay_minutes: Math.floor((Date.parse(departed) - Date.parse(scheduled_departure)) / 60_000),
    })
    const { updated_at: arrived } = (await put(flight.id, { status: 'ARRIVED' })).body
    expect(await progress(flight.id)).toMatchObject({ actual_departure: departed, actual_arrival: arrived })
  })

  test('counts the delay by the arrival where it is foreseen, and is early without a delay', async () => {
    const { id } = await schedule(tenant)
    const estimate = async (set: object) => {
      await amend(id, { set: { ...set } })
      return (await progress(id)).delay_minutes
    }
    expect(await estimate({ estimated_departure: '2030-06-01T08:30:59.999Z' })).toBe(30)
    expect(await estimate({ estimated_arrival: '2030-06-01T10:55:00.000Z' })).toBe(10)
    expect(await estimate({ actual_arrival: '2030-06-01T10:40:00.000Z' })).toBe(0)
  })

  test('a skipped departure happens with the arrival; a cancelled flight has neither', async () => {
    const [one, other] = [await schedule(tenant), await schedule(tenant)]
    const { updated_at } = (await put(one.id, { status: 'ARRIVED' })).body
    expect(await progress(one.id)).toMatchObject({ actual_departure: updated_at, actual_arrival: updated_at })
    await put(other.id, { status: 'CANCELLED' })
    expect(await progress(other.id)).toMatchObject({ actual_departure: null, actual_arrival: null })
  })
})

describe('deleting a flight', () => {
  test('takes it away', async () => {
    const { id } = await schedule(tenant)
    const { status, body } = await tenant.send(`DELETE ${at(id)}`)
    expect([status, body]).toEqual([200, { id, deleted: true, message: 'The flight is deleted' }])
    for (const key of [`GET ${at(id)}`, `PUT ${at(id)}`, `DELETE ${at(id)}`, `GET ${at(id)}/status`])
      expect((await tenant.send(key)).body.detail).toBe('Flight not found')
    expect((await tenant.send(`POST ${at(id)}/sync`)).status).toBe(404)
  })

  test('is refused while it has bags', async () => {
    const { id } = await schedule(tenant)
    await load(id, 1000)
    const { status, body } = await tenant.send(`DELETE ${at(id)}`)
    expect([status, body.detail]).toEqual([
      409,
      'This flight has bags; assign them to another flight first, or cancel this one',
    ])
    expect((await read(id)).bags_count).toBe(1)
  })
})
