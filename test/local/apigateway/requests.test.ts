import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoCloud } from '../../support/local/echo-cloud.ts'

let cloud: Awaited<ReturnType<typeof echoCloud>>
beforeAll(async () => {
  cloud = await echoCloud()
})
afterAll(() => cloud[Symbol.asyncDispose]())

const eventOf = async (path: string, init?: RequestInit) =>
  (await (await fetch(cloud.url + path, init)).json()) as APIGatewayProxyEventV2
/** Sends the target unchanged. `fetch` would normalise it. */
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
  ])('encode a body of type "%s" in base64: %s', async (type, base64) => {
    const body = new Uint8Array([104, 105])
    const event = await eventOf('/pets/1', {
      method: 'POST',
      body,
      headers: type ? { 'content-type': type } : {},
    })
    expect(event).toMatchObject({ body: base64 ? 'aGk=' : 'hi', isBase64Encoded: base64 })
  })

  test('without a body, query or parameters omit those keys', async () => {
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
  ])('send %s %s to the route %s', async (method, path, routeKey) => {
    expect(await eventOf(path, { method })).toMatchObject({ routeKey })
  })

  test.each(['/%zz', '/pets/%ff'])('answer 400 to the malformed target %s', async (target) => {
    expect(await rawRequest(target)).toEqual([400, '{"message":"Bad Request"}'])
  })

  test('answer HEAD without a body, and accept an absolute URL as target', async () => {
    expect(await rawRequest('/', 'HEAD')).toEqual([200, ''])
    expect((await rawRequest(`${cloud.url}/pets/mine`))[1]).toContain('"routeKey":"GET /pets/mine"')
  })
})
