import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { serveFlights } from '../../../lib/local/flight-data/server.ts'
import { aeroDataBox } from '../../../shared/flight-data/aerodatabox/provider.ts'
import { admitAll } from '../../support/flight-data/reports.ts'

const directory = mkdtempSync(join(tmpdir(), 'flight-provider-'))
afterAll(() => rmSync(directory, { recursive: true }))

let file = ''
let count = 0
let url = ''
/** Starts, or restarts, a provider with the test's file. */
async function start() {
  const server = await serveFlights(file)
  onTestFinished(() => server[Symbol.asyncDispose]())
  url = server.url
}
beforeEach(() => {
  file = join(directory, `flights-${++count}.json`)
})

const plan = {
  departure_airport: 'SVO',
  arrival_airport: 'TBS',
  scheduled_departure: '2026-11-21T14:00:00.000Z',
  scheduled_arrival: '2026-11-21T16:45:00.000Z',
}
const tomorrow = {
  ...plan,
  scheduled_departure: '2026-11-22T14:00:00.000Z',
  scheduled_arrival: '2026-11-22T16:45:00.000Z',
}
const send = async (request: string, body?: object | string, headers: Record<string, string> = {}) => {
  const [method = '', path = ''] = request.split(' ')
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: text }) })
  const answer = await response.text()
  const json = response.headers.get('content-type') === 'application/json'
  return { status: response.status, body: json && answer ? JSON.parse(answer) : answer }
}
const update = (body: object, number = 'SU1234') => send(`PUT /flights/${number}`, body)
const report = (day = plan) =>
  aeroDataBox({ key: 'k' }, { flightDataUrl: url })!.lookup(admitAll)({ flight_number: 'SU 1234', ...day })

test('a flight set by PUT is returned in AeroDataBox’s format', async () => {
  await start()
  const details = { status: 'Boarding', airline: 'Aeroflot', terminal: 'D', gate: 'B12' }
  const updated = await update({ ...plan, ...details, estimated_departure: '2026-11-21T18:20:00+04:00' })
  expect(updated).toEqual({
    status: 200,
    body: {
      number: 'SU1234',
      status: 'Boarding',
      codeshareStatus: 'IsOperator',
      isCargo: false,
      airline: { name: 'Aeroflot' },
      departure: {
        airport: { iata: 'SVO', name: 'SVO' },
        scheduledTime: { utc: '2026-11-21 14:00Z', local: '2026-11-21 14:00+00:00' },
        revisedTime: { utc: '2026-11-21 14:20Z', local: '2026-11-21 14:20+00:00' },
        terminal: 'D',
        gate: 'B12',
        quality: ['Basic', 'Live'],
      },
      arrival: {
        airport: { iata: 'TBS', name: 'TBS' },
        scheduledTime: { utc: '2026-11-21 16:45Z', local: '2026-11-21 16:45+00:00' },
        quality: ['Basic', 'Live'],
      },
      lastUpdatedUtc: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\dZ$/) as string,
    },
  })
  const key = { 'X-RapidAPI-Key': 'any' }
  for (const path of ['SU1234/2026-11-21', 'su%201234/2026-11-21'])
    expect((await send(`GET /flights/number/${path}?withLocation=false`, undefined, key)).body).toEqual([
      { ...updated.body, lastUpdatedUtc: expect.any(String) as string },
    ])
  expect((await send('GET /flights/number/SU1234/2026-11-22', undefined, key)).status).toBe(204)
  expect((await send('GET /flights/number/SU1234/2026-11-21')).status).toBe(401)
})

test('a later update is merged, and the flight-data client reports it', async () => {
  await start()
  expect(await report()).toBeUndefined()
  await update(plan)
  expect(await report()).toEqual({ provider_status: 'Expected' })
  await update({ status: 'EnRoute', gate: 'B12', estimated_arrival: '2026-11-21T17:00:00Z' })
  await update({ estimated_departure: '2026-11-21T14:20:00Z', actual_departure: '2026-11-21T14:25:00Z' })
  expect(await report()).toEqual({
    provider_status: 'EnRoute',
    actual_departure: '2026-11-21T14:25:00.000Z',
    estimated_arrival: '2026-11-21T17:00:00.000Z',
    gate: 'B12',
  })
  await update({ status: 'Arrived', actual_arrival: '2026-11-21T16:50:00Z' })
  expect(await report()).toMatchObject({ actual_arrival: '2026-11-21T16:50:00.000Z' })
})

test('flights with one number on different days are separate; an update without a day applies to the last one updated', async () => {
  await start()
  await update(plan)
  await update(tomorrow)
  await update({ status: 'Delayed' })
  await update({ scheduled_departure: plan.scheduled_departure, status: 'Boarding' })
  await update({ gate: 'B12' })
  expect(await report(plan)).toEqual({ provider_status: 'Boarding', gate: 'B12' })
  expect(await report(tomorrow)).toEqual({ provider_status: 'Delayed' })
  expect((await send('GET /flights')).body).toEqual([
    { number: 'SU1234', ...tomorrow, status: 'Delayed' },
    { number: 'SU1234', ...plan, status: 'Boarding', gate: 'B12' },
  ])
})

test('a flight over midnight is listed on both days, as in the real API', async () => {
  await start()
  await update({ ...plan, scheduled_arrival: '2026-11-22T01:00:00Z' })
  for (const [day, status] of [
    ['2026-11-20', 204],
    ['2026-11-21', 200],
    ['2026-11-22', 200],
    ['2026-11-23', 204],
  ] as const)
    expect((await send(`GET /flights/number/SU1234/${day}`, undefined, { 'x-rapidapi-key': 'k' })).status).toBe(
      status,
    )
})

test('flights are kept over a restart until they are deleted', async () => {
  await start()
  await update({ ...plan, status: 'Boarding' })
  await update(plan, 'A9755')
  const before = url
  await start()
  expect(url).not.toBe(before)
  expect(await report()).toEqual({ provider_status: 'Boarding' })
  expect((await send('DELETE /flights/su1234')).body).toEqual({ forgotten: 1 })
  expect((await send('DELETE /flights/SU1234')).body).toEqual({ forgotten: 0 })
  expect(await report()).toBeUndefined()
  await start()
  expect((await send('GET /flights')).body).toEqual([{ number: 'A9755', ...plan }])
})

describe('the server refuses', () => {
  const missing = 'scheduled_arrival too'
  test.each([
    ['a new flight without its plan', 'SU1234', { ...plan, scheduled_arrival: undefined }, missing],
    [
      'an empty update of a new flight',
      'SU1234',
      {},
      'SU1234 is new: set its departure_airport, arrival_airport, ',
    ],
    ['an unknown status', 'SU1234', { ...plan, status: 'BOARDING' }, /status: .*"Boarding"/],
    ['an unknown field', 'SU1234', { ...plan, delay: 5 }, /delay/],
    [
      'a time without a time zone',
      'SU1234',
      { ...plan, actual_departure: '2026-11-21 14:00' },
      /actual_departure/,
    ],
    ['an invalid airport', 'SU1234', { ...plan, arrival_airport: 'T' }, 'arrival_airport: An airport code'],
    ['an invalid flight number', 'Moscow', plan, 'A flight number such as SU1234'],
    ['a body that is not JSON', 'SU1234', 'status=Boarding', 'JSON'],
    ['an array', 'SU1234', '[]', 'body: '],
    ['a malformed path', '%E0%A4', plan, 'URI'],
  ])('%s with a message that says why', async (_, number, body, words) => {
    await start()
    const message: unknown = expect.stringMatching(words)
    expect(await send(`PUT /flights/${number}`, body)).toEqual({ status: 400, body: { message } })
    expect((await send('GET /flights')).body).toEqual([])
  })
  test('an unknown path with 404, and lists its endpoints at GET /', async () => {
    await start()
    expect(await send('POST /flights')).toMatchObject({ status: 404 })
    const { body } = await send('GET /')
    expect(body).toContain('PUT    /flights/SU1234')
    expect(body).toContain('actual_departure')
  })
})

test('the local cloud runs a provider, whose URL is in the functions’ environment and in endpoints.json', async () => {
  const served = JSON.parse(readFileSync(join(dirname(inject('functionLog')), 'endpoints.json'), 'utf8'))
  expect(served.flight_provider).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(inject('environment')).toMatchObject({ FLIGHT_DATA_URL: served.flight_provider })
  expect(await (await fetch(served.flight_provider)).text()).toContain('PUT')
})
