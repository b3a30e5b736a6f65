import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { exampleOf } from '../../support/api/tenant.ts'
import { at, contract } from '../../support/flight-data/server.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { setUp, flightOf, create, provider, read, send, service, sync, token } from './sync.fixture.ts'

setUp()

/** Sets the clock back after a test that advanced it, so that the token has not expired. */
const setClock = (moment: string) => void (service.clock.now = new Date(moment))

const statusOf = async (id: string) => (await send(`GET /api/v1/flights/${id}/status`)).body

describe('a synchronisation', () => {
  test('merges the provider’s report, and returns the changes', async () => {
    const flight = await flightOf()
    const departure = { terminal: 'B', gate: '12', revisedTime: at('2030-06-01T08:30Z') }
    provider.says(contract(flight, { status: 'Boarding', departure }))
    const { status, body } = await sync(flight.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...(await read(flight.id)),
      synced: true,
      provider: 'aerodatabox',
      provider_status: 'Boarding',
      changes: [
        { field: 'status', old: 'SCHEDULED', new: 'BOARDING' },
        { field: 'estimated_departure', old: null, new: '2030-06-01T08:30:00.000Z' },
        { field: 'terminal', old: null, new: 'B' },
        { field: 'gate', old: null, new: '12' },
      ],
      synced_at: '2030-06-01T07:00:00.000Z',
      message: 'New: status, estimated_departure, terminal, gate',
      cached: false,
    })
    expect(body.status).toBe('BOARDING')
    expect(await statusOf(flight.id)).toMatchObject({
      status: 'BOARDING',
      delay_minutes: 30,
      terminal: 'B',
      gate: '12',
      source: 'aerodatabox',
      estimated_departure: '2030-06-01T08:30:00.000Z',
      last_synced_at: '2030-06-01T07:00:00.000Z',
    })
  })

  test('within a minute of the last one returns its result, without a call', async () => {
    const flight = await flightOf()
    provider.says(contract(flight, { status: 'Boarding' }))
    const first = (await sync(flight.id)).body
    provider.says(contract(flight, { status: 'EnRoute' }))
    const calls = provider.asked.length
    service.pass(59.999)
    expect((await sync(flight.id)).body).toEqual({ ...first, cached: true })
    expect(provider.asked.length).toBe(calls)
    service.pass(0.001)
    expect((await sync(flight.id)).body).toMatchObject({ status: 'DEPARTED', cached: false })
    setClock('2030-06-01T07:00:00Z')
  })

  test('that finds no changes does not change the flight’s version', async () => {
    const flight = await flightOf()
    provider.says(contract(flight, { status: 'Expected' }))
    const { body } = await sync(flight.id)
    expect(body).toMatchObject({ synced: true, changes: [], message: 'Nothing new' })
    const reading = await send(`GET /api/v1/flights/${flight.id}`)
    expect([reading.headers.etag, reading.body]).toEqual(['"1"', flight])
  })

  test('whose report has no times records no times, and so no delay', async () => {
    const flight = await flightOf({
      scheduled_departure: '2030-06-01T04:00:00Z',
      scheduled_arrival: '2030-06-01T06:00:00Z',
    })
    provider.says(contract(flight, { status: 'Arrived' }))
    const { body } = await sync(flight.id)
    expect(body.changes).toEqual([{ field: 'status', old: 'SCHEDULED', new: 'ARRIVED' }])
    expect(await statusOf(flight.id)).toMatchObject({
      status: 'ARRIVED',
      actual_departure: null,
      actual_arrival: null,
      delay_minutes: 0,
    })
  })

  test('that reports an arrival in the future does not change the flight’s status', async () => {
    const flight = await flightOf()
    await send(`PUT /api/v1/flights/${flight.id}`, { status: 'DEPARTED' })
    provider.says(contract(flight, { status: 'Arrived', arrival: { revisedTime: at('2030-06-01T09:00Z') } }))
    const { body } = await sync(flight.id)
    expect(body).toMatchObject({ status: 'DEPARTED', changes: [] })
    expect(body.message).toContain('It says "Arrived" at a time that cannot be')
  })

  test('of a flight that the provider does not know says so, and leaves the flight unchanged', async () => {
    const flight = await flightOf()
    provider.says(contract({ ...flight, arrival_airport: 'LED' }, { status: 'EnRoute' }))
    expect((await sync(flight.id)).body).toEqual({
      ...flight,
      synced: false,
      provider: 'aerodatabox',
      provider_status: null,
      changes: [],
      synced_at: null,
      message: 'aerodatabox does not know this flight',
      cached: false,
    })
    expect(await statusOf(flight.id)).toMatchObject({ source: 'manual', last_synced_at: null })
  })

  test('has all effects of a departure: checked-in bags depart, and the courier’s other bag is left behind', async () => {
    const [flight, bag] = [await flightOf(), await create('bags', exampleOf(NewBag))]
    const leftBehind = await create('bags', exampleOf(NewBag))
    const courier = await create('couriers', exampleOf(NewCourier))
    for (const { id } of [bag, leftBehind])
      await send(`POST /api/v1/bags/${id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, {
      airline_tag_code: '0555123456',
      airline: 'Aeroflot',
      flight_number: 'SU1234',
    })
    provider.says(contract(flight, { status: 'EnRoute', departure: { revisedTime: at('2030-06-01T06:58Z') } }))
    expect((await sync(flight.id)).body).toMatchObject({ status: 'DEPARTED', bags_count: 1 })
    expect((await send(`GET /api/v1/bags/${bag.id}`)).body.status).toBe('IN_TRANSIT')
    expect((await send(`GET /api/v1/bags/${leftBehind.id}`)).body).toMatchObject({
      status: 'OPEN',
      flight_id: null,
    })
    expect((await statusOf(flight.id)).actual_departure).toBe('2030-06-01T06:58:00.000Z')
  })

  test('of a flight that is over says when it departed and arrived, for its bags and in timelines too', async () => {
    const [flight, bag] = [await flightOf(), await create('bags', exampleOf(NewBag))]
    const courier = await create('couriers', exampleOf(NewCourier))
    const { id: shipment } = await create('shipments', exampleOf(NewShipment))
    const { id } = (await send(`POST /api/v1/shipments/${shipment}/packages`, exampleOf(NewPackage))).body
    await send(`POST /api/v1/bags/${bag.id}/packages/${id}`)
    await send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: courier.id, flight_id: flight.id })
    const number = { airline_tag_code: '0555123456', airline: 'Aeroflot', flight_number: 'SU1234' }
    await send(`PUT /api/v1/bags/${bag.id}/checkin`, number)
    setClock('2030-06-01T07:12:00.000Z')
    provider.says(
      contract(flight, {
        status: 'Arrived',
        departure: { revisedTime: at('2030-06-01T07:02Z') },
        arrival: { revisedTime: at('2030-06-01T07:10Z') },
      }),
    )
    await sync(flight.id)
    const [departed, arrived] = ['2030-06-01T07:02:00.000Z', '2030-06-01T07:10:00.000Z']
    expect(await read(flight.id)).toMatchObject({ actual_departure: departed, actual_arrival: arrived })
    expect((await send(`GET /api/v1/bags/${bag.id}`)).body).toMatchObject({ arrived_at: arrived })
    const events: any[] = (await send(`GET /api/v1/packages/${id}/events`)).body
    expect(events.slice(-2).map(({ event_type, timestamp }) => [event_type, timestamp])).toEqual([
      ['FLIGHT_DEPARTED', departed],
      ['FLIGHT_ARRIVED', arrived],
    ])
    setClock('2030-06-01T07:00:00.000Z')
  })

  test('without a configured provider changes nothing, and says so', async () => {
    const without = inProcess({ secrets: { flightdata: { key: '' } } })
    without.clock.now = service.clock.now
    const flight = await flightOf()
    const { status, body } = await without.call(`POST /api/v1/flights/${flight.id}/sync`, { token })
    expect([status, body]).toEqual([
      200,
      {
        ...flight,
        synced: false,
        provider: null,
        provider_status: null,
        changes: [],
        synced_at: null,
        message: 'No flight-data provider is set up; the flight is as it was entered by hand',
        cached: false,
      },
    ])
  })

  test('of an unknown flight gets 404', async () => {
    expect((await sync(randomUUID())).status).toBe(404)
    expect((await sync('nonsense')).status).toBe(404)
  })
})
