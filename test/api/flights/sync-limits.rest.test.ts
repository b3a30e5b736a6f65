import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { contract, knowingFlights } from '../../support/flight-data/server.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { setUp, flightOf, provider, read, send, service, sync, token } from './sync.fixture.ts'

setUp()

describe('a synchronisation with a provider that', () => {
  const after = async (status: string, behaviour: () => void) => {
    const flight = await flightOf()
    if (status !== 'SCHEDULED') await send(`PUT /api/v1/flights/${flight.id}`, { status })
    const before = await read(flight.id)
    behaviour()
    const answer = await sync(flight.id)
    expect(await read(flight.id), 'the flight does not change').toEqual(before)
    return answer
  }
  const does = (code: number, text = '', headers = {}) =>
    provider.does((response) => void response.writeHead(code, headers).end(text))

  test('hangs gets 504', async () => {
    const { status, body } = await after('BOARDING', () => provider.does(() => undefined))
    expect([status, body]).toEqual([
      504,
      {
        detail: 'AeroDataBox has not answered within 3 seconds',
        code: 'gateway_timeout',
        reason: 'provider_too_slow',
        params: { provider: 'AeroDataBox', seconds: 3 },
      },
    ])
  })

  test.each<[string, () => void, string]>([
    ['fails', () => does(500, 'oops'), 'answered 500'],
    ['refuses the key', () => does(401), 'refuses our key (401)'],
    ['answers 429', () => does(429), 'answered 429: its quota is used up'],
    ['redirects', () => does(302, '', { location: 'http://127.0.0.1:9/' }), 'answered with a redirect'],
    ['sends 2 MB', () => does(200, `["${'x'.repeat(2e6)}"]`), 'sent more than 1 MB'],
    ['sends HTML', () => does(200, '<html>'), 'sent something other than flight data'],
    ['sends other JSON', () => does(200, '{"flights":1}'), 'sent something other than flight data'],
    ['closes the connection', () => provider.does((response) => void response.destroy()), 'cannot be reached'],
  ])('%s gets 502', async (_, behaviour, expected) => {
    const { status, body } = await after('BOARDING', behaviour)
    expect([status, body.code, body.detail]).toEqual([502, 'bad_gateway', expect.stringContaining(expected)])
  })

  test.each([
    [
      'reports an earlier status',
      'ARRIVED',
      'EnRoute',
      /It says "EnRoute", but the flight is ARRIVED, and stays so/,
    ],
    ['cancels a departed flight', 'DEPARTED', 'Canceled', /It says "Canceled", but the flight is DEPARTED/],
    ['reports an unknown status', 'BOARDING', 'Teleported', /"Teleported" is unknown and changes nothing/],
  ])(
    '%s leaves the flight unchanged, with a message that says why',
    async (_, status, providerStatus, message) => {
      const answer = await after(status, () =>
        provider.says(contract(exampleOf(NewFlight) as never, { status: providerStatus })),
      )
      expect(answer.body).toMatchObject({ status, synced: true, provider_status: providerStatus, changes: [] })
      expect(answer.body.message).toMatch(message)
    },
  )

  test('has failed calls the provider again', async () => {
    const flight = await flightOf()
    does(500)
    expect((await sync(flight.id)).status).toBe(502)
    service.pass(10)
    provider.says(contract(flight, { status: 'Boarding' }))
    expect((await sync(flight.id)).body).toMatchObject({ status: 'BOARDING', cached: false })
  })
})

describe('ten simultaneous synchronisations of a flight', () => {
  /** Sends five requests to each of two containers. */
  const tenAtOnce = async (id: string) => {
    const other = inProcess(knowingFlights(provider))
    other.clock.now = service.clock.now
    const calls = provider.asked.length
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? other : service).call(`POST /api/v1/flights/${id}/sync`, { token }),
      ),
    )
    return { answers, calls: provider.asked.length - calls }
  }

  test('make one call, and all return its result', async () => {
    const flight = await flightOf()
    const report = contract(flight, { status: 'Boarding' })
    provider.does((response) => void setTimeout(() => response.end(JSON.stringify([report])), 300))
    const { answers, calls } = await tenAtOnce(flight.id)
    expect(calls).toBe(1)
    for (const { status, body } of answers)
      expect([status, body.synced, body.status]).toEqual([200, true, 'BOARDING'])
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1)
  })

  test('make one call if it fails, and all return the error', async () => {
    const flight = await flightOf()
    provider.does((response) => void setTimeout(() => response.writeHead(503).end(), 300))
    const { answers, calls } = await tenAtOnce(flight.id)
    expect(calls).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 502))
    const refusal = { reason: 'flight_data_failed', params: { provider: 'AeroDataBox', status: 503 } }
    for (const { body } of answers) expect(body).toMatchObject(refusal)
  })
})

test('calls to the provider are limited per hour for the whole service, and then refused until the hour ends', async () => {
  const limited = inProcess(knowingFlights(provider, { FLIGHT_CALLS_PER_HOUR: '2' }))
  // An hour that no other test uses.
  limited.clock.now = new Date('2031-06-01T07:00:00Z')
  const body = { email: `limited-${randomUUID()}@example.com`, password, tenant_name: 'Thrifty' }
  const own = (await limited.call('POST /api/v1/auth/register', { body })).body.access_token
  const ask = async () => {
    const { id } = (await limited.call('POST /api/v1/flights', { token: own, body: exampleOf(NewFlight) })).body
    return limited.call(`POST /api/v1/flights/${id}/sync`, { token: own })
  }
  provider.says()
  expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  limited.clock.now = new Date('2031-06-01T07:10:00Z')
  expect((await ask()).headers['retry-after']).toBe('3000')
})
