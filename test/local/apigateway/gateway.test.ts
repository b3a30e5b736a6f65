import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoCloud } from '../../support/local/echo-cloud.ts'

let cloud: Awaited<ReturnType<typeof echoCloud>>
beforeAll(async () => {
  cloud = await echoCloud()
})
afterAll(() => cloud[Symbol.asyncDispose]())

const respondWith = (answer: unknown, headers: Record<string, string> = {}) =>
  fetch(`${cloud.url}/say`, { method: 'POST', body: JSON.stringify(answer), headers })

describe('function responses', () => {
  test('with a statusCode are sent as they are', async () => {
    const response = await respondWith({
      statusCode: 201,
      headers: { 'X-Number': 7, 'Content-Type': 'image/png', 'Content-Length': '999' },
      cookies: ['a=1; Secure', 'b=2'],
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-number')).toBe('7')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2'])
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255])
  })

  test('without a statusCode become a 200 with JSON', async () => {
    const response = await respondWith({ hello: 'world' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual({ hello: 'world' })
  })

  test.each([
    { statusCode: 'ok' },
    { statusCode: 99 },
    { statusCode: 200, body: { not: 'text' } },
    { statusCode: 200, headers: { 'x-list': ['a'] } },
    { statusCode: 200, headers: { 'x-break': 'a\r\nb' } },
  ])('that API Gateway refuses become a 500: %j', async (answer) => {
    const response = await respondWith(answer)
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }])
  })
})

describe('CORS', () => {
  const origin = 'https://shop.example'
  const corsHeadersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control')))

  test('the gateway answers a preflight request', async () => {
    const headers = { origin, 'access-control-request-method': 'PUT' }
    const response = await fetch(`${cloud.url}/say`, { method: 'OPTIONS', headers })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(corsHeadersOf(response)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': '*',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '3600',
    })
  })

  test("a response to an allowed origin has the API's CORS headers, which replace the function's", async () => {
    const answer = { statusCode: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body: 'x' }
    expect(corsHeadersOf(await respondWith(answer, { origin }))).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
    })
    expect(corsHeadersOf(await respondWith(answer))).toEqual({})
    expect(corsHeadersOf(await respondWith(answer, { origin: 'https://other.example' }))).toEqual({})
  })
})

describe('limits', () => {
  const tooLarge = [413, { message: 'Request Entity Too Large' }]

  test('a body over 10 MB gets 413, with or without Content-Length', async () => {
    const declared = await fetch(`${cloud.url}/pets/1`, {
      method: 'POST',
      body: Buffer.alloc(10 * 2 ** 20 + 1),
    })
    expect([declared.status, await declared.json()]).toEqual(tooLarge)
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(2 ** 20))
        if (++sent > 10) controller.close()
      },
    })
    let sent = 0
    const streamed = await fetch(`${cloud.url}/pets/1`, { method: 'POST', body, duplex: 'half' })
    expect([streamed.status, await streamed.json()]).toEqual(tooLarge)
  })

  test('an event over 6 MB gets 413', async () => {
    const headers = { 'content-type': 'text/plain' }
    const response = await fetch(`${cloud.url}/pets/1`, {
      method: 'POST',
      headers,
      body: 'x'.repeat(6_291_556),
    })
    expect([response.status, await response.json()]).toEqual(tooLarge)
  })

  test('a client that expects 100 Continue gets it, or 413', async () => {
    const post = async (length: number) => {
      const headers = { expect: '100-continue', 'content-length': length }
      const asked = request(`${cloud.url}/pets/1`, { method: 'POST', headers }).on('continue', () =>
        asked.end('hi'),
      )
      asked.flushHeaders()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      asked.destroy()
      return response.statusCode
    }
    expect([await post(2), await post(10 * 2 ** 20 + 1)]).toEqual([200, 413])
  })

  test('the gateway survives malformed requests and clients that disconnect', async () => {
    const { hostname, port } = new URL(cloud.url)
    const send = async (bytes: string) => {
      const socket = connect(Number(port), hostname)
      socket.end(bytes)
      return (await text(socket)).split('\r\n')[0]
    }
    expect(await send('what is this\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
    expect(await send(`GET / HTTP/1.1\r\nhost: localhost\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431/,
    )
    expect(await send('POST /pets/1 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab')).toMatch(
      /^(HTTP\/1.1 400|$)/,
    )
    expect((await fetch(cloud.url)).status).toBe(200)
  })
})
