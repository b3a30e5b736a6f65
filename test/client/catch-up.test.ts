import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../shared/client/live/frames.ts'
import { Refused } from '../../shared/client/live/connection-refused.ts'
import { event, fakeLive } from '../support/realtime/fake-socket.ts'

/** A feed that returns its pages when the test resolves them. */
function feed() {
  const asked: { after: string; signal: AbortSignal }[] = []
  let page = Promise.withResolvers<LiveEvent[]>()
  async function* missed(after: string, signal: AbortSignal) {
    asked.push({ after, signal })
    page = Promise.withResolvers()
    yield* await page.promise
  }
  const answer = (...numbers: number[]) => page.resolve(numbers.map(event))
  return { asked, missed, answer, refuse: (error: Error) => page.reject(error) }
}

test('after a reconnection, missed events come first, then those that arrived meanwhile, and each comes once', async () => {
  const { asked, missed, answer } = feed()
  const { live, clock, connect, reconnect, latest, events } = fakeLive({ missed, channels: ['board'] })
  await connect()
  await latest().says(event(1), event(2), event(2))
  expect(asked).toHaveLength(0)
  await reconnect()
  expect(asked.map(({ after }) => after)).toEqual(['evt_2'])
  await latest().says(event(7), event(5), event(6))
  expect([live.state(), events]).toEqual(['connecting', [1, 2]])
  answer(2, 3, 4, 5)
  await clock.advance(0)
  expect([live.state(), events]).toEqual(['open', [1, 2, 3, 4, 5, 6, 7]])
  await latest().says(event(6), event(8))
  expect(events).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('an event that arrives before the subscription is confirmed is held back too', async () => {
  const { missed, answer } = feed()
  const { live, clock, latest, events } = fakeLive({ missed, channels: ['board'], after: 'evt_3' })
  live.connect()
  await clock.advance(0)
  await latest().dispatch('open')
  await latest().says(event(5))
  await latest().says({ type: 'subscribed', channels: ['board'] })
  answer(4, 5)
  await clock.advance(0)
  expect(events).toEqual([4, 5])
})

test('a connection that is lost during catch-up counts as an attempt, and no event is lost', async () => {
  const { asked, missed, answer } = feed()
  const { clock, connect, reconnect, latest, events, states } = fakeLive({ missed, channels: ['board'] })
  await connect()
  await latest().says(event(1))
  await reconnect()
  await latest().says(event(4))
  await latest().dispatch('close')
  expect(states.at(-1)).toEqual(['waiting', 2, 2000])
  expect(asked[0]!.signal.aborted).toBe(true)
  answer(2, 3)
  await clock.advance(2000)
  expect(events, 'a page that arrives too late is ignored').toEqual([1])
  await latest().accept()
  answer(2, 3, 4)
  await clock.advance(0)
  expect([asked[1]!.after, events]).toEqual(['evt_1', [1, 2, 3, 4]])
  await latest().dispatch('close')
  expect(states.at(-1)).toEqual(['waiting', 1, 1000])
})

test('the client reconnects if the feed fails or does not respond', async () => {
  const { missed, refuse } = feed()
  const { clock, connect, reconnect, latest, states } = fakeLive({ missed })
  await connect()
  await latest().says(event(1))
  await reconnect()
  refuse(new Refused(503))
  await clock.advance(0)
  expect(states.at(-1)).toEqual(['waiting', 2, 2000])
  await clock.advance(2000)
  await latest().accept()
  await clock.advance(10_000)
  expect(states.at(-1)).toEqual(['waiting', 3, 4000])
})

test('the client reports a gap if it cannot fetch the missed events', async () => {
  const { missed, refuse } = feed()
  const { clock, connect, reconnect, latest, states, events } = fakeLive({ missed })
  await connect()
  expect(states, 'the first connection has no gap').toEqual(['connecting', 'open'])
  await reconnect()
  expect(states.slice(-2), 'the last event is unknown').toEqual(['gap', 'open'])
  await latest().says(event(1))
  await reconnect()
  await latest().says(event(9))
  refuse(new Refused(422))
  await clock.advance(0)
  expect(states.slice(-2)).toEqual(['gap', 'open'])
  expect(events).toEqual([1, 9])
  const withoutFeed = fakeLive()
  await withoutFeed.connect()
  await withoutFeed.latest().says(event(1))
  await withoutFeed.reconnect()
  expect(withoutFeed.states.slice(-2)).toEqual(['gap', 'open'])
})

test('if more than 1000 events arrive during catch-up, the client reconnects and fetches them', async () => {
  const { asked, missed, answer } = feed()
  const { clock, connect, reconnect, latest, events, states } = fakeLive({ missed })
  await connect()
  await latest().says(event(1))
  await reconnect()
  for (let n = 2; n <= 1001; n++) void latest().says(event(n))
  expect(states.at(-1)).toBe('connecting')
  await latest().says(event(1002))
  expect(states.at(-1)).toEqual(['waiting', 2, 2000])
  await clock.advance(2000)
  await latest().accept()
  await latest().says(event(2), event(1500))
  answer(...Array.from({ length: 1499 }, (_, i) => i + 2))
  await clock.advance(0)
  expect(asked).toHaveLength(2)
  expect(events, 'also if more events were missed than the client remembers').toEqual(
    Array.from({ length: 1500 }, (_, i) => i + 1),
  )
})

test('an error in a callback does not close the connection', async () => {
  const faults: unknown[] = []
  const catchFault = (fault: unknown) => faults.push(fault)
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', catchFault)
  const { connect, latest, live, clock } = fakeLive({
    onEvent: ({ number }) => {
      throw new Error(`No ${number}`)
    },
  })
  await connect()
  await latest().says(event(1), event(2))
  await clock.advance(0)
  process.removeAllListeners('uncaughtException')
  for (const one of before) process.on('uncaughtException', one)
  expect(faults.map(String)).toEqual(['Error: No 1', 'Error: No 2'])
  expect(live.state()).toBe('open')
})

test('a client that is closed during catch-up gets the remaining events after the next connect', async () => {
  const { asked, missed, answer } = feed()
  let fake: ReturnType<typeof fakeLive> | undefined
  const events: number[] = []
  const { live, clock, connect, reconnect, latest } = (fake = fakeLive({
    missed,
    onEvent: ({ number }) => {
      events.push(number)
      if (number === 3 || number === 5) fake?.live.close()
    },
  }))
  await connect()
  await latest().says(event(1))
  await reconnect()
  answer(2, 3, 4)
  await clock.advance(0)
  expect(events).toEqual([1, 2, 3])
  live.connect()
  await clock.advance(0)
  await latest().accept()
  await latest().says(event(6), event(5))
  answer(4)
  await clock.advance(0)
  expect([events, live.state()]).toEqual([[1, 2, 3, 4, 5], 'closed'])
  live.connect()
  await clock.advance(0)
  await latest().accept()
  answer(6)
  await clock.advance(0)
  expect([asked.map(({ after }) => after), events]).toEqual([
    ['evt_1', 'evt_3', 'evt_5'],
    [1, 2, 3, 4, 5, 6],
  ])
})

test('every event comes once and in order, whenever the connection is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('event', 'disconnect', 'duplicate'), { maxLength: 40 }),
      async (steps) => {
        let newest = 0
        const { clock, connect, latest, events, live } = fakeLive({
          channels: ['board'],
          after: 'evt_0',
          missed: async function* (after) {
            const from = Number(after.slice(4))
            // An event occurs while the feed answers: it arrives over the socket and in the feed.
            void latest().says(event(++newest))
            for (let n = from + 1; n <= newest; n++) yield event(n)
          },
        })
        await connect()
        for (const step of steps) {
          if (step === 'event') {
            newest++
            if (live.state() === 'open') await latest().says(event(newest))
          } else if (step === 'duplicate') await latest().says(event(Math.max(1, newest)))
          else {
            await latest().dispatch('close')
            newest++
            await clock.advance(30_000)
            await latest().accept()
          }
        }
        expect(events).toEqual(Array.from({ length: newest }, (_, i) => i + 1))
        live.close()
        expect(clock.timers).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})
