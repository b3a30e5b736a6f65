import { expect, onTestFinished, test, vi } from 'vitest'
import type { Clock } from '../../shared/client/connection.ts'
import type { LiveOptions } from '../../shared/client/options.ts'
import { liveEvents } from '../../shared/client/events-client.ts'
import { realtimeOver } from '../../shared/client/realtime.ts'
import { liveServer } from '../support/realtime/server.ts'

/** Pauses between attempts are a hundred times shorter; what is waited for keeps its time. */
const kept = [10_000, 300_000]
const hasty = () => {
  const running = new Set<unknown>()
  const clock: Clock = {
    setTimeout(act, milliseconds) {
      const timer = setTimeout(
        () => {
          running.delete(timer)
          act()
        },
        kept.includes(milliseconds) ? milliseconds : milliseconds / 100,
      )
      running.add(timer)
      return timer
    },
    clearTimeout(timer) {
      running.delete(timer)
      clearTimeout(timer as NodeJS.Timeout)
    },
  }
  return { clock, running }
}
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 1 })

/** A client with Node's own WebSocket and fetch. */
async function follow(options: Partial<LiveOptions> = {}) {
  const server = await liveServer()
  const { clock, running } = hasty()
  const numbers: number[] = []
  const states: string[] = []
  const live = liveEvents({
    ...realtimeOver({
      baseUrl: `${server.baseUrl}/`,
      token: (refused) => (refused === undefined ? 'token-1' : `${refused}+`),
    }),
    channels: ['tenant'],
    clock,
    onEvent: ({ number }) => numbers.push(number),
    onState: (state) => states.push(state),
    onGap: () => states.push('gap'),
    ...options,
  })
  onTestFinished(() => live.close())
  live.connect()
  return { server, live, numbers, states, running, open: () => until(() => live.state() === 'open') }
}
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

test('over twenty broken connections every event comes once, in order', async () => {
  const { server, live, numbers, running, open } = await follow({ after: 'evt_0' })
  await open()
  for (let round = 0; round < 20; round++) {
    server.publish()
    await until(() => numbers.length === server.state.latest)
    server.kill()
    for (let n = 0; n < round; n++) server.publish()
    await until(() => live.state() !== 'open')
    server.publish()
    await open()
    server.publish()
  }
  await until(() => numbers.length === server.state.latest)
  expect(numbers).toEqual(upTo(server.state.latest))
  live.close()
  expect(running.size).toBe(0)
  await until(() => server.connected() === 0)
})

test('a token that has expired is replaced, for the ticket and for the feed', async () => {
  const { server, numbers, open, states } = await follow()
  await open()
  server.publish()
  await until(() => numbers.length === 1)
  server.state.token = 'token-1+'
  server.publish()
  server.say({ type: 'error', code: 'unauthenticated', message: 'The token has expired' })
  server.state.authorizations = []
  await until(() => states.at(-1) === 'waiting')
  server.publish()
  await open()
  expect(numbers).toEqual([1, 2, 3])
  expect(server.state.authorizations).toEqual([
    'Bearer token-1+',
    // The feed asks with what the page has, and learns on its own that it has expired.
    'Bearer token-1',
    'Bearer token-1+',
  ])
})

test('a feed that remembers no more is a gap, after which all goes on', async () => {
  const { server, numbers, open, states, live } = await follow()
  await open()
  server.publish()
  await until(() => numbers.length === 1)
  server.kill()
  await until(() => live.state() !== 'open')
  for (let n = 0; n < 5; n++) server.publish()
  server.state.oldest = 4
  await open()
  server.publish()
  await until(() => numbers.length === 2)
  expect(numbers).toEqual([1, 7])
  expect(states).toContain('gap')
})

test('without a server it gives up after the last attempt, and leaves no timer', async () => {
  const { live, running } = await follow({
    ...realtimeOver({ baseUrl: 'http://127.0.0.1:2', token: () => 'token-1' }),
  })
  await until(() => live.state() === 'failed')
  expect(running.size).toBe(0)
})
