import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../support/oauth/certificate.ts'
import { deliver, listener, receiver } from '../support/webhooks/receiver.ts'
import { seconds } from '../support/suite/time.ts'
import { waitFor } from '../support/suite/wait.ts'

const limit = seconds(0.4)
const ok = 'HTTP/1.1 200 OK\r\n'
type Serve = (socket: Socket) => void

const raw =
  (bytes: string, end = false): Serve =>
  (socket) =>
    void (end ? socket.end(bytes) : socket.write(bytes))
/** Sends the head, and then repeats a text, as fast as the client reads it or every 20 ms. */
const over =
  (head: string, again: string, fast = true): Serve =>
  (socket) => {
    socket.write(head)
    if (fast) {
      const more = () => socket.write(again, () => void (socket.destroyed || more()))
      more()
    } else {
      const timer = setInterval(() => socket.write(again), 20)
      socket.on('close', () => clearInterval(timer))
    }
  }

const timeout = { fault: 'timeout' }
test.each<[string, Serve]>([
  ['accepts the connection and never answers', () => undefined],
  ['stops within the status line', raw('HTTP/1.1 2')],
  ['stops within a header', raw(`${ok}Content-`)],
  ['sends one header byte by byte', over(`${ok}X-Slow:`, 'x', false)],
  ['sends the status line byte by byte', over('HTTP/1.1 200 ', 'O', false)],
  ['answers only 100', raw('HTTP/1.1 100 Continue\r\n\r\n')],
  ['answers 100 again and again', over('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))],
  ['answers 103 again and again', over('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100))],
  ['answers 102 every 20 ms', over('', 'HTTP/1.1 102 Processing\r\n\r\n', false)],
])('a delivery to a receiver that %s ends with a timeout', async (_, serve) => {
  const { url, allClosed } = await listener('127.0.0.1', serve)
  const { outcome, took } = await deliver(url, { milliseconds: limit })
  expect(outcome).toEqual(timeout)
  expect(took).toBeGreaterThan(limit - 20)
  expect(took).toBeLessThan(limit + seconds(0.6))
  await allClosed()
})

const status = (code: number) => ({ status: code })
test.each<[string, Serve, object]>([
  ['200', raw(`${ok}Content-Length: 0\r\n\r\n`), status(200)],
  ['204 and closes', raw('HTTP/1.1 204 No Content\r\n\r\n', true), status(204)],
  ['410', raw('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'), status(410)],
  ['500', raw('HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n'), status(500)],
  [
    '429 with a long Retry-After',
    raw('HTTP/1.1 429 No\r\nRetry-After: 9999999\r\n\r\n'),
    { status: 429, retryAfter: 9_999_999 },
  ],
  ['200 after some early hints', raw(`${'HTTP/1.1 103 Hints\r\n\r\n'.repeat(5)}${ok}\r\n`), status(200)],
  [
    '200 and 10 MB',
    (socket) => void socket.write(`${ok}Content-Length: 10000000\r\n\r\n${'x'.repeat(1e7)}`),
    status(200),
  ],
  ['200 and a body without end', over(`${ok}\r\n`, 'x'.repeat(65_536)), status(200)],
  ['200 and a body byte by byte', over(`${ok}\r\n`, 'x', false), status(200)],
  ['500 and a body that never comes', raw('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\n'), status(500)],
  ['200 and malformed chunks', raw(`${ok}Transfer-Encoding: chunked\r\n\r\n`, true), status(200)],
  ['200 and a second response', raw(`${ok}Content-Length: 0\r\n\r\nHTTP/1.1 500 Oh\r\n\r\n`), status(200)],
  ['a non-standard status', raw('HTTP/1.1 999 Mine\r\n\r\n', true), status(999)],
])(
  'a delivery to a receiver that answers %s ends with the status, and without waiting for the body',
  async (_, serve, expected) => {
    const { url, allClosed } = await listener('127.0.0.1', serve)
    const { outcome, took } = await deliver(url, { milliseconds: seconds(5) })
    expect(outcome).toEqual(expected)
    expect(took, 'well before the timeout').toBeLessThan(seconds(4))
    await allClosed()
  },
)

const hangUp: Serve = (socket) => void socket.once('data', () => socket.resetAndDestroy())
test.each<[string, Serve]>([
  ['closes at once', (socket) => void socket.end()],
  ['resets at once', (socket) => void socket.resetAndDestroy()],
  ['resets once it has read', hangUp],
  ['resets within its header', (socket) => void socket.write(`${ok}Content-`, () => socket.resetAndDestroy())],
  ['speaks no HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n')],
  ['speaks HTTP/2', raw('\0\0\u0012\u0004\0\0\0\0\0')],
  ['has a header of 1 MB', raw(`${ok}X: ${'x'.repeat(1e6)}`)],
  ['has headers without end', over(ok, `X: ${'x'.repeat(1000)}\r\n`)],
  ['has very many small headers', over(ok, 'a:b\r\n'.repeat(100))],
  ['has a reason without end', over('HTTP/1.1 200 ', 'O'.repeat(1000))],
  ['has a length and chunks', raw(`${ok}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n`)],
  ['switches protocols', raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
])('a delivery to a receiver that %s ends with a connection fault', async (_, serve) => {
  const { url, allClosed } = await listener('127.0.0.1', serve)
  const { outcome, took } = await deliver(url, { milliseconds: seconds(5) })
  expect(outcome).toEqual({ fault: 'connection' })
  expect(took, 'well before the timeout').toBeLessThan(seconds(4))
  await allClosed()
})

test('a delivery to a port without a listener ends with a connection fault', async () => {
  const { outcome } = await deliver('http://127.0.0.1:1/')
  expect(outcome).toEqual({ fault: 'connection' })
})

test('over https, only a trusted certificate for the host name is accepted', async () => {
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  const known = selfSigned('hooks.example')
  let asked = 0
  const server = createServer(known, (_, response) => {
    asked++
    response.writeHead(202).end()
  })
  const { port } = await listener('127.0.0.1', (socket) => void server.emit('connection', socket))
  const resolve = async (): Promise<LookupAddress[]> => [{ address: '127.0.0.1', family: 4 }]
  const ask = async (name: string) => (await deliver(`https://${name}:${port}/`, { resolve })).outcome
  expect(await ask('hooks.example'), 'the certificate is not trusted').toEqual({ fault: 'connection' })
  setDefaultCACertificates([...trusted, known.cert])
  expect(await ask('hooks.example')).toEqual({ status: 202 })
  expect(await ask('other.example'), 'the certificate is for another name').toEqual({ fault: 'connection' })
  expect(asked).toBe(1)
  const plain = await receiver((_, response) => response.end())
  expect(
    (await deliver(plain.url.replace('http:', 'https:'))).outcome,
    'the server does not speak TLS',
  ).toEqual({
    fault: 'connection',
  })
})

test('200 responses of 10 MB leave no memory allocated', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const much = Buffer.alloc(1e7)
  const { url, allClosed } = await receiver((_, response) => response.end(much))
  const receive = async (deliveries: number) => {
    for (let n = 0; n < deliveries; n++) expect((await deliver(url)).outcome).toEqual({ status: 200 })
    await allClosed()
  }
  const allocated = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  await receive(20)
  const before = allocated()
  await receive(200)
  // The server's last writes are released in later turns of the event loop.
  await waitFor(() => expect(allocated() - before).toBeLessThan(2e7))
})
