import { courierApi } from './api.ts'
import type { CourierApi } from './methods.ts'
import type { components } from './api-types.ts'
import { realClock } from './clock.ts'
import { keyTokens } from './http/client-credentials.ts'
import { credentialsOf, type Credentials } from './http/credentials.ts'
import { unwrap } from './http/errors.ts'
import { retrying, type RetryOptions } from './http/retries.ts'
import { Session } from './http/session.ts'
import { memoryStore, type SessionStore } from './http/session-store.ts'
import { liveEvents, type Live } from './live/events-client.ts'
import type { LiveOptions } from './live/options.ts'
import { realtimeOver } from './live/realtime.ts'
import { pagesOf, type Pages } from './pages.ts'
import { follow, track, type FollowOptions, type Tracking, type TrackingEvent } from './tracking.ts'

export type ClientOptions = Credentials &
  RetryOptions & {
    /** The base URL of the service, such as https://api.example. */
    baseUrl: string
    /** Where the tokens of a signed-in user are kept; in memory by default. */
    session?: SessionStore
  }

export type Shipment = components['schemas']['Shipment']
export type NewShipment = components['schemas']['NewShipment']

export interface CourierClient extends CourierApi {
  /** Books a shipment. `idempotencyKey`: repeated under its key, it is booked once. Throws CourierError. */
  book(shipment: NewShipment, options?: { idempotencyKey?: string; signal?: AbortSignal }): Promise<Shipment>
  /** Reads the public tracking of a parcel, without signing in. Throws CourierError. */
  track(trackingId: string): Promise<Tracking>
  /** Iterates over the public events of a parcel as they appear, until it is delivered or returned. Throws CourierError. */
  follow(trackingId: string, options?: FollowOptions): AsyncGenerator<TrackingEvent>
  /** Iterates over the items of a list, across its pages. Throws CourierError. */
  pages: Pages
  /**
   * Connects, and calls `onEvent` for each event of the company until `close`. Node.js before 22 has no WebSocket: pass
   * one, such as that of the package `ws`. Throws an Error without one.
   */
  live(options: Omit<LiveOptions, 'ticket' | 'missed'>): Live
  /** Signs in with e-mail and password now, instead of with the first request. Throws CourierError. */
  signIn(): Promise<void>
  /** Ends the session that this client has opened. Throws CourierError. */
  signOut(): Promise<void>
}

/**
 * A client of the service. It signs in with the first request that needs it, renews its token, and repeats requests that
 * failed for a passing reason. All methods also throw what `fetch` throws. Throws a TypeError for a base URL that is not
 * http(s), and for credentials that are incomplete.
 */
export function courierClient(options: ClientOptions): CourierClient {
  const {
    baseUrl,
    token,
    session: store = memoryStore(),
    clock = realClock,
    random = Math.random,
    fetch,
  } = options
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`courierClient needs a baseUrl such as https://api.example, not ${baseUrl}`)
  const access = { baseUrl, fetch: retrying(options) }
  const anonymous = courierApi({ ...access, token: () => undefined })
  const { login, apiKey } = credentialsOf(options)
  const session = new Session(anonymous, store, login)
  const ofClient = apiKey ? keyTokens(anonymous, apiKey) : session.token
  const bearer = typeof token === 'string' ? () => token : (token ?? ofClient)
  const api = courierApi({ ...access, token: bearer })
  return {
    ...api,
    book: (body, { idempotencyKey, ...init } = {}) => {
      const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
      return unwrap(api.POST('/api/v1/shipments', { body, headers, ...init }))
    },
    track: (trackingId) => track(anonymous, trackingId),
    follow: (trackingId, how) => follow(anonymous, trackingId, { ...how, clock }),
    pages: pagesOf(api),
    live: (how) => {
      if (!how.WebSocket && !('WebSocket' in globalThis))
        throw new Error(
          'There is no WebSocket here (Node.js has one from 22 on): pass one, such as that of the package ws, as { WebSocket }',
        )
      // The connection has its own retries, so its requests have none.
      const http = realtimeOver({ baseUrl, token: bearer, ...(fetch && { fetch }) })
      const live = liveEvents({ clock, random, channels: ['tenant'], ...how, ...http })
      live.connect()
      return live
    },
    signIn: session.signIn,
    signOut: session.signOut,
  }
}
