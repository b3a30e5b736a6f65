import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../shared/client/clock.ts'
import type { Socket } from '../../../shared/client/live/connection.ts'
import type { LiveEvent } from '../../../shared/client/live/frames.ts'
import type { LiveOptions } from '../../../shared/client/live/options.ts'
import { liveEvents } from '../../../shared/client/live/events-client.ts'

/** A clock that advances only when the test advances it. */
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
  /** Advances the time, and runs the timers that become due. */
  async advance(milliseconds: number) {
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

/** A WebSocket whose server side the test controls. */
class FakeSocket implements Socket {
  readonly url: string
  readonly sent: any[] = []
  closed = false
  #listeners: [string, (event: { data?: unknown }) => void][] = []
  constructor(url: string) {
    this.url = url
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  addEventListener(type: string, listener: (event: { data?: unknown }) => void) {
    this.#listeners.push([type, listener])
  }
  async dispatch(type: 'open' | 'message' | 'close' | 'error', data?: unknown) {
    for (const [of, listener] of this.#listeners) if (of === type) listener({ data })
    await setImmediate()
  }
  says(...frames: object[]) {
    return Promise.all(frames.map((frame) => this.dispatch('message', JSON.stringify(frame))))
  }
  /** Opens the connection, and confirms all requested channels. */
  async accept() {
    await this.dispatch('open')
    const request = this.sent.find(({ type }) => type === 'subscribe')
    if (request) await this.says({ type: 'subscribed', channels: request.channels })
  }
}

export const event = (number: number): LiveEvent => ({
  id: `evt_${number}`,
  number,
  type: 'shipment.status_changed',
  timestamp: '2026-11-21T20:39:38.000Z',
  data: {
    shipment_id: `shipment-${number}`,
    tracking_id: `TRK-${number}`,
    status: 'IN_TRANSIT',
    previous_status: 'RECEIVED',
  },
})

/** `liveEvents` with fake sockets, clock and network. `states` records its state changes in order. */
export function fakeLive(options: Partial<LiveOptions> = {}) {
  const clock = new FakeClock()
  const sockets: FakeSocket[] = []
  const tickets: { fresh: boolean }[] = []
  const states: unknown[] = []
  const events: number[] = []
  class RecordedSocket extends FakeSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const live = liveEvents({
    clock,
    random: () => 1,
    network: {},
    WebSocket: RecordedSocket,
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
    live,
    clock,
    sockets,
    tickets,
    states,
    events,
    latest: () => sockets.at(-1)!,
    /** Connects for the first time. */
    async connect() {
      live.connect()
      await clock.advance(0)
      await sockets.at(-1)!.accept()
    },
    /** Closes the connection, and accepts the next one. */
    async reconnect() {
      await sockets.at(-1)!.dispatch('close')
      await clock.advance(1000)
      await sockets.at(-1)!.accept()
    },
  }
}
