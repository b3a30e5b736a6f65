import type { Clock } from '../clock.ts'
import type { ConnectionDependencies, TicketSource } from './connection.ts'
import type { Channel, LiveEvent } from './frames.ts'

/**
 * `closed`: before `connect` and after `close`. `connecting`: until missed events are delivered; then `open`. `waiting`: for
 * the next attempt. `failed`: after the last attempt, until `connect` or the browser's event `online`. `refused`: after a
 * 403, until `connect`.
 */
export type State = 'closed' | 'connecting' | 'open' | 'waiting' | 'failed' | 'refused'
/** Why the connection was lost. In the state `waiting` it also has the next attempt and its delay in milliseconds. */
export interface Details {
  why?: unknown
  attempt?: number
  pause?: number
}

export interface LiveOptions {
  ticket: TicketSource
  /**
   * The events after the one with that id, oldest first. Rejecting with 422 means that the feed no longer holds
   * it.
   */
  missed?: (after: string, signal: AbortSignal) => AsyncIterable<LiveEvent>
  channels?: readonly Channel[]
  /** The id of the last event seen before, for example before a page was reloaded. */
  after?: string
  onEvent: (event: LiveEvent) => void
  onState?: (state: State, details: Details) => void
  /** Events are missing and cannot be fetched: reload the displayed data. */
  onGap?: () => void
  /** The service refused a message, for example a subscription to an unknown channel. */
  onError?: (error: { code: string; message: string }) => void
  /** A message that waited for a connection was dropped for later ones; the last hundred are kept. */
  onDropped?: (message: object) => void
  WebSocket?: ConnectionDependencies['WebSocket']
  clock?: Clock
  /** From 0 up to 1. */
  random?: () => number
  /** Where a browser reports that it is online again. */
  network?: Network
}
export interface Network {
  addEventListener?: (type: 'online', act: () => void) => void
  removeEventListener?: (type: 'online', act: () => void) => void
}

/** An error thrown by a callback is the caller's and must not end the connection. */
export const rethrowAsync =
  <T extends unknown[]>(callback: (...args: T) => void = () => undefined) =>
  (...args: T): void => {
    try {
      callback(...args)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
