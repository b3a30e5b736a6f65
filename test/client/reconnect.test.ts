import { expect, test } from 'vitest'
import { pauseBefore } from '../../shared/client/backoff.ts'
import { Refused } from '../../shared/client/connection-refused.ts'
import { fakeLive } from '../support/realtime/fake-socket.ts'

const wholes = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]

const gone = () => Promise.reject(new Error('No network'))

test('a pause doubles from one second up to thirty, and is between its half and its whole', () => {
  const attempts = wholes.map((_, n) => n + 1)
  expect(attempts.map((n) => pauseBefore(n, () => 1))).toEqual(wholes)
  expect(attempts.map((n) => pauseBefore(n, () => 0))).toEqual(wholes.map((whole) => whole / 2))
  expect(pauseBefore(3, () => 0.5)).toBe(3000)
})

test('a connection that cannot be made is tried ten times more, and then no more', async () => {
  let asked = 0
  const { live, clock, states } = fakeLive({ ticket: () => (asked++, gone()) })
  live.connect()
  await clock.advance(0)
  for (const [n, whole] of wholes.entries()) {
    expect(states.at(-1)).toEqual(['waiting', n + 1, whole])
    expect([asked, clock.timers]).toEqual([n + 1, 1])
    await clock.advance(whole - 1)
    expect(asked, 'not before its time').toBe(n + 1)
    await clock.advance(1)
    expect(asked).toBe(n + 2)
  }
  expect(states.at(-1)).toBe('failed')
  expect(clock.timers).toBe(0)
  await clock.advance(1e9)
  expect(asked).toBe(11)
  live.connect()
  await clock.advance(0)
  expect(asked, 'by hand it begins anew').toBe(12)
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
  live.close()
  expect(clock.timers).toBe(0)
})

test('a browser that is online again begins anew, where the client had given up', async () => {
  const network = new EventTarget()
  let asked = 0
  const { live, clock } = fakeLive({ network, ticket: () => (asked++, gone()) })
  live.connect()
  await clock.advance(0)
  network.dispatchEvent(new Event('online'))
  expect(asked, 'it has not given up yet').toBe(1)
  await clock.advance(1e6)
  expect([live.state(), asked]).toEqual(['failed', 11])
  network.dispatchEvent(new Event('online'))
  await clock.advance(0)
  expect(asked).toBe(12)
  await clock.advance(1e6)
  live.close()
  network.dispatchEvent(new Event('online'))
  await clock.advance(0)
  expect([live.state(), asked]).toEqual(['closed', 22])
})

test('without channels a connection counts once it is open, with channels once they are subscribed', async () => {
  const { live, clock, states, latest } = fakeLive()
  live.connect()
  await clock.advance(0)
  await latest().dispatch('close')
  await clock.advance(1000)
  await latest().dispatch('open')
  expect(live.state()).toBe('open')
  live.subscribe('board')
  await latest().dispatch('close')
  expect(states.at(-1), 'it begins with the first attempt').toEqual(['waiting', 1, 1000])
  await clock.advance(1000)
  await latest().dispatch('open')
  expect(live.state()).toBe('connecting')
  await latest().dispatch('close')
  expect(states.at(-1), 'open alone is no success').toEqual(['waiting', 2, 2000])
  await clock.advance(2000)
  await latest().accept()
  await latest().dispatch('close')
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
})

test('a ticket, an opening and an answer each have ten seconds', async () => {
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

test('a ticket that is refused as unauthenticated is asked for once more, with a new token', async () => {
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

test('a new token that is refused as well is not asked for again in that attempt', async () => {
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
