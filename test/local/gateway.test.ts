import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCloud, type Cloud } from '../../lib/local/cloud.ts'
import { writeAssembly } from '../support/http-fake-function/assembly.ts'

const echo = `exports.handler = async (event) => event`
/** Answers with what the request's body asks for. */
const puppet = `exports.handler = async (event) => JSON.parse(Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'))`
const cors = {
  AllowOrigins: ['https://shop.example'],
  AllowMethods: ['*'],
  AllowHeaders: ['authorization', 'content-type'],
  ExposeHeaders: ['ETag'],
  MaxAge: 3600,
}

let directory: string
let cloud: Cloud

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gateway-'))
  const assembly = writeAssembly(join(directory, 'assembly'), {
    functions: { echo: { code: echo }, puppet: { code: puppet } },
    routes: {
      'GET /': 'echo',
      'GET /pets/{id}': 'echo',
      'GET /pets/mine': 'echo',
      'ANY /pets/{rest+}': 'echo',
      'POST /pets/{id}': 'echo',
      'GET /pets/{id}/toys/{toy}': 'echo',
      'POST /say': 'puppet',
      $default: 'echo',
    },
    cors,
  })
  cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, log: () => undefined })
})
afterAll(async () => {
  await cloud.stop()
  rmSync(directory, { recursive: true })
})

const eventOf = async (path: string, init?: RequestInit) =>
  (await (await fetch(cloud.url + path, init)).json()) as APIGatewayProxyEventV2
const say = (answer: unknown, headers: Record<string, string> = {}) =>
  fetch(`${cloud.url}/say`, { method: 'POST', body: JSON.stringify(answer), headers })

/** fetch tidies a URL up; this sends the target as it is. */
async function rawRequest(target: string, method = 'GET') {
  const { hostname, port } = new URL(cloud.url)
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  request({ hostname, port, path: target, method }, (response) => {
    text(response).then((body) => resolve([response.statusCode, body]), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

describe('events', () => {
  test('have the shape of payload format 2.0', async () => {
    const event = await eventOf('/pets/a%2Fb%20c?tag=x&tag=y&empty=', {
      method: 'POST',
      body: '{"name":"Ée"}',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Two': 'one',
        Cookie: 'a=1; b=2',
        'User-Agent': 'test',
      },
    })
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /pets/{id}',
      rawPath: '/pets/a/b c',
      rawQueryString: 'tag=x&tag=y&empty=',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-two': 'one', 'content-length': '14', 'x-forwarded-for': '127.0.0.1' },
      queryStringParameters: { tag: 'x,y', empty: '' },
      pathParameters: { id: 'a/b c' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        domainName: '127.0.0.1',
        routeKey: 'POST /pets/{id}',
        stage: '$default',
        http: {
          method: 'POST',
          path: '/pets/a/b c',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
      },
      body: '{"name":"Ée"}',
      isBase64Encoded: false,
    })
    expect(event.headers).not.toHaveProperty('cookie')
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/)
    expect(Math.abs(event.requestContext.timeEpoch - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['text/plain', false],
    ['application/xml', false],
    ['application/octet-stream', true],
    ['application/x-www-form-urlencoded', true],
    ['', true],
  ])('carry a body of type "%s" in base64: %s', async (type, base64) => {
    const body = new Uint8Array([104, 105])
    const event = await eventOf('/pets/1', {
      method: 'POST',
      body,
      headers: type ? { 'content-type': type } : {},
    })
    expect(event).toMatchObject({ body: base64 ? 'aGk=' : 'hi', isBase64Encoded: base64 })
  })

  test('without a body, query or parameters leave the keys out', async () => {
    const event = await eventOf('/')
    for (const key of ['body', 'queryStringParameters', 'pathParameters', 'cookies'])
      expect(event).not.toHaveProperty(key)
  })
})

describe('routes', () => {
  test.each([
    ['GET', '/pets/mine', 'GET /pets/mine'],
    ['GET', '/pets/7', 'GET /pets/{id}'],
    ['PUT', '/pets/mine', 'ANY /pets/{rest+}'],
    ['GET', '/pets/7/toys', 'ANY /pets/{rest+}'],
    ['GET', '/pets/7/toys/ball', 'GET /pets/{id}/toys/{toy}'],
    ['GET', '/pets/', '$default'],
    ['GET', '/nowhere', '$default'],
    ['POST', '/', '$default'],
  ])('%s %s is taken by %s', async (method, path, routeKey) => {
    expect(await eventOf(path, { method })).toMatchObject({ routeKey })
  })

  test.each(['/%zz', '/pets/%ff'])('a target like %s is a 400', async (target) => {
    expect(await rawRequest(target)).toEqual([400, '{"message":"Bad Request"}'])
  })

  test('HEAD is answered without a body, and a proxy form of the target like any other', async () => {
    expect(await rawRequest('/', 'HEAD')).toEqual([200, ''])
    expect((await rawRequest(`${cloud.url}/pets/mine`))[1]).toContain('"routeKey":"GET /pets/mine"')
  })
})

describe('answers', () => {
  test('with a statusCode are taken as they say', async () => {
    const response = await say({
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

  test('without a statusCode are a 200 of JSON', async () => {
    const response = await say({ hello: 'world' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toEqual({ hello: 'world' })
  })

  test.each([
    { statusCode: 'ok' },
    { statusCode: 99 },
    { statusCode: 200, body: { not: 'text' } },
    { statusCode: 200, headers: { 'x-list': ['a'] } },
    { statusCode: 200, headers: { 'x-break': 'a\r\nb' } },
  ])('that API Gateway refuses are a 500: %j', async (answer) => {
    const response = await say(answer)
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }])
  })
})

describe('CORS', () => {
  const origin = 'https://shop.example'
  const corsHeadersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control')))

  test('a preflight is answered by the gateway', async () => {
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

  test("an answer to an allowed origin carries the API's headers, whatever the function says", async () => {
    const answer = { statusCode: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body: 'x' }
    expect(corsHeadersOf(await say(answer, { origin }))).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
    })
    expect(corsHeadersOf(await say(answer))).toEqual({})
    expect(corsHeadersOf(await say(answer, { origin: 'https://other.example' }))).toEqual({})
  })
})

describe('limits', () => {
  const tooLarge = [413, { message: 'Request Entity Too Large' }]

  test('a body over 10 MB is a 413, declared or not', async () => {
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

  test('an event over 6 MB is a 413', async () => {
    const headers = { 'content-type': 'text/plain' }
    const response = await fetch(`${cloud.url}/pets/1`, {
      method: 'POST',
      headers,
      body: 'x'.repeat(6_291_556),
    })
    expect([response.status, await response.json()]).toEqual(tooLarge)
  })

  test('who expects 100 Continue is told to go on, or that the body is too large', async () => {
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

  test('broken requests and clients that leave do no harm', async () => {
    const { hostname, port } = new URL(cloud.url)
    const send = async (bytes: string) => {
      const socket = connect(Number(port), hostname)
      socket.end(bytes)
      return (await text(socket)).split('\r\n')[0]
    }
    expect(await send('what is this\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
    expect(await send(`GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431/,
    )
    expect(await send('POST /pets/1 HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab')).toMatch(
      /^(HTTP\/1.1 400|$)/,
    )
    expect((await fetch(cloud.url)).status).toBe(200)
  })
})
