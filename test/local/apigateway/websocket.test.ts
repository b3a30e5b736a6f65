import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  setUp,
  cloud,
  directory,
  eventsOf,
  disconnectEvents,
  recordedEvents,
  openSocket,
  openRawSocket,
  socketTo,
  until,
} from './websocket.fixture.ts'

setUp()

describe('a socket', () => {
  test('opens once $connect accepts it, and $connect receives the request', async () => {
    const gate = join(directory, 'gate')
    const client = socketTo(
      { gate, answer: JSON.stringify({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'b' } }) },
      { headers: { 'X-Own': 'yes' }, protocols: ['a', 'b'] },
    )
    await until(() => client.connectEvent() !== undefined)
    expect(client.socket.readyState).toBe(WebSocket.CONNECTING)
    writeFileSync(gate, '')
    await once(client.socket, 'open')
    expect(client.socket.protocol).toBe('b')
    const { requestContext, ...event } = client.connectEvent()!
    expect(requestContext).toEqual({
      routeKey: '$connect',
      eventType: 'CONNECT',
      messageDirection: 'IN',
      stage: 'ws',
      apiId: 'sockets',
      connectionId: expect.stringMatching(/^[A-Za-z0-9+/]{15}=$/),
      connectedAt: expect.closeTo(Date.now(), -4),
      requestTimeEpoch: expect.closeTo(Date.now(), -4),
      requestId: expect.any(String),
      extendedRequestId: expect.any(String),
      requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:/),
      domainName: '127.0.0.1',
      identity: { sourceIp: '127.0.0.1', userAgent: '' },
    })
    expect(event).toMatchObject({
      headers: { 'X-Own': 'yes', Host: expect.stringMatching(/^127/) },
      multiValueHeaders: { 'X-Own': ['yes'] },
      queryStringParameters: { gate },
      multiValueQueryStringParameters: { gate: [gate] },
      isBase64Encoded: false,
    })
    client.socket.close()
  })

  test.each([
    ['{"statusCode":401}', 401],
    ['{"statusCode":403}', 403],
    ['{"statusCode":"yes"}', 502],
    ['throw', 502],
  ])('is refused if $connect answers %s, and then $disconnect is not invoked', async (answer, status) => {
    const client = socketTo({ answer })
    const [, response] = await once(client.socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
    const other = await openSocket()
    other.socket.close()
    await disconnectEvents(other.id())
    expect(eventsOf('DISCONNECT', client.id())).toEqual([])
  })

  test('opens at its own path only, and an upgrade to another protocol is answered as plain HTTP', async () => {
    const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/other`)
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(404)
    const { hostname, port } = new URL(cloud.url)
    const stream = connect(Number(port), hostname)
    stream.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
    expect(String((await once(stream, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
    stream.destroy()
  })

  test('has a URL for clients and one for functions', async () => {
    const origin = cloud.url.replace('http', 'ws')
    expect(cloud.endpoints.websocket).toBe(`${origin}/ws`)
    expect(await (await fetch(cloud.url)).json()).toEqual([origin, 'ws', cloud.endpoints.connections])
  })
})

describe('messages', () => {
  test('go to the route that they name, whose response is sent back if the route is two-way', async () => {
    const { socket, messages, id } = await openSocket()
    for (const message of [
      '{"action":"instruct"}',
      'no JSON',
      '{"action":"$connect"}',
      '{"action":"ask","n":1}',
      '{"action":"instruct","trouble":"throw"}',
      '{"action":"ask","trouble":"malformed"}',
    ])
      socket.send(message)
    await until(() => messages.length === 3)
    const connectionId = id()
    const keys = eventsOf('MESSAGE', connectionId).map(({ requestContext }) => requestContext!['routeKey'])
    expect(keys).toEqual(['instruct', '$default', '$default', 'ask', 'instruct', 'ask'])
    const fault = { message: 'Internal server error', connectionId, requestId: expect.any(String) }
    expect(messages.map((text) => JSON.parse(text))).toEqual([{ routeKey: 'ask', n: 1 }, fault, fault])
    expect(eventsOf('MESSAGE', connectionId)[1]).toMatchObject({
      body: 'no JSON',
      isBase64Encoded: false,
      requestContext: { eventType: 'MESSAGE', messageId: expect.any(String), stage: 'ws' },
    })
    socket.close()
  })

  test('are handled one at a time and in order, also if they arrive before the handshake is complete', async () => {
    const n = Array.from({ length: 10 }, (_, index) => index)
    const { stream, answer, id } = await openRawSocket(
      Buffer.concat(n.map((n) => frame(`{"action":"instruct","n":${n}}`))),
    )
    expect(answer).toMatch(/^HTTP\/1.1 101 /)
    await until(
      () =>
        recordedEvents().filter(({ done, connectionId }) => done !== undefined && connectionId === id)
          .length === 10,
    )
    const mine = recordedEvents().filter(
      (line) => (line.requestContext?.['connectionId'] ?? line.connectionId) === id,
    )
    const order = mine.map(
      ({ done, body }) => done ?? (body === undefined ? 'connect' : `take ${JSON.parse(body).n}`),
    )
    expect(order).toEqual(['connect', ...n.flatMap((n) => [`take ${n}`, n])])
    stream.destroy()
  })

  test.each([
    ['a message of 128 KB in frames of 32 KB is accepted', [32, 32, 32, 32], undefined],
    ['a frame over 32 KB closes the socket', [32.001], 1009],
    ['a message over 128 KB closes the socket', [32, 32, 32, 32, 1], 1009],
  ])('have the size limits of AWS: %s', async (_, kilobytes, code) => {
    const { socket, closed, id } = await openSocket()
    for (const [at, size] of kilobytes.entries())
      socket.send('x'.repeat(size * 1024), { fin: at === kilobytes.length - 1 })
    if (code !== undefined) expect((await closed)[0]).toBe(code)
    else await until(() => eventsOf('MESSAGE', id()).length === 1)
    expect(eventsOf('MESSAGE', id()).map(({ body }) => body!.length)).toEqual(code ? [] : [128 * 1024])
    socket.close()
  })

  test('must be text', async () => {
    const { socket, closed } = await openSocket()
    socket.send(Buffer.from([1]))
    expect((await closed)[0]).toBe(1003)
  })
})

/** A text in one masked frame, as a client sends it (RFC 6455, 5.2). */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
