import {
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { gatewayResponse } from '../../../lib/local/http/response.ts'
import { bindHttpServer } from '../../../lib/local/http/server.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import {
  setUp,
  app,
  directory,
  eventsOf,
  disconnectEvents,
  sendUpgrade,
  management,
  openSocket,
  openRawSocket,
  routes,
  start,
  until,
} from './websocket.fixture.ts'
import { seconds } from '../../support/suite/time.ts'

setUp()

const post = (ConnectionId: string, Data: string) =>
  management.send(new PostToConnectionCommand({ ConnectionId, Data }))

describe('$disconnect', () => {
  test('is invoked when the client closes, when the service closes the socket, and when the connection breaks', async () => {
    const [leaving, closed, broken] = [await openSocket(), await openSocket(), await openRawSocket()]
    leaving.socket.close(4001, 'enough')
    const disconnects = [await disconnectEvents(leaving.id())]
    await management.send(new DeleteConnectionCommand({ ConnectionId: closed.id() }))
    expect(await closed.closed).toEqual([1000, ''])
    disconnects.push(await disconnectEvents(closed.id()))
    broken.stream.resetAndDestroy()
    disconnects.push(await disconnectEvents(broken.id))
    expect(disconnects).toMatchObject([
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
  test('posts a message, describes a connection, and answers GoneException for a closed one', async () => {
    const { socket, messages, id } = await openSocket()
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
    await disconnectEvents(id())
    await expect(post(id(), 'late')).rejects.toMatchObject({ name: 'GoneException' })
    await expect(post('L0SM9cOFvHcCIh/=', 'who')).rejects.toMatchObject({ name: 'GoneException' })
  })

  test('posts to 200 sockets at once', async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => openSocket()))
    const startedAt = performance.now()
    await Promise.all(clients.map(({ id }, n) => post(id(), `to ${n}`)))
    await until(() => clients.every(({ messages }, n) => messages[0] === `to ${n}`))
    expect(performance.now() - startedAt).toBeLessThan(seconds(5))
    for (const { socket } of clients) socket.terminate()
  })

  test('refuses messages for a client that does not read, once its buffer is full', async () => {
    const { stream, id } = await openRawSocket()
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
    await disconnectEvents(id)
  })
})

test('a socket closes when it is idle or too old, or when the client does not answer pings', async () => {
  await using parts = new AsyncDisposableStack()
  const otherCloud = await start({ socketLimits: { idle: 300, connection: 900, ping: 100 } })
  parts.defer(() => otherCloud.stop())
  const idle = await openSocket({}, {}, otherCloud)
  const busy = await openSocket({}, {}, otherCloud)
  const messageTimer = setInterval(() => busy.socket.send('{"action":"instruct"}'), 50)
  const silent = await openRawSocket('', otherCloud)
  expect(await idle.closed).toEqual([1001, 'Going away'])
  expect(busy.socket.readyState).toBe(WebSocket.OPEN)
  expect(await busy.closed).toEqual([1001, 'Going away'])
  clearInterval(messageTimer)
  expect(await disconnectEvents(silent.id)).toMatchObject([{ disconnectStatusCode: 1006 }])
  expect(await disconnectEvents(idle.id())).toMatchObject([
    { disconnectStatusCode: 1001, disconnectReason: 'Going away' },
  ])
})

test('a cloud that stops closes its sockets, and invokes $disconnect for each', async () => {
  const otherCloud = await start()
  const { closed, id } = await openSocket({}, {}, otherCloud)
  await otherCloud.stop()
  expect(await closed).toEqual([1001, 'Going away'])
  expect(eventsOf('DISCONNECT', id()).length).toBe(1)
})

test.each([
  ['handles requests', 404],
  ['stops', 503],
])('a client that connects during the start waits until the server %s', async (then, status) => {
  await using server = await bindHttpServer('127.0.0.1', 0, () => undefined)
  const { stream } = await sendUpgrade(server.url)
  const answered = once(stream, 'data')
  // The server has read this later request, so it has read the first one too.
  const later = request(server.url, { method: 'POST', headers: { expect: '100-continue' } })
  later.on('error', () => undefined).flushHeaders()
  await once(later, 'continue')
  later.destroy()
  expect(stream.bytesRead).toBe(0)
  if (then === 'handles requests') server.open(() => Promise.resolve(gatewayResponse(200)))
  else void server[Symbol.asyncDispose]()
  expect(String((await answered)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

describe('an invalid WebSocket API', () => {
  test.each([
    [{ routes, selection: '$request.header.x' }, 'selects routes by $request.header.x'],
    [{ routes: { $connect: 'missing' } }, 'missingFunction'],
  ])('is refused: %j', async (sockets, words) => {
    const wrong = writeAssembly(join(directory, 'wrong'), { ...app, sockets })
    await expect(start({ assembly: wrong })).rejects.toThrow(words)
  })
})
