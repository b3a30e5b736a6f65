import { expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../shared/client/clock.ts'
import type { LiveOptions } from '../../shared/client/live/options.ts'
import { liveEvents } from '../../shared/client/live/events-client.ts'
import { realtimeOver } from '../../shared/client/live/realtime.ts'
import { liveServer } from '../support/realtime/server.ts'
import { seconds } from '../support/suite/time.ts'
import { waitUntil } from '../support/suite/wait.ts'

/** Timeouts and the ping interval, which keep their length. Pauses between attempts are 100 times shorter. */
const unscaled = [10_000, 300_000]
const fastClock = () => {
  const running = new Set<unknown>()
  const clock: Clock = {
    setTimeout(act, milliseconds) {
      const timer = setTimeout(
        () => {
          running.delete(timer)
          act()
        },
        unscaled.includes(milliseconds) ? milliseconds : milliseconds / 100,
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
const until = (condition: () => boolean) => waitUntil(condition, { timeout: seconds(10), interval: 1 })

/** Starts a server and a client with the WebSocket and fetch of Node.js. */
async function start(options: Partial<LiveOptions> = {}) {
  const server = await liveServer()
  const { clock, running } = fastClock()
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

test('every event comes once and in order over twenty broken connections', async () => {
  const { server, live, numbers, running, open } = await start({ after: 'evt_0' })
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

test('the client replaces an expired token for the ticket and for the feed', async () => {
  const { server, numbers, open, states } = await start()
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
    // The feed's requests start with the first token and replace it after their own 401.
    'Bearer token-1',
    'Bearer token-1+',
  ])
})

test('the client reports a gap and continues if the missed events have expired', async () => {
  const { server, numbers, open, states, live } = await start()
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

test('a client without a server gives up after the last attempt and leaves no timer', async () => {
  const { live, running } = await start({
    ...realtimeOver({ baseUrl: 'http://127.0.0.1:2', token: () => 'token-1' }),
  })
  await until(() => live.state() === 'failed')
  expect(running.size).toBe(0)
})
