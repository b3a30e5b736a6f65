import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, flight, record, startProvider } from '../support/flight-data/reports.ts'
import { reportOn } from './aerodatabox.fixture.ts'

const noFlightData = {
  name: 'Refusal',
  code: 'bad_gateway',
  message: 'AeroDataBox sent something other than flight data',
}

const minutes = (n: number) =>
  at(new Date(Date.parse(flight.scheduled_departure) + n * 60_000).toISOString().replace('T', ' '))

describe('text fields of a record', () => {
  test.each([
    [' D ', 'D'],
    ['B12-B14', 'B12-B14'],
    ['x'.repeat(20), 'x'.repeat(20)],
    ['x'.repeat(21), undefined],
    ['', undefined],
    ['B\u000012', undefined],
    ['B\u202e12', undefined],
    ['\ud800', undefined],
    [12, undefined],
    [null, undefined],
    [{}, undefined],
  ])('terminal and gate %j are reported as %j', async (given, reported) => {
    expect(await reportOn([record({ departure: { terminal: given, gate: given } })])).toEqual({
      provider_status: 'Expected',
      ...(reported && { terminal: reported, gate: reported }),
    })
  })
  test.each([
    ['CanceledUncertain', 'CanceledUncertain'],
    ['ждём\u0007\n', 'ждём'],
    ['y'.repeat(300), 'y'.repeat(50)],
    [`${'y'.repeat(49)}😀`, `${'y'.repeat(49)}\ufffd`],
  ])('the status %j is reported as %j', async (status, reported) => {
    expect(await reportOn([record({ status })])).toEqual({ provider_status: reported })
  })
})

describe('a record matches the flight', () => {
  const other = (fields: object) => record({ status: 'Arrived', ...fields })
  test.each([
    ['by IATA codes', { departure_airport: 'SVO', arrival_airport: 'TBS' }],
    ['by ICAO codes', { departure_airport: 'UUEE', arrival_airport: 'UGTB' }],
    [
      'by one IATA and one ICAO code, and a number in any letter case',
      { arrival_airport: 'UGTB', flight_number: 'su-1234' },
    ],
    ["by the airline's ICAO code", { flight_number: 'AFL 1234' }],
  ])('%s', async (_, fields) => {
    expect(await reportOn([record()], { ...flight, ...fields })).toEqual({ provider_status: 'Expected' })
  })
  test.each([
    ['another number', { number: 'SU 1235' }],
    ['another departure', { departure: { airport: { iata: 'DME', icao: 'UUDD' } } }],
    ['another arrival', { arrival: { airport: { iata: 'KUT' } } }],
    ['airports without codes', { departure: { airport: { name: 'Moscow' } } }],
    ['a departure on the day before', { departure: { scheduledTime: at('2026-11-20 14:00Z') } }],
    ['a departure more than twelve hours away', { departure: { scheduledTime: minutes(721) } }],
    ['an unknown scheduled departure', { departure: { scheduledTime: null } }],
  ])('but not with %s', async (_, fields) => {
    expect(await reportOn([other(fields)])).toBeUndefined()
    expect(await reportOn([other(fields), record()])).toEqual({ provider_status: 'Expected' })
  })
  test('with a departure exactly twelve hours away', async () => {
    expect(await reportOn([record({ departure: { scheduledTime: minutes(-720) } })])).toBeDefined()
  })
  test('best if its departure is nearest and, among codeshare records, if it is the operator’s', async () => {
    const near = record({ status: 'Boarding', departure: { scheduledTime: minutes(-5) } })
    const twin = record({ ...near, codeshareStatus: 'IsCodeshared', status: 'Unknown' })
    const far = other({ departure: { scheduledTime: minutes(6) } })
    for (const records of [
      [far, twin, near],
      [near, twin, far],
    ])
      expect(await reportOn(records)).toEqual({ provider_status: 'Boarding' })
    expect(await reportOn([far, twin])).toEqual({ provider_status: 'Unknown' })
  })
})

describe('an invalid record', () => {
  const broken = [
    ['without a departure airport', record({ departure: { airport: undefined } })],
    ['with only null values', Object.fromEntries(Object.keys(record()).map((field) => [field, null]))],
    ['without an arrival', { ...record(), arrival: undefined }],
    ['with a number as its status', record({ status: 3 })],
    ['with an invalid scheduled time', record({ departure: { scheduledTime: at('2026-02-30 25:61Z') } })],
    ['that is null', null],
    ['that is a string', 'SU1234'],
    ['that is an array', []],
  ] as const
  test.each(broken)('%s does not affect other records', async (_, one) => {
    expect(await reportOn([one, record(), one])).toEqual({ provider_status: 'Expected' })
    expect(await reportOn([one, record({ number: 'SU 7' })])).toEqual(noFlightData)
  })
  test('of another flight is ignored', async () => {
    expect(await reportOn([record({ number: 'SU 7', status: 3 })])).toBeUndefined()
  })
  test('on one day does not prevent a match on the neighbouring day', async () => {
    const { report } = await startProvider(({ url = '' }, response) =>
      response.end(JSON.stringify([url.includes('2026-11-22') ? record() : null])),
    )
    expect((await report()).outcome).toEqual({ provider_status: 'Expected' })
  })
})

test('any JSON results in a report, an unknown flight or bad_gateway', async () => {
  let body = ''
  const { report } = await startProvider((_, response) => response.end(body), 5000)
  const json = fc.jsonValue()
  /** A record with arbitrary values in some fields. */
  const mutant = fc
    .tuple(
      fc.record({ departure: json, arrival: json, number: json, status: json }, { requiredKeys: [] }),
      fc.record({ airport: json, scheduledTime: json, revisedTime: json, gate: json }, { requiredKeys: [] }),
    )
    .map(([fields, departure]) => ({ ...record({ departure }), ...fields }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(json, fc.array(fc.oneof(mutant, json), { maxLength: 4 })), async (value) => {
      body = JSON.stringify(value)
      const { outcome } = await report()
      if (outcome && 'code' in outcome) expect(outcome).toEqual(noFlightData)
      else if (outcome) expect(outcome).toHaveProperty('provider_status', expect.any(String))
    }),
    { numRuns: 300 },
  )
})
