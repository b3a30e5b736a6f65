import { setImmediate } from 'node:timers/promises'
import type { Clock, Socket } from '../../../shared/client/connection.ts'
import type { LiveEvent } from '../../../shared/client/frames.ts'
import type { LiveOptions } from '../../../shared/client/options.ts'
import { liveEvents } from '../../../shared/client/events-client.ts'

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  now = 0
  #timers = new Map<number, { at: number; act: () => void }>()
  #next = 1
  setTimeout(act: () => void, milliseconds: number) {
    this.#timers.set(this.#next, { at: this.now + milliseconds, act })
    return this.#next++
  }
  clearTimeout(timer: unknown) {
    this.#timers.delete(timer as number)
  }
  get timers() {
    return this.#timers.size
  }
  /** Moves on, and lets what comes of it happen. */
  async pass(milliseconds: number) {
    const until = this.now + milliseconds
    await setImmediate()
    for (;;) {
      const [due] = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)
      if (!due) break
      this.#timers.delete(due[0])
      this.now = due[1].at
      due[1].act()
      await setImmediate()
    }
    this.now = until
    await setImmediate()
  }
}

/** The other end of a WebSocket, in the hands of the test. */
export class FakeSocket implements Socket {
  readonly url: string
  readonly sent: any[] = []
  closed = false
  #acts: [string, (event: { data?: unknown }) => void][] = []
  constructor(url: string) {
    this.url = url
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  addEventListener(type: string, act: (event: { data?: unknown }) => void) {
    this.#acts.push([type, act])
  }
  async dispatch(type: 'open' | 'message' | 'close' | 'error', data?: unknown) {
    for (const [of, act] of this.#acts) if (of === type) act({ data })
    await setImmediate()
  }
  says(...frames: object[]) {
    return Promise.all(frames.map((frame) => this.dispatch('message', JSON.stringify(frame))))
  }
  /** Opens, and grants whatever channels are asked for. */
  async welcome() {
    await this.dispatch('open')
    const asked = this.sent.find(({ type }) => type === 'subscribe')
    if (asked) await this.says({ type: 'subscribed', channels: asked.channels })
  }
}

export const event = (number: number): LiveEvent => ({
  id: `evt_${number}`,
  number,
  type: 'shipment.status_changed',
  timestamp: '2026-11-21T20:39:38.000Z',
  data: {
    ...{ shipment_id: `shipment-${number}`, tracking_id: `TRK-${number}` },
    ...{ status: 'IN_TRANSIT', previous_status: 'RECEIVED' },
  },
})

/** liveEvents with fake sockets, clock and network, and its state changes in order. */
export function fakeLive(options: Partial<LiveOptions> = {}) {
  const clock = new FakeClock()
  const sockets: FakeSocket[] = []
  const tickets: { fresh: boolean }[] = []
  const states: unknown[] = []
  const events: number[] = []
  class Dialled extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const live = liveEvents({
    clock,
    random: () => 1,
    network: {},
    WebSocket: Dialled,
    ticket: async ({ fresh }) => {
      tickets.push({ fresh })
      return { url: 'wss://live.example', ticket: `t/${tickets.length}` }
    },
    onEvent: ({ number }) => events.push(number),
    onState: (state, { attempt, pause }) =>
      states.push(attempt === undefined ? state : [state, attempt, pause]),
    onGap: () => states.push('gap'),
    onError: (error) => states.push(error),
    ...options,
  })
  return {
    ...{ live, clock, sockets, tickets, states, events },
    latest: () => sockets.at(-1)!,
    /** Connects for the first time. */
    async begin() {
      live.connect()
      await clock.pass(0)
      await sockets.at(-1)!.welcome()
    },
    /** The connection breaks off, and the next one is there. */
    async again() {
      await sockets.at(-1)!.dispatch('close')
      await clock.pass(1000)
      await sockets.at(-1)!.welcome()
    },
  }
}
