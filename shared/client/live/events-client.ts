import { realClock } from '../clock.ts'
import { maxAttempts, pauseBefore } from '../backoff.ts'
import { Connection, type ConnectionDependencies } from './connection.ts'
import { isEvent, type ServerFrame } from './frames.ts'
import { History } from './history.ts'
import { rethrowAsync, type Details, type LiveOptions, type Network, type State } from './options.ts'
import { Outgoing } from './outgoing.ts'
import { statusOf } from './connection-refused.ts'

/**
 * Delivers a company's events as they occur. `connect` opens a connection; a lost or failed one is retried at most ten
 * times, with growing delays (backoff.ts). The count restarts once a connection is open, its channels are subscribed, and
 * the missed events are delivered. Missed events come before events that arrive meanwhile, and each event is delivered
 * once. `close` closes the connection and stops retrying.
 */
export function liveEvents(options: LiveOptions) {
  const { ticket, missed, random = Math.random, clock = realClock, network = globalThis as Network } = options
  const means: ConnectionDependencies = { ticket, clock, WebSocket: options.WebSocket ?? globalThis.WebSocket }
  const history = new History(rethrowAsync(options.onEvent), options.after)
  const outgoing = new Outgoing(options.channels, rethrowAsync(options.onDropped))
  const [onGap, onError, onState] = [
    rethrowAsync(options.onGap),
    rethrowAsync(options.onError),
    rethrowAsync(options.onState),
  ]
  let state: State = 'closed'
  let connection: Connection | undefined
  let attempt = 0
  let openBefore = false
  let expired = false
  let timer: unknown

  const setState = (next: State, details: Details = {}) => {
    state = next
    onState(next, details)
  }

  const openConnection = () => {
    history.hold()
    const opening = new Connection(means, expired, {
      opened: () => {
        if (!outgoing.opened(opening)) void ready(opening, true)
      },
      received: (frame) => received(opening, frame),
      lost,
    })
    connection = opening
    expired = false
    setState('connecting')
  }

  const received = (from: Connection, frame: ServerFrame) => {
    if (isEvent(frame)) {
      if (!history.live(frame)) from.lose(new Error('Too many events arrived while missed events were fetched'))
    } else if (frame.type === 'subscribed') void ready(from, true)
    else if (frame.type === 'error') {
      onError({ code: frame.code, message: frame.message })
      expired = frame.code === 'unauthenticated'
      if (expired) from.lose(new Error('The access token has expired'))
      // An unknown channel does not affect the others, but the connection does not count as successful.
      else void ready(from, false)
    }
  }

  const ready = async (now: Connection, success: boolean) => {
    if (now.signal.aborted || !outgoing.answered()) return
    now.waiting()
    await catchUp(now)
    history.release(now.signal)
    if (connection !== now) return
    now.resting()
    if (success) attempt = 0
    openBefore = true
    setState('open')
  }

  const catchUp = async (now: Connection) => {
    const { last } = history
    try {
      if (missed && last !== undefined)
        for await (const event of missed(last, now.signal)) {
          if (now.signal.aborted) return
          now.waiting()
          history.missed(event)
        }
      else if (openBefore) onGap()
    } catch (error) {
      if (statusOf(error) !== 422) now.lose(error)
      else if (!now.signal.aborted) onGap()
    }
  }

  const lost = (why: unknown) => {
    connection = undefined
    outgoing.gone()
    if (statusOf(why) === 403) setState('refused', { why })
    else if (attempt === maxAttempts) setState('failed', { why })
    else {
      const pause = pauseBefore(++attempt, random)
      timer = clock.setTimeout(openConnection, pause)
      setState('waiting', { why, attempt, pause })
    }
  }

  /** Starts, or starts again at once with all attempts. */
  const connect = () => {
    if (connection) return
    clock.clearTimeout(timer)
    attempt = 0
    network.addEventListener?.('online', online)
    openConnection()
  }
  const online = () => {
    if (state === 'failed') connect()
  }
  /** Ends the connection. Waiting messages are dropped; channels are kept. */
  const close = () => {
    network.removeEventListener?.('online', online)
    clock.clearTimeout(timer)
    connection?.end()
    connection = undefined
    outgoing.forget()
    setState('closed')
  }

  const { subscribe, unsubscribe, send } = outgoing
  return { state: () => state, connect, close, subscribe, unsubscribe, send }
}
export type Live = ReturnType<typeof liveEvents>
