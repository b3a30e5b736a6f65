import { describe, expect, test } from 'vitest'
import type { StepName } from '../../shared/smoke/steps.ts'
import { command, report, spoilingServer, type Spoil, type Spoiled } from './smoke.fixture.ts'

const on =
  (method: string, path: RegExp, spoiled: Spoiled): Spoil =>
  (its, target) =>
    its === method && path.test(target) ? spoiled : undefined
const internal = {
  status: 500,
  headers: { 'x-request-id': 'request-1' },
  body: '{"detail":"Internal server error","code":"internal"}',
}
const parcel: StepName[] = ['register', 'book', 'package']
const bag: StepName[] = [...parcel, 'warehouse', 'courier', 'flight', 'bag']

describe('a failure is named with its step', () => {
  test.each<[string, StepName, StepName[], string, Spoil]>([
    [
      'a page whose headers lack the policy',
      'pages',
      ['pages'],
      '/console has no Content-Security-Policy',
      on('GET', /^\/console/, { headers: { 'content-security-policy': '' } }),
    ],
    [
      'a page that the edge does not have',
      'pages',
      ['pages'],
      '/docs answers 404',
      on('GET', /^\/docs/, { status: 404, headers: { 'x-amz-cf-id': 'edge' }, body: '{}' }),
    ],
    [
      'a key set that is empty',
      'keys',
      ['keys'],
      'There is no key',
      on('GET', /jwks/, { status: 200, body: '{"keys":[]}' }),
    ],
    [
      'an index that gets no entries',
      'find',
      ['register', 'book', 'find'],
      'Not within 0.5 s: The shipment is in the list',
      on('GET', /^\/api\/v1\/shipments$/, { status: 200, body: '[]' }),
    ],
    [
      'a search that finds nothing',
      'search',
      ['register', 'book', 'search'],
      'Not within 0.5 s: The search finds the shipment',
      on('GET', /shipments\?q=/, { status: 200, body: '[]' }),
    ],
    [
      'a label with a wrong signature',
      'scan',
      [...parcel, 'scan'],
      'The scan is hmac_invalid',
      on('POST', /scans/, { status: 201, body: '{"validation_result":"hmac_invalid"}' }),
    ],
    [
      'a PDF that arrives in Base64',
      'label',
      [...parcel, 'label'],
      'The label begins with "JVBER", so it is no PDF',
      on('GET', /label/, { status: 200, body: 'JVBERi0xLjcK' }),
    ],
    [
      'a photo that cannot be stored',
      'photo',
      [...parcel, 'photo'],
      '500, Internal server error (X-Request-Id request-1)',
      on('POST', /photo$/, internal),
    ],
    [
      'an upload that is never processed',
      'upload',
      [...parcel, 'upload'],
      'Not within 0.5 s: The upload is processed',
      on('GET', /photos$/, { status: 200, body: '[]' }),
    ],
    [
      'a tracking id that is unknown',
      'track',
      [...parcel, 'track'],
      '404, No parcel has this tracking id',
      on('GET', /track\//, {
        status: 404,
        body: '{"error":"not_found","message":"No parcel has this tracking id"}',
      }),
    ],
    [
      'a feed that gets no events',
      'feed',
      [...bag, 'feed'],
      'Not within 0.5 s: The feed has the events',
      on('GET', /events/, { status: 200, body: '[]' }),
    ],
    [
      'a WebSocket that is not reachable',
      'live',
      ['register', 'live'],
      'The WebSocket is not connected: The connection broke off',
      on('POST', /ticket/, { status: 201, body: '{"url":"ws://127.0.0.1:1/ws","ticket":"none"}' }),
    ],
    [
      'a bag that stays',
      'delete',
      [...bag, 'delete'],
      '500, Internal server error',
      on('DELETE', /bags/, internal),
    ],
  ])('%s', async (_, step, steps, detail, spoil) => {
    await using server = await spoilingServer(spoil)
    const { passed, failed, lines } = await report({ url: server.url, steps, patience: 500 })
    expect({ passed, failed }).toEqual({ passed: false, failed: [step] })
    expect(lines.join('\n')).toContain(detail)
  })
})

test('steps that need what was not made are not reached; the others run', async () => {
  await using server = await spoilingServer(on('POST', /^\/api\/v1\/shipments$/, internal))
  const { failed, notReached, lines } = await report({ url: server.url })
  expect(failed).toEqual(['book', 'live'])
  expect(notReached).toEqual([
    'package',
    'find',
    'search',
    'pack',
    'scan',
    'photo',
    'upload',
    'label',
    'track',
    'feed',
  ])
  expect(lines).toContain('- package   not reached: there is no shipment')
  expect(lines.at(-1)).toMatch(/^12 passed, 2 failed, 10 not reached in/)
})

describe('the first line says whether DynamoDB evaluates policies as expected', () => {
  const denied = (what: string) =>
    expect.stringMatching(
      new RegExp(`^✗ DynamoDB denied ${what} .*: deploy with -c tableConditions=enclosingOperation`),
    )
  test.each<[string, unknown, Spoil]>([
    ['a registration', denied('the members of a transaction'), on('POST', /register/, internal)],
    ['a list', denied('a query of an index'), on('GET', /^\/api\/v1\/shipments$/, internal)],
    [
      'a function that is throttled',
      '- Whether DynamoDB allows transactions is not known: register failed',
      on('POST', /register/, { status: 503, body: '{"message":"Service Unavailable"}' }),
    ],
  ])('%s', async (_, first, spoil) => {
    await using server = await spoilingServer(spoil)
    const { passed, lines } = await report({ url: server.url, steps: ['register', 'lists', 'book'] })
    expect(lines[0]).toEqual(first)
    expect(passed).toBe(false)
  })
})

describe('npm run smoke', () => {
  test('exits with 1 after a failure, with the answer, and where to look', async () => {
    await using server = await spoilingServer(on('POST', /\/bags\/[^/]+\/packages\//, internal))
    const { code, stdout, stderr } = await command('--url', server.url)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const [line, ...explained] = stdout
      .split('\n')
      .slice(stdout.split('\n').findIndex((one) => one.startsWith('✗')))
    expect(line).toMatch(/^✗ pack +\d+ ms {2}puts the package into the bag$/)
    expect(explained[0]).toMatch(
      /^ {4}POST http:\S+\/bags\/\S+\/packages\/\S+: 500, Internal server error \(X-Request-Id request-1\)$/,
    )
    expect(explained[2]).toBe(
      `    Look at bags of CourierApi: query bags 'filter request_id = "request-1"'; docs/operations/runbook.md#apifails`,
    )
  })

  test('names a service that does not answer', async () => {
    const { code, stdout } = await command('--url', 'http://127.0.0.1:1')
    expect(code).toBe(1)
    expect(stdout).toMatch(/POST http:\/\/127.0.0.1:1\/api\/v1\/auth\/register: no response, \S/)
  })

  test('needs the URL of a service', async () => {
    const { code, stderr } = await command('--url', 'parcels.example')
    expect(code).toBe(1)
    expect(stderr).toContain('Usage: npm run smoke -- --url https://')
  })
})
