import { expect, test } from 'vitest'
import { Refused } from '../../shared/client/live/connection-refused.ts'
import { event, FakeClock, fakeLive } from '../support/realtime/fake-socket.ts'

test('the client does not retry after a 403 for the ticket', async () => {
  const network = new EventTarget()
  let requests = 0
  const ticket = () => (requests++, Promise.reject(new Refused(403)))
  const { live, clock, states } = fakeLive({ network, ticket })
  live.connect()
  await clock.advance(1e9)
  network.dispatchEvent(new Event('online'))
  await clock.advance(1e9)
  expect([states, requests, clock.timers]).toEqual([['connecting', 'refused'], 1, 0])
})

test('the client reconnects with a new token when the token has expired', async () => {
  const { clock, connect, latest, tickets, states, sockets } = fakeLive({ channels: ['board'] })
  await connect()
  await latest().says({ type: 'error', code: 'unauthenticated', message: 'The token has expired' })
  expect(latest().closed).toBe(true)
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  await clock.advance(1000)
  await latest().accept()
  expect(tickets).toEqual([{ fresh: false }, { fresh: true }])
  await latest().dispatch('close')
  await clock.advance(1000)
  expect(tickets.at(-1), 'the next connection keeps the token').toEqual({ fresh: false })
  expect(sockets.map(({ url }) => url)).toEqual(
    [1, 2, 3].map((n) => `wss://live.example?batch=true&ticket=t%2F${n}`),
  )
})

test('the client renews its connection before the token expires', async () => {
  const { clock, connect, latest, tickets, states, sockets } = fakeLive({ channels: ['board'] })
  await connect()
  const renewals = () => latest().sent.filter(({ type }) => type === 'renew')
  await latest().says({ type: 'subscribed', channels: ['board'], expires_in: 200 })
  await clock.advance(154_999)
  expect(renewals()).toEqual([])
  await clock.advance(1)
  expect(tickets.at(-1)).toEqual({ fresh: true })
  expect(renewals()).toEqual([{ type: 'renew', ticket: 't/2' }])
  await latest().says({ type: 'renewed', expires_in: 60 })
  await clock.advance(30_000)
  expect(renewals().at(-1)).toEqual({ type: 'renew', ticket: 't/3' })
  // Too short to be worth another one: the service closes the connection, and the client opens another.
  await latest().says({ type: 'renewed', expires_in: 19 })
  await clock.advance(60_000)
  expect([renewals().length, sockets.length, states.at(-1)]).toEqual([2, 1, 'open'])
})

test('a connection that is not renewed is replaced by another', async () => {
  const { clock, connect, latest, states, sockets } = fakeLive({ channels: ['board'] })
  await connect()
  await latest().says({ type: 'subscribed', channels: ['board'], expires_in: 200 })
  await clock.advance(155_000)
  await latest().says({ type: 'error', code: 'forbidden', message: 'The ticket is of another user or role' })
  expect([latest().closed, states.at(-1)]).toEqual([true, ['waiting', 1, 1000]])
  await clock.advance(1000)
  await latest().accept()
  expect([sockets.length, states.at(-1)]).toEqual([2, 'open'])
})

test('the client reads several events from one message, in their order', async () => {
  const { connect, latest, events } = fakeLive({ channels: ['board'] })
  await connect()
  await latest().dispatch('message', JSON.stringify([event(1), event(2), { type: 'news' }, event(3)]))
  expect(events).toEqual([1, 2, 3])
})

test('an unknown channel neither prevents other subscriptions nor resets the count of attempts', async () => {
  const { live, clock, latest, states } = fakeLive({ channels: ['board', 'shipment:gone'] })
  live.connect()
  await clock.advance(0)
  await latest().dispatch('close')
  await clock.advance(1000)
  await latest().dispatch('open')
  await latest().says({ type: 'error', code: 'not_found', message: 'No such shipment' })
  expect(states.slice(-2)).toEqual([{ code: 'not_found', message: 'No such shipment' }, 'open'])
  await latest().dispatch('close')
  expect(states.at(-1)).toEqual(['waiting', 2, 2000])
})

test('the client sends a ping every five minutes and waits ten seconds for the pong', async () => {
  const { clock, connect, latest, states } = fakeLive()
  await connect()
  const pings = () => latest().sent.filter(({ type }) => type === 'ping').length
  for (let n = 0; n < 3; n++) {
    await clock.advance(299_999)
    expect(pings()).toBe(n)
    await clock.advance(1)
    expect(pings()).toBe(n + 1)
    await clock.advance(9999)
    await latest().says({ type: 'pong' })
  }
  await clock.advance(309_999)
  expect(states.at(-1)).toBe('open')
  await clock.advance(1)
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  expect(latest().closed).toBe(true)
})

test('the client subscribes to the current channels on each new connection', async () => {
  const { live, connect, reconnect, clock, latest } = fakeLive({ channels: ['tenant'] })
  live.subscribe('board', 'board')
  await connect()
  live.subscribe('board', 'bag:1')
  live.unsubscribe('tenant', 'flight:none')
  expect(latest().sent).toEqual([
    { type: 'subscribe', channels: ['tenant', 'board'] },
    { type: 'subscribe', channels: ['bag:1'] },
    { type: 'unsubscribe', channels: ['tenant'] },
  ])
  await reconnect()
  expect(latest().sent).toEqual([{ type: 'subscribe', channels: ['board', 'bag:1'] }])
  await latest().dispatch('close')
  live.unsubscribe('board')
  live.subscribe('flight:2')
  await clock.advance(1000)
  await latest().dispatch('open')
  live.subscribe('flight:3')
  expect(
    latest().sent.map(({ channels }) => channels),
    'also before the first confirmation',
  ).toEqual([['bag:1', 'flight:2'], ['flight:3']])
})

test('while disconnected, the client queues up to 100 messages, then drops and reports the oldest', async () => {
  const dropped: object[] = []
  const { live, clock, latest, connect } = fakeLive({
    channels: ['board'],
    onDropped: (message) => dropped.push(message),
  })
  await connect()
  await latest().dispatch('close')
  for (let n = 0; n < 103; n++) live.send({ n })
  expect(dropped).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
  await clock.advance(1000)
  await latest().dispatch('open')
  live.send({ n: 103 })
  expect(latest().sent, 'the subscription comes first').toEqual([{ type: 'subscribe', channels: ['board'] }])
  await latest().says({ type: 'subscribed', channels: ['board'] })
  live.send({ n: 104 })
  expect(dropped.at(-1)).toEqual({ n: 3 })
  expect(latest().sent.slice(1)).toEqual(Array.from({ length: 101 }, (_, i) => ({ n: i + 4 })))
})

test('close stops all timers and sockets at any stage, and the client does nothing afterwards', async () => {
  const stages: ((fake: ReturnType<typeof fakeLive>) => Promise<void>)[] = [
    async () => undefined,
    async ({ clock }) => clock.advance(0),
    async ({ clock, latest }) => (await clock.advance(0), latest().dispatch('open')),
    async ({ clock, latest }) => (await clock.advance(0), latest().accept()),
    async ({ clock, latest }) => (await clock.advance(0), await latest().accept(), latest().dispatch('error')),
  ]
  for (const [n, stage] of stages.entries()) {
    const fake = fakeLive({ channels: ['board'] })
    fake.live.connect()
    await stage(fake)
    fake.live.close()
    const states = [...fake.states]
    expect(fake.clock.timers, `stage ${n}`).toBe(0)
    for (const socket of fake.sockets) {
      await socket.accept()
      await socket.dispatch('close')
      expect(socket.closed).toBe(true)
    }
    await fake.clock.advance(1e9)
    expect(fake.states, `stage ${n}`).toEqual(states)
    expect(states.at(-1)).toBe('closed')
    expect(fake.sockets.length).toBeLessThan(2)
  }
})

test('the client ignores messages of unknown types', async () => {
  const { live, connect, latest, events, states } = fakeLive()
  await connect()
  for (const data of ['', 'no JSON', 'null', '[]', '{"type":"news"}', '{"type":"a.b"}', '{"type":1}'])
    await latest().dispatch('message', data)
  await latest().dispatch('message', new ArrayBuffer(8))
  expect([live.state(), events, states]).toEqual(['open', [], ['connecting', 'open']])
})

test('the fake clock runs timers at their due times', async () => {
  const clock = new FakeClock()
  const order: number[] = []
  clock.setTimeout(() => order.push(clock.now), 20)
  clock.setTimeout(() => clock.setTimeout(() => order.push(clock.now), 5), 10)
  await clock.advance(30)
  expect([order, clock.timers]).toEqual([[15, 20], 0])
})
