import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeReport } from '../../shared/domain/flights/merge-report.ts'
import type { FlightRecord } from '../../shared/domain/flights/record.ts'
import type { FlightReport } from '../../shared/domain/flights/report.ts'
import { statusOf } from '../../shared/flight-data/aerodatabox/status-words.ts'
import { flightStatuses, type FlightStatus } from '../../shared/domain/flights/status.ts'

const hours = (n: number) => new Date(Date.parse('2030-06-01T08:00:00.000Z') + n * 3_600_000).toISOString()
const flight = (fields: Partial<FlightRecord> = {}): FlightRecord => ({
  id: '018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12',
  tenant_id: '018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f13',
  flight_number: 'SU1234',
  airline: 'Aeroflot',
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: hours(0),
  scheduled_arrival: hours(3),
  status: 'SCHEDULED',
  max_weight_g: 60_000,
  available_g: 60_000,
  search_number: 'su1234',
  search_airline: 'aeroflot',
  created_at: hours(-99),
  updated_at: hours(-99),
  version: 1,
  ...fields,
})
const merge = (report: FlightReport, fields: Partial<FlightRecord> = {}, now = hours(1)) =>
  mergeReport(flight(fields), report, { statusOf }, new Date(now))

describe('the statuses of providers', () => {
  test.each<[FlightStatus | undefined, string[]]>([
    ['SCHEDULED', ['Expected', 'scheduled', 'CheckIn', 'check-in', 'Delayed']],
    ['BOARDING', ['Boarding', 'GateClosed', 'gate closed']],
    ['DEPARTED', ['Departed', 'EnRoute', 'en-route', 'active', 'Approaching']],
    ['ARRIVED', ['Arrived', 'LANDED']],
    ['CANCELLED', ['Canceled', 'cancelled']],
    [undefined, ['Unknown', 'Diverted', 'CanceledUncertain', '', '__proto__', 'constructor', 'departed?no']],
  ])('are mapped to %s: %j', (status, words) => {
    for (const word of words) expect([word, statusOf(word)]).toEqual([word, status])
  })
})

describe('a report about a flight', () => {
  test('sets the fields that are plausible', () => {
    const { change, remarks } = merge({
      provider_status: 'EnRoute',
      terminal: 'B',
      gate: '12',
      actual_departure: hours(0.4),
      estimated_arrival: hours(3.2),
    })
    expect(change).toEqual({
      status: 'DEPARTED',
      terminal: 'B',
      gate: '12',
      actual_departure: hours(0.4),
      estimated_arrival: hours(3.2),
    })
    expect(remarks).toEqual([])
  })

  test('never moves the status backwards', () => {
    const { change, remarks } = merge({ provider_status: 'Boarding' }, { status: 'DEPARTED' })
    expect(change).toEqual({})
    expect(remarks).toEqual(['It says "Boarding", but the flight is DEPARTED, and stays so'])
  })

  test('with an unknown status of the provider leaves the status unchanged', () => {
    const { change, remarks } = merge({ provider_status: 'Diverted' }, { status: 'DEPARTED' })
    expect(change).toEqual({})
    expect(remarks).toEqual(['The provider\'s status "Diverted" is unknown and changes nothing'])
  })

  test('of a departure hours too early is ignored, unless it has the actual time', () => {
    const early = hours(-7)
    expect(merge({ provider_status: 'EnRoute' }, {}, early).change).toEqual({})
    expect(merge({ provider_status: 'Arrived' }, {}, early).change).toEqual({})
    expect(merge({ provider_status: 'EnRoute' }, {}, hours(-5)).change).toEqual({ status: 'DEPARTED' })
    const merged = { provider_status: 'EnRoute', actual_departure: hours(-7.5) }
    expect(merge(merged, {}, early).change).toEqual({ status: 'DEPARTED', actual_departure: hours(-7.5) })
    expect(merge({ provider_status: 'Canceled' }, {}, early).change).toEqual({ status: 'CANCELLED' })
  })

  test.each<[string, FlightReport]>([
    ['an actual time in the future', { provider_status: 'Expected', actual_departure: hours(24) }],
    ['a departure a week away', { provider_status: 'Expected', estimated_departure: hours(24 * 7) }],
    ['an arrival before the departure', { provider_status: 'Expected', estimated_arrival: hours(-1) }],
  ])('with %s is ignored', (_, report) => {
    const { change, remarks } = merge(report)
    expect(change).toEqual({})
    expect(remarks).toEqual([expect.stringMatching(/^Ignored as implausible: \w+$/)])
  })

  test('with any content leaves status and times consistent', () => {
    const moment = fc.integer({ min: -200, max: 200 }).map((n) => hours(n / 2))
    const report = fc.record(
      {
        provider_status: fc.constantFrom('Expected', 'Boarding', 'EnRoute', 'Arrived', 'Canceled', 'Diverted'),
        estimated_departure: moment,
        actual_departure: moment,
        estimated_arrival: moment,
        actual_arrival: moment,
      },
      { requiredKeys: ['provider_status'] },
    )
    const order: readonly FlightStatus[] = flightStatuses
    fc.assert(
      fc.property(fc.array(report, { maxLength: 6 }), fc.integer({ min: -20, max: 60 }), (reports, at) => {
        let [current, now] = [flight(), at]
        for (const one of reports) {
          const { change } = merge(one, current, hours(now))
          const next = { ...current, ...change }
          const final = current.status === 'ARRIVED' || current.status === 'CANCELLED'
          if (final) expect(next.status).toBe(current.status)
          if (next.status !== 'CANCELLED')
            expect(order.indexOf(next.status)).toBeGreaterThanOrEqual(order.indexOf(current.status))
          for (const actual of [change.actual_departure, change.actual_arrival])
            if (actual) expect(Date.parse(actual)).toBeLessThanOrEqual(Date.parse(hours(now)) + 300_000)
          const departure = next.actual_departure ?? next.estimated_departure ?? next.scheduled_departure
          for (const arrival of [next.actual_arrival, next.estimated_arrival])
            if (arrival) expect(arrival > departure, `${arrival} after ${departure}`).toBe(true)
          ;[current, now] = [next, now + 1]
        }
      }),
      { numRuns: 500 },
    )
  })
})
