import { expect, test } from 'vitest'
import { pauseBefore } from '../../shared/client/backoff.ts'
import { Refused } from '../../shared/client/live/connection-refused.ts'
import { fakeLive } from '../support/realtime/fake-socket.ts'

const maxPauses = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]

const gone = () => Promise.reject(new Error('No network'))

test('the longest pause doubles from one second to thirty, and each pause is at least half of it', () => {
  const attempts = maxPauses.map((_, n) => n + 1)
  expect(attempts.map((n) => pauseBefore(n, () => 1))).toEqual(maxPauses)
  expect(attempts.map((n) => pauseBefore(n, () => 0))).toEqual(maxPauses.map((pause) => pause / 2))
  expect(pauseBefore(3, () => 0.5)).toBe(3000)
})

test('the client retries a failed connection ten times and then gives up', async () => {
  let requests = 0
  const { live, clock, states } = fakeLive({ ticket: () => (requests++, gone()) })
  live.connect()
  await clock.advance(0)
  for (const [n, pause] of maxPauses.entries()) {
    expect(states.at(-1)).toEqual(['waiting', n + 1, pause])
    expect([requests, clock.timers]).toEqual([n + 1, 1])
    await clock.advance(pause - 1)
    expect(requests, 'not before the pause ends').toBe(n + 1)
    await clock.advance(1)
    expect(requests).toBe(n + 2)
  }
  expect(states.at(-1)).toBe('failed')
  expect(clock.timers).toBe(0)
  await clock.advance(1e9)
  expect(requests).toBe(11)
  live.connect()
  await clock.advance(0)
  expect(requests, 'connect starts a new series of attempts').toBe(12)
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  live.close()
  expect(clock.timers).toBe(0)
})

test('a client that has given up reconnects when the browser is online again', async () => {
  const network = new EventTarget()
  let requests = 0
  const { live, clock } = fakeLive({ network, ticket: () => (requests++, gone()) })
  live.connect()
  await clock.advance(0)
  network.dispatchEvent(new Event('online'))
  expect(requests, 'the client has not given up yet').toBe(1)
  await clock.advance(1e6)
  expect([live.state(), requests]).toEqual(['failed', 11])
  network.dispatchEvent(new Event('online'))
  await clock.advance(0)
  expect(requests).toBe(12)
  await clock.advance(1e6)
  live.close()
  network.dispatchEvent(new Event('online'))
  await clock.advance(0)
  expect([live.state(), requests]).toEqual(['closed', 22])
})

test('a connection succeeds when its socket opens or, with channels, when the subscription is confirmed', async () => {
  const { live, clock, states, latest } = fakeLive()
  live.connect()
  await clock.advance(0)
  await latest().dispatch('close')
  await clock.advance(1000)
  await latest().dispatch('open')
  expect(live.state()).toBe('open')
  live.subscribe('board')
  await latest().dispatch('close')
  expect(states.at(-1), 'the count starts with the first attempt').toEqual(['waiting', 1, 1000])
  await clock.advance(1000)
  await latest().dispatch('open')
  expect(live.state()).toBe('connecting')
  await latest().dispatch('close')
  expect(states.at(-1), 'an open socket without a subscription is no success').toEqual(['waiting', 2, 2000])
  await clock.advance(2000)
  await latest().accept()
  await latest().dispatch('close')
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
})

test('the ticket, the socket and the subscription each time out after ten seconds', async () => {
  const { live, clock, latest, states } = fakeLive({ channels: ['tenant'] })
  live.connect()
  await clock.advance(9999)
  await latest().dispatch('open')
  await clock.advance(9999)
  expect(live.state()).toBe('connecting')
  await clock.advance(1)
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  expect(latest().closed).toBe(true)
  const silent = fakeLive({ ticket: () => new Promise(() => undefined) })
  silent.live.connect()
  await silent.clock.advance(10_000)
  expect(silent.states.at(-1)).toEqual(['waiting', 1, 1000])
})

test('after a 401 for the ticket, the client retries once with a new token', async () => {
  const asked: boolean[] = []
  const { live, clock, states } = fakeLive({
    ticket: ({ fresh }) => (asked.push(fresh), Promise.reject(new Refused(401))),
  })
  live.connect()
  await clock.advance(0)
  expect(asked).toEqual([false, true])
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  await clock.advance(1000)
  expect(asked, 'once for each attempt').toEqual([false, true, false, true])
  expect(states.at(-1)).toEqual(['waiting', 2, 2000])
})

test('the client does not request a second new token in the same attempt', async () => {
  const asked: boolean[] = []
  const { live, clock, latest } = fakeLive({
    ticket: ({ fresh }) => {
      asked.push(fresh)
      return asked.length === 1
        ? Promise.resolve({ url: 'wss://live.example', ticket: 't' })
        : Promise.reject(new Refused(401))
    },
  })
  live.connect()
  await clock.advance(0)
  await latest().says({ type: 'error', code: 'unauthenticated', message: 'The token has expired' })
  await clock.advance(1000)
  expect(asked).toEqual([false, true])
})
