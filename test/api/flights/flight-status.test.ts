import { describe, expect, test } from 'vitest'
import { flightStatuses } from '../../../shared/domain/flights/status.ts'
import { schedule } from '../../support/api/tenant.ts'
import { setUp, amend, at, load, put, read, tenant } from './flights.fixture.ts'

setUp()

const statusOf = async (id: string) => (await tenant.send(`GET ${at(id)}/status`)).body

describe('changing the status of a flight', () => {
  const allowed: Record<string, string[]> = {
    SCHEDULED: ['BOARDING', 'DEPARTED', 'ARRIVED', 'CANCELLED'],
    BOARDING: ['DEPARTED', 'ARRIVED', 'CANCELLED'],
    DEPARTED: ['ARRIVED'],
    ARRIVED: [],
    CANCELLED: [],
  }
  const pairs = flightStatuses.flatMap((from) => flightStatuses.map((to) => [from, to] as const))
  test.each(pairs)('is allowed or refused as the state machine says, from %s to %s', async (from, to) => {
    const { id } = await schedule(tenant)
    expect((await put(id, { status: from })).body.status).toBe(from)
    const { status, body } = await put(id, { status: to })
    if (from === to) expect([status, body.status]).toEqual([200, to])
    else if (allowed[from]!.includes(to)) expect([status, body.status]).toEqual([200, to])
    else expect([status, body.detail]).toEqual([409, `A flight that is ${from} cannot become ${to}`])
  })

  test('succeeds for one of two simultaneous requests to different final statuses', async () => {
    const { id } = await schedule(tenant)
    const answers = await Promise.all(['ARRIVED', 'CANCELLED'].map((status) => put(id, { status })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(id)).status).toBe(answers.find(({ status }) => status === 200)!.body.status)
  })
})

describe('the status endpoint of a flight', () => {
  test('shows the scheduled times at first, and then the actual departure and arrival', async () => {
    const scheduled_departure = '2020-01-01T08:00:00.000Z'
    const flight = await schedule(tenant, {
      scheduled_departure,
      scheduled_arrival: '2020-01-01T10:00:00.000Z',
    })
    const { tenant_id: _, courier_id: _c, max_weight_kg: _m, created_at: _a, updated_at: _u, ...shown } = flight
    const nothing = { actual_departure: null, actual_arrival: null, delay_minutes: 0 }
    const expected = {
      ...shown,
      estimated_departure: null,
      estimated_arrival: null,
      terminal: null,
      gate: null,
      source: 'manual',
      last_synced_at: null,
    }
    expect(await statusOf(flight.id)).toEqual({ ...expected, ...nothing })
    const { updated_at: departed } = (await put(flight.id, { status: 'DEPARTED' })).body
    expect(await statusOf(flight.id)).toEqual({
      ...expected,
      status: 'DEPARTED',
      actual_departure: departed,
      actual_arrival: null,
      delay_minutes: Math.floor((Date.parse(departed) - Date.parse(scheduled_departure)) / 60_000),
    })
    const { updated_at: arrived } = (await put(flight.id, { status: 'ARRIVED' })).body
    expect(await statusOf(flight.id)).toMatchObject({ actual_departure: departed, actual_arrival: arrived })
  })

  test('bases the delay on the arrival if one is estimated, and shows 0 for an early flight', async () => {
    const { id } = await schedule(tenant)
    const estimate = async (set: object) => {
      await amend(id, { set: { ...set } })
      return (await statusOf(id)).delay_minutes
    }
    expect(await estimate({ estimated_departure: '2030-06-01T08:30:59.999Z' })).toBe(30)
    expect(await estimate({ estimated_arrival: '2030-06-01T10:55:00.000Z' })).toBe(10)
    expect(await estimate({ actual_arrival: '2030-06-01T10:40:00.000Z' })).toBe(0)
  })

  test('shows the arrival’s time for a skipped departure, and neither time for a cancelled flight', async () => {
    const [one, other] = [await schedule(tenant), await schedule(tenant)]
    const { updated_at } = (await put(one.id, { status: 'ARRIVED' })).body
    expect(await statusOf(one.id)).toMatchObject({ actual_departure: updated_at, actual_arrival: updated_at })
    await put(other.id, { status: 'CANCELLED' })
    expect(await statusOf(other.id)).toMatchObject({ actual_departure: null, actual_arrival: null })
  })
})

describe('deleting a flight', () => {
  test('removes it', async () => {
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
