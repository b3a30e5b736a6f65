import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aeroDataBox } from '../../shared/flight-data/aerodatabox/provider.ts'
import { admitAll, flight, record, says, startProvider } from '../support/flight-data/reports.ts'
import { seconds } from '../support/suite/time.ts'

/** The timeout in these tests, in milliseconds. The last test checks the default timeout. */
const limit = seconds(0.4)
const refusal = (code: string, message: string) => ({
  name: 'Refusal',
  code,
  message: `AeroDataBox ${message}`,
})
const tooLate = refusal('gateway_timeout', `has not answered within ${limit / 1000} seconds`)
const good = JSON.stringify([record()])
const plain = { 'content-type': 'application/json' }

/** Sends a response byte by byte without an end. */
const trickle =
  (head: string): RequestListener =>
  ({ socket }) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(' '), 20)
    socket.on('close', () => clearInterval(timer))
  }
const raw =
  (bytes: string, end = false): RequestListener =>
  ({ socket }) => {
    socket.write(bytes)
    if (end) socket.end()
  }
const breakOff = (socket: Socket, bytes: string) => void socket.write(bytes, () => socket.resetAndDestroy())
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
/** 200 MB of spaces before valid JSON, compressed to 200 kB. */
const bomb = gzipSync(Buffer.concat([Buffer.alloc(200e6, ' '), Buffer.from(good)]), { level: 1 })

test.each<[string, RequestListener]>([
  ['sends nothing', () => undefined],
  ['stops within its header', raw('HTTP/1.1 200 OK\r\nContent-')],
  ['stops within its body', raw(`${ok}Content-Length: 5000\r\n\r\n[{"number":`)],
  ['sends its header slowly', trickle('HTTP/1.1 200 OK\r\nX-Slow:')],
  ['sends its body slowly', trickle(`${ok}\r\n[`)],
  ['sends bytes after its body', trickle(`${ok}\r\n${good}`)],
])('the request to a provider that %s times out', async (_, serve) => {
  const { report, allClosed } = await startProvider(serve, limit)
  const { outcome, took } = await report()
  expect(outcome).toEqual(tooLate)
  expect(took).toBeGreaterThan(limit - 20)
  expect(took).toBeLessThan(limit + seconds(0.6))
  await allClosed()
})

test('the timeout applies to the requests for both days together', async () => {
  const { report, requests, allClosed } = await startProvider(
    (_, response) => void setTimeout(() => response.writeHead(204).end(), limit * 0.6),
    limit,
  )
  const { outcome, took } = await report()
  expect(outcome).toEqual(tooLate)
  expect(requests).toHaveLength(2)
  expect(took).toBeLessThan(limit + seconds(0.6))
  await allClosed()
})

const noFlightData = 'sent something other than flight data'
test.each<[string, RequestListener, string]>([
  ['2 MB', (_, response) => response.end(JSON.stringify([record(), 'x'.repeat(2e6)])), 'sent more than 1 MB'],
  [
    '2 MB in chunks without end',
    (_, response) => {
      const more = () => response.write('x'.repeat(65_536), () => void (response.destroyed || more()))
      more()
    },
    'sent more than 1 MB',
  ],
  [
    'a gzip bomb',
    (_, response) => response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).end(bomb),
    noFlightData,
  ],
  [
    'less than its content-length',
    raw(`${ok}Content-Length: 5000\r\n\r\n${good}`, true),
    'broke off its answer',
  ],
  ['more than its content-length', raw(`${ok}Content-Length: 9\r\n\r\n${good}`), noFlightData],
  [
    'both a length and chunks',
    raw(`${ok}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n`),
    'cannot be reached',
  ],
  ['a response that is not HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n'), 'cannot be reached'],
  ['a header of 1 MB', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1e6)}`), 'cannot be reached'],
  [
    'another protocol',
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    'cannot be reached',
  ],
  [
    'a 429 with an endless body',
    trickle('HTTP/1.1 429 Too Many Requests\r\n\r\n'),
    'answered 429: its quota is used up',
  ],
  ['a closed connection', ({ socket }) => socket.destroy(), 'cannot be reached'],
  [
    'a reset within its chunks',
    ({ socket }) => breakOff(socket, `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\n[`),
    'broke off its answer',
  ],
  // The end of the connection is the end of the body.
  ['a reset within a body without a length', ({ socket }) => breakOff(socket, `${ok}\r\n[`), noFlightData],
])('a provider that sends %s results in bad_gateway', async (_, serve, message) => {
  // A timeout longer than the test's, so that a request that waits for it fails the test.
  const { report, allClosed } = await startProvider(serve, 60_000)
  expect((await report()).outcome).toEqual(refusal('bad_gateway', message))
  await allClosed()
})

test.each([
  ['not JSON', '<html>Sign in</html>'],
  ['empty', ''],
  ['truncated', good.slice(0, -1)],
  ['an object', '{"message":"k-1"}'],
  ['null', 'null'],
  ['deeply nested', '['.repeat(500_000)],
  ['a list of 101 records', JSON.stringify(Array.from({ length: 101 }, () => null))],
])('a response that is %s is not accepted as flight data', async (_, body) => {
  const { report, allClosed } = await says(body)
  expect((await report()).outcome).toEqual(refusal('bad_gateway', noFlightData))
  await allClosed()
})

test.each([
  [400, 'answered 400: it takes no such flight number, or no such day'],
  [401, 'refuses our key (401)'],
  [403, 'refuses our key (403)'],
  [429, 'answered 429: its quota is used up'],
  [451, 'answered 451'],
  [500, 'answered 500'],
  [503, 'answered 503'],
  [206, 'answered 206'],
])('the status %s results in bad_gateway, whatever the body', async (status, message) => {
  const { report, requests, allClosed } = await says({ message: 'Your key k-1 is bad' }, status)
  expect((await report()).outcome).toEqual(refusal('bad_gateway', message))
  expect(requests).toHaveLength(1)
  await allClosed()
})

test.each([
  [204, ''],
  [404, '{"message":"Not found"}'],
  [200, '[]'],
])('the response %s %s means that the provider does not know the flight', async (status, body) => {
  const { report, allClosed } = await says(body, status)
  expect((await report()).outcome).toBeUndefined()
  await allClosed()
})

test.each([301, 302, 303, 307, 308])('a redirect %s is not followed', async (status) => {
  const elsewhere = await says([record()])
  const { report, allClosed } = await startProvider((_, response) =>
    response.writeHead(status, { location: `${elsewhere.url}/` }).end(),
  )
  expect((await report()).outcome).toEqual(refusal('bad_gateway', 'answered with a redirect'))
  await allClosed()
  expect(elsewhere.requests).toHaveLength(0)
})

test('a provider without a listener cannot be reached', async () => {
  const { report, stop } = await says([])
  await stop()
  expect((await report()).outcome).toEqual(refusal('bad_gateway', 'cannot be reached'))
})

test('the process can exit after a report', async () => {
  const { url, requests } = await says([record()])
  const module = join(import.meta.dirname, '../../shared/flight-data/aerodatabox/provider.ts')
  const script = `
    import { aeroDataBox } from ${JSON.stringify(module)}
    const provider = aeroDataBox({ key: 'k-1' }, { flightDataUrl: '${url}' }, 60_000)
    console.log(JSON.stringify(await provider.lookup(async () => undefined)(${JSON.stringify(flight)})))`
  const begun = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual({ provider_status: 'Expected' })
  expect(requests).toHaveLength(1)
  expect(performance.now() - begun).toBeLessThan(seconds(10))
})

test('the default timeout is three seconds', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const flightDataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const begun = performance.now()
  await expect(aeroDataBox({ key: 'k-1' }, { flightDataUrl })?.lookup(admitAll)(flight)).rejects.toMatchObject({
    code: 'gateway_timeout',
    message: 'AeroDataBox has not answered within 3 seconds',
  })
  const took = performance.now() - begun
  expect(took).toBeGreaterThan(2950)
  expect(took).toBeLessThan(seconds(4))
  server.close()
  await once(server, 'close')
})
