import { describe, expect, test } from 'vitest'
import { aeroDataBox } from '../../shared/flight-data/aerodatabox/provider.ts'
import { admitAll, at, flight, record, says, startProvider } from '../support/flight-data/reports.ts'
import { reportOn } from './aerodatabox.fixture.ts'

describe('a request to AeroDataBox', () => {
  test('contains the flight number, the UTC day, and the key in the headers of both marketplaces', async () => {
    const { url, requests, report } = await says([record()])
    await report({ ...flight, flight_number: 'su 01234 ' })
    expect(requests.map(({ url }) => url)).toEqual([
      '/flights/number/SU1234/2026-11-21?dateLocalRole=Both&withAircraftImage=false&withLocation=false',
    ])
    expect(requests[0]?.headers).toMatchObject({
      'x-rapidapi-key': 'k-1',
      'x-rapidapi-host': new URL(url).host,
      'x-api-market-key': 'k-1',
      'accept-encoding': 'identity',
      'user-agent': 'courier-logistics',
    })
  })
  test('starts with the path of the base URL, with or without a trailing slash', async () => {
    for (const path of ['/api/v1/aedbx/aerodatabox', '/api/v1/aedbx/aerodatabox/']) {
      const { url, requests } = await says([record()])
      await aeroDataBox({ key: ' k-1\n' }, { flightDataUrl: url + path })?.lookup(admitAll)(flight)
      expect(requests[0]?.url).toMatch(/^\/api\/v1\/aedbx\/aerodatabox\/flights\/number\/SU1234\//)
      expect(requests[0]?.headers['x-rapidapi-key']).toBe('k-1')
    }
  })
  test.each([
    ['2026-11-21T10:59:00.000Z', '2026-11-20'],
    ['2026-11-21T11:00:00.000Z', '2026-11-22'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2028-03-01T00:00:00.000Z', '2028-02-29'],
  ])('is repeated if no flight at %s matches, for %s', async (scheduled_departure, neighbour) => {
    const { requests, report } = await says([record({ number: 'SU 1' })])
    expect((await report({ ...flight, scheduled_departure })).outcome).toBeUndefined()
    const days = requests.map(({ url = '' }) => url.slice(-88).split(/[/?]/).at(-2))
    expect(days).toEqual([scheduled_departure.slice(0, 10), neighbour])
  })
  test('finds a flight on the neighbouring day', async () => {
    const { report } = await startProvider(({ url = '' }, response) =>
      response.writeHead(url.includes('2026-11-22') ? 200 : 204).end(JSON.stringify([record()])),
    )
    expect((await report()).outcome).toEqual({ provider_status: 'Expected' })
  })
  test.each(['', '../..', 'SU1234/x?y', 'СУ1234', 'A very long name'])(
    'is not sent for "%s", which is not a flight number',
    async (flight_number) => {
      const { requests, report } = await says([record()])
      expect((await report({ ...flight, flight_number })).outcome).toBeUndefined()
      expect(requests).toHaveLength(0)
    },
  )
  test('is impossible without a key', () => {
    for (const key of ['', ' \n', null, undefined, 7])
      expect(aeroDataBox({ key: key as string }, { flightDataUrl: 'http://127.0.0.1:9' })).toBeUndefined()
  })
  test.each([
    'http://aerodatabox.p.rapidapi.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'rapidapi',
  ])('is not sent to %s, because its key would not be encrypted', async (flightDataUrl) => {
    await expect(
      aeroDataBox({ key: 'k-1' }, { flightDataUrl })?.lookup(admitAll)(flight),
    ).rejects.toMatchObject({
      code: 'bad_gateway',
      message: expect.stringContaining('setting flightDataUrl') as string,
    })
  })
  test('is not sent with a key that is not a valid header value', async () => {
    const { url, requests } = await says([record()])
    await expect(
      aeroDataBox({ key: 'k\n1' }, { flightDataUrl: url })?.lookup(admitAll)(flight),
    ).rejects.toMatchObject({
      code: 'bad_gateway',
      message: expect.stringMatching(/secret FlightData(?!.*k\n1)/) as string,
    })
    expect(requests).toHaveLength(0)
  })
})

describe('the times in a report', () => {
  const departure = { revisedTime: at('2026-11-21 14:20Z'), runwayTime: at('2026-11-21 14:35Z') }
  const arrival = { revisedTime: at('2026-11-21 17:00Z'), predictedTime: at('2026-11-21 17:09Z') }
  const expected = {
    estimated_departure: '2026-11-21T14:20:00.000Z',
    estimated_arrival: '2026-11-21T17:00:00.000Z',
  }
  const flying = {
    actual_departure: expected.estimated_departure,
    estimated_arrival: expected.estimated_arrival,
  }
  const landed = {
    actual_departure: expected.estimated_departure,
    actual_arrival: expected.estimated_arrival,
  }
  test.each([
    ['Expected', expected],
    ['Boarding', expected],
    ['GateClosed', expected],
    ['Canceled', expected],
    ['Departed', flying],
    ['EnRoute', flying],
    ['Approaching', flying],
    ['Arrived', landed],
    ['Diverted', expected],
    ['CanceledUncertain', expected],
    ['Waiting for the moon', expected],
  ])('are actual or estimated according to the status %s', async (status, times) => {
    expect(await reportOn([record({ status, departure, arrival })])).toEqual({
      provider_status: status,
      ...times,
    })
  })
  test('are the runway’s after the event and predictions before, if the gate’s are missing', async () => {
    const both = { runwayTime: at('2026-11-21 14:35Z'), predictedTime: at('2026-11-21 14:40Z') }
    const of = async (status: string) => {
      const { provider_status: _, ...times } = await reportOn([
        record({ status, departure: both, arrival: both }),
      ])
      return times
    }
    const [runway, predicted] = ['2026-11-21T14:35:00.000Z', '2026-11-21T14:40:00.000Z']
    expect(await of('Expected')).toEqual({ estimated_departure: predicted, estimated_arrival: predicted })
    expect(await of('EnRoute')).toEqual({ actual_departure: runway, estimated_arrival: predicted })
    expect(await of('Arrived')).toEqual({ actual_departure: runway, actual_arrival: runway })
  })
  test.each([
    ['2026-11-21 14:20Z', '2026-11-21T14:20:00.000Z'],
    ['2026-11-21 14:20:31Z', '2026-11-21T14:20:31.000Z'],
    ['2026-11-21T14:20Z', '2026-11-21T14:20:00.000Z'],
    ['2026-11-21T14:20:31.5Z', '2026-11-21T14:20:31.500Z'],
    ['2026-02-30 25:61Z', undefined],
    ['2026-02-30 10:00Z', undefined],
    ['2026-11-21 14:20', undefined],
    ['2026-11-21 14:20+04:00', undefined],
    ['tomorrow', undefined],
    ['', undefined],
    [null, undefined],
    [1763734800, undefined],
  ])('are parsed from %j as %s', async (utc, iso) => {
    const report = await reportOn([
      record({ departure: { revisedTime: { utc }, terminal: 'D' }, arrival: { predictedTime: utc } }),
    ])
    expect(report).toEqual({
      provider_status: 'Expected',
      terminal: 'D',
      ...(iso && { estimated_departure: iso }),
    })
  })
})
