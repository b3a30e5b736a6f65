import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import type { CloudOptions } from '../../../lib/local/options.ts'
import { bindHttpServer } from '../../../lib/local/http/server.ts'
import { gatewayReply } from '../../../lib/local/http/reply.ts'
import { anyone } from '../../../lib/local/dynamodb/tables.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { wait } from '../../support/local/npm-start.ts'

/** Notes each event in a file; answers `$connect` with what the query says, and messages with what they say. */
const code = `
const { appendFileSync, existsSync } = require('node:fs')
const note = (line) => appendFileSync(process.env.EVENTS, JSON.stringify(line) + '\\n')
exports.handler = async (event) => {
  note(event)
  const { routeKey, eventType, connectionId } = event.requestContext
  const { answer = '{"statusCode":200}', gate } = event.queryStringParameters ?? {}
  while (gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5))
  if (answer === 'throw') throw new Error('no socket')
  if (eventType !== 'MESSAGE') return JSON.parse(answer)
  const { n = 0, trouble } = routeKey === '$default' ? {} : JSON.parse(event.body)
  if (trouble === 'throw') throw new Error('no answer')
  if (trouble === 'malformed') return { body: 'x' }
  await new Promise((resolve) => setTimeout(resolve, 10 - n))
  note({ done: n, connectionId })
  return { statusCode: 200, body: JSON.stringify({ routeKey, n }) }
}`
const directory = mkdtempSync(join(tmpdir(), 'sockets-'))
const eventsFile = join(directory, 'events')
const variables = {
  EVENTS: eventsFile,
  URL: { 'Fn::GetAtt': ['Sockets', 'ApiEndpoint'] },
  STAGE: { Ref: 'SocketStage' },
}
/** The address that a template names is AWS's. */
const awsAddress = { AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: 'https://sockets.execute-api.amazonaws.com/ws' }
const hello = `exports.handler = async () => {
  const { URL, STAGE, AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI } = process.env
  return [URL, STAGE, AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI]
}`
const app = {
  functions: {
    socket: { code, timeout: 10, variables },
    hello: { code: hello, variables: { ...variables, ...awsAddress } },
  },
  routes: { 'GET /': 'hello' },
}
const routes = {
  $connect: 'socket',
  $disconnect: 'socket',
  $default: 'socket',
  ask: 'socket',
  instruct: 'socket',
}
const assembly = writeAssembly(join(directory, 'assembly'), { ...app, sockets: { routes, answering: ['ask'] } })
let count = 0
const start = (options: Partial<CloudOptions> = {}) =>
  startCloud({
    dataDir: join(directory, `data${++count}`),
    assembly,
    quiet: true,
    log: () => undefined,
    ...options,
  })

interface Noted {
  requestContext?: Record<string, any>
  body?: string
  done?: number
  connectionId?: string
  [name: string]: unknown
}
const noted = (): Noted[] =>
  (existsSync(eventsFile) ? readFileSync(eventsFile, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const eventsOf = (type: string, id?: string) =>
  noted().filter(
    ({ requestContext }) =>
      requestContext?.['eventType'] === type && (!id || requestContext['connectionId'] === id),
  )
const until = (condition: () => boolean) => vi.waitUntil(condition, wait)

let cloud: Cloud
let management: ApiGatewayManagementApiClient
beforeAll(async () => {
  cloud = await start()
  const endpoint = cloud.endpoints.connections
  management = new ApiGatewayManagementApiClient({ endpoint, ...anyone, maxAttempts: 1 })
})
afterAll(async () => {
  management.destroy()
  await cloud.stop()
  rmSync(directory, { recursive: true })
})

const connectOf = (name: string) =>
  eventsOf('CONNECT').find(
    ({ queryStringParameters }) => (queryStringParameters as Record<string, string>)['name'] === name,
  )
/** Begins to open a socket; `name` in the query tells its events from others'. */
function socketTo(
  query: Record<string, string> = {},
  options: ClientOptions & { protocols?: string[] } = {},
  to = cloud,
) {
  const name = `client-${++count}`
  const address = `${to.endpoints.websocket}?${new URLSearchParams({ name, ...query }).toString()}`
  const socket = new WebSocket(address, options.protocols, options)
  const messages: string[] = []
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  closed.catch(() => undefined)
  const id = () => String(connectOf(name)?.requestContext?.['connectionId'])
  return { socket, messages, closed, connectEvent: () => connectOf(name), id }
}
async function opened(...args: Parameters<typeof socketTo>) {
  const client = socketTo(...args)
  await once(client.socket, 'open')
  return client
}
/** A client that speaks no more than it must: it sends what it is told, and never answers. */
async function knock(url: string, more: string | Buffer = '') {
  const { hostname, port } = new URL(url)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  await once(stream, 'connect')
  const name = `raw-${++count}`
  const lines = [`GET /ws?name=${name} HTTP/1.1`, 'Host: x', 'Upgrade: websocket', 'Connection: Upgrade']
  lines.push('Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`, '', '')
  stream.write(Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(more)]))
  return { stream, name }
}
async function raw(more: string | Buffer = '', to = cloud) {
  const { stream, name } = await knock(to.url, more)
  const [answer] = (await once(stream, 'data')) as [Buffer]
  return { stream, answer: answer.toString(), id: String(connectOf(name)?.requestContext?.['connectionId']) }
}
const post = (ConnectionId: string, Data: string) =>
  management.send(new PostToConnectionCommand({ ConnectionId, Data }))
const farewell = async (id: string) => {
  await until(() => eventsOf('DISCONNECT', id).length > 0)
  return eventsOf('DISCONNECT', id).map(({ requestContext }) => requestContext)
}

describe('a socket', () => {
  test('opens once $connect lets it in, which hears who comes', async () => {
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
      ...{ routeKey: '$connect', eventType: 'CONNECT', messageDirection: 'IN', stage: 'ws', apiId: 'sockets' },
      connectionId: expect.stringMatching(/^[A-Za-z0-9+/]{15}=$/),
      ...{ connectedAt: expect.closeTo(Date.now(), -4), requestTimeEpoch: expect.closeTo(Date.now(), -4) },
      ...{ requestId: expect.any(String), extendedRequestId: expect.any(String) },
      requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:/),
      ...{ domainName: '127.0.0.1', identity: { sourceIp: '127.0.0.1', userAgent: '' } },
    })
    expect(event).toMatchObject({
      headers: { 'X-Own': 'yes', Host: expect.stringMatching(/^127/) },
      multiValueHeaders: { 'X-Own': ['yes'] },
      ...{ queryStringParameters: { gate }, multiValueQueryStringParameters: { gate: [gate] } },
      isBase64Encoded: false,
    })
    client.socket.close()
  })

  test.each([
    ['{"statusCode":401}', 401],
    ['{"statusCode":403}', 403],
    ['{"statusCode":"yes"}', 502],
    ['throw', 502],
  ])('is refused where $connect answers %s, and has no farewell', async (answer, status) => {
    const client = socketTo({ answer })
    const [, response] = await once(client.socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
    const other = await opened()
    other.socket.close()
    await farewell(other.id())
    expect(eventsOf('DISCONNECT', client.id())).toEqual([])
  })

  test('is not to be had elsewhere, and whoever offers another protocol is answered in HTTP', async () => {
    const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/other`)
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(404)
    const { hostname, port } = new URL(cloud.url)
    const stream = connect(Number(port), hostname)
    stream.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
    expect(String((await once(stream, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
    stream.destroy()
  })

  test('has addresses for clients and functions', async () => {
    const origin = cloud.url.replace('http', 'ws')
    expect(cloud.endpoints.websocket).toBe(`${origin}/ws`)
    expect(await (await fetch(cloud.url)).json()).toEqual([origin, 'ws', cloud.endpoints.connections])
  })
})

describe('messages', () => {
  test('go to the route that they name, whose answer comes back where it is to', async () => {
    const { socket, messages, id } = await opened()
    for (const message of [
      ...['{"action":"instruct"}', 'no JSON', '{"action":"$connect"}', '{"action":"ask","n":1}'],
      ...['{"action":"instruct","trouble":"throw"}', '{"action":"ask","trouble":"malformed"}'],
    ])
      socket.send(message)
    await until(() => messages.length === 3)
    const connectionId = id()
    const keys = eventsOf('MESSAGE', connectionId).map(({ requestContext }) => requestContext!['routeKey'])
    expect(keys).toEqual(['instruct', '$default', '$default', 'ask', 'instruct', 'ask'])
    const fault = { message: 'Internal server error', connectionId, requestId: expect.any(String) }
    expect(messages.map((text) => JSON.parse(text))).toEqual([{ routeKey: 'ask', n: 1 }, fault, fault])
    expect(eventsOf('MESSAGE', connectionId)[1]).toMatchObject({
      ...{ body: 'no JSON', isBase64Encoded: false },
      requestContext: { eventType: 'MESSAGE', messageId: expect.any(String), stage: 'ws' },
    })
    socket.close()
  })

  test('come in order, one after the other, also those that do not wait for the handshake', async () => {
    const n = Array.from({ length: 10 }, (_, index) => index)
    const { stream, answer, id } = await raw(
      Buffer.concat(n.map((n) => frame(`{"action":"instruct","n":${n}}`))),
    )
    expect(answer).toMatch(/^HTTP\/1.1 101 /)
    await until(
      () => noted().filter(({ done, connectionId }) => done !== undefined && connectionId === id).length === 10,
    )
    const mine = noted().filter((line) => (line.requestContext?.['connectionId'] ?? line.connectionId) === id)
    const order = mine.map(
      ({ done, body }) => done ?? (body === undefined ? 'connect' : `take ${JSON.parse(body).n}`),
    )
    expect(order).toEqual(['connect', ...n.flatMap((n) => [`take ${n}`, n])])
    stream.destroy()
  })

  test.each([
    ['a message of 128 KB in frames of 32 KB is taken', [32, 32, 32, 32], undefined],
    ['a frame over 32 KB closes the socket', [32.001], 1009],
    ['a message over 128 KB closes the socket', [32, 32, 32, 32, 1], 1009],
  ])('have the size that AWS allows: %s', async (_, kilobytes, code) => {
    const { socket, closed, id } = await opened()
    for (const [at, size] of kilobytes.entries())
      socket.send('x'.repeat(size * 1024), { fin: at === kilobytes.length - 1 })
    if (code !== undefined) expect((await closed)[0]).toBe(code)
    else await until(() => eventsOf('MESSAGE', id()).length === 1)
    expect(eventsOf('MESSAGE', id()).map(({ body }) => body!.length)).toEqual(code ? [] : [128 * 1024])
    socket.close()
  })

  test('are text', async () => {
    const { socket, closed } = await opened()
    socket.send(Buffer.from([1]))
    expect((await closed)[0]).toBe(1003)
  })
})

describe('$disconnect', () => {
  test('hears of a client that closes, one that is closed, and one that is torn off', async () => {
    const [leaver, closed, torn] = [await opened(), await opened(), await raw()]
    leaver.socket.close(4001, 'enough')
    const farewells = [await farewell(leaver.id())]
    await management.send(new DeleteConnectionCommand({ ConnectionId: closed.id() }))
    expect(await closed.closed).toEqual([1000, ''])
    farewells.push(await farewell(closed.id()))
    torn.stream.resetAndDestroy()
    farewells.push(await farewell(torn.id))
    expect(farewells).toMatchObject([
      [
        {
          eventType: 'DISCONNECT',
          routeKey: '$disconnect',
          disconnectStatusCode: 4001,
          disconnectReason: 'enough',
        },
      ],
      [{ disconnectStatusCode: 1000, disconnectReason: '' }],
      [{ disconnectStatusCode: 1006, disconnectReason: '' }],
    ])
  })
})

describe('the management API', () => {
  test('posts, tells of a connection, and says when it is gone', async () => {
    const { socket, messages, id } = await opened()
    await post(id(), 'გამარჯობა')
    await until(() => messages.length === 1)
    expect(messages).toEqual(['გამარჯობა'])
    const about = await management.send(new GetConnectionCommand({ ConnectionId: id() }))
    expect(about).toMatchObject({ ConnectedAt: expect.any(Date), Identity: { SourceIp: '127.0.0.1' } })
    expect(about.LastActiveAt!.getTime()).toBeGreaterThan(about.ConnectedAt!.getTime())
    await expect(post(id(), 'x'.repeat(128 * 1024 + 1))).rejects.toMatchObject({
      name: 'PayloadTooLargeException',
    })
    socket.close()
    await farewell(id())
    await expect(post(id(), 'late')).rejects.toMatchObject({ name: 'GoneException' })
    await expect(post('L0SM9cOFvHcCIh/=', 'who')).rejects.toMatchObject({ name: 'GoneException' })
  })

  test('posts to 200 sockets at once', async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => opened()))
    const begun = performance.now()
    await Promise.all(clients.map(({ id }, n) => post(id(), `to ${n}`)))
    await until(() => clients.every(({ messages }, n) => messages[0] === `to ${n}`))
    expect(performance.now() - begun).toBeLessThan(5000)
    for (const { socket } of clients) socket.terminate()
  })

  test('takes no more for a client that does not read, and keeps no more', async () => {
    const { stream, id } = await raw()
    stream.pause()
    const kilobytes128 = 'x'.repeat(128 * 1024)
    const fill = async () => {
      for (let posts = 0; posts < 1000; posts++)
        try {
          await post(id, kilobytes128)
        } catch (error) {
          return [(error as Error).name, posts]
        }
    }
    const [name] = (await fill())!
    expect(name).toBe('LimitExceededException')
    expect(await fill()).toEqual(['LimitExceededException', 0])
    stream.destroy()
    await farewell(id)
  })
})

test('idleness, age and silence end a socket', async () => {
  await using parts = new AsyncDisposableStack()
  const brief = await start({ socketLimits: { idle: 300, connection: 900, ping: 100 } })
  parts.defer(() => brief.stop())
  const idle = await opened({}, {}, brief)
  const busy = await opened({}, {}, brief)
  const chatter = setInterval(() => busy.socket.send('{"action":"instruct"}'), 50)
  const silent = await raw('', brief)
  expect(await idle.closed).toEqual([1001, 'Going away'])
  expect(busy.socket.readyState).toBe(WebSocket.OPEN)
  expect(await busy.closed).toEqual([1001, 'Going away'])
  clearInterval(chatter)
  expect(await farewell(silent.id)).toMatchObject([{ disconnectStatusCode: 1006 }])
  expect(await farewell(idle.id())).toMatchObject([
    { disconnectStatusCode: 1001, disconnectReason: 'Going away' },
  ])
})

test('a cloud that stops closes its sockets, and says farewell for each', async () => {
  const brief = await start()
  const { closed, id } = await opened({}, {}, brief)
  await brief.stop()
  expect(await closed).toEqual([1001, 'Going away'])
  expect(eventsOf('DISCONNECT', id()).length).toBe(1)
})

test.each([
  ['is opened', 404],
  ['is shut', 503],
])('a client that comes early waits until the door %s', async (then, status) => {
  await using door = await bindHttpServer('127.0.0.1', 0, () => undefined)
  const { stream } = await knock(door.url)
  const answered = once(stream, 'data')
  // Who comes behind has been heard, so the first one has been too.
  const behind = request(door.url, { method: 'POST', headers: { expect: '100-continue' } })
  behind.on('error', () => undefined).flushHeaders()
  await once(behind, 'continue')
  behind.destroy()
  expect(stream.bytesRead).toBe(0)
  if (then === 'is opened') door.open(() => Promise.resolve(gatewayReply(200)))
  else void door[Symbol.asyncDispose]()
  expect(String((await answered)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

describe('an API that cannot be', () => {
  test.each([
    [{ routes, selection: '$request.header.x' }, 'chooses routes by $request.header.x'],
    [{ routes: { $connect: 'nobody' } }, 'nobodyFunction'],
  ])('%j is refused', async (sockets, words) => {
    const wrong = writeAssembly(join(directory, 'wrong'), { ...app, sockets })
    await expect(start({ assembly: wrong })).rejects.toThrow(words)
  })
})

/** A text in one frame, as a client masks it (RFC 6455, 5.2). */
function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
