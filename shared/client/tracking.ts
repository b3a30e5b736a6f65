import type { CourierApi } from './methods.ts'
import type { components } from './api-types.ts'
import type { Clock } from './clock.ts'
import { sleep } from './clock.ts'
import { CourierError, retryAfter, unwrap } from './http/errors.ts'

/** The public tracking of a parcel, for anyone who has its tracking id. */
export type Tracking = components['schemas']['Tracking']
/** An event of the public timeline. */
export type TrackingEvent = components['schemas']['TrackingEvent']
export interface FollowOptions {
  /** Ends the iteration, which then throws the signal's reason. */
  signal?: AbortSignal
  /** How often to ask, in seconds; 30 by default, and no more often than the service caches its answer. */
  intervalSeconds?: number
}

const finalStatuses: readonly Tracking['status'][] = ['DELIVERED', 'RETURNED']

/** The public tracking of a parcel. `api` needs no token. Throws CourierError, and the errors of fetch. */
export const track = (api: CourierApi, trackingId: string): Promise<Tracking> =>
  unwrap(api.GET('/api/v1/track/{tracking_id}', { params: { path: { tracking_id: trackingId } } }))

/**
 * The events of a parcel's public timeline: first those that it has, oldest first, then each as it appears, until the
 * parcel is delivered or returned. Throws CourierError, for example for an unknown tracking id, and the errors of fetch.
 */
export async function* follow(
  api: CourierApi,
  trackingId: string,
  { signal, intervalSeconds = 30, clock }: FollowOptions & { clock: Clock },
): AsyncGenerator<TrackingEvent> {
  const seen = new Set<string>()
  let etag: string | undefined
  for (;;) {
    const { data, error, response } = await api.GET('/api/v1/track/{tracking_id}', {
      params: { path: { tracking_id: trackingId } },
      // Unchanged since that version: 304 without a body (RFC 9110 §13.1.2).
      ...(etag !== undefined && { headers: { 'If-None-Match': etag } }),
      ...(signal && { signal }),
    })
    for (const event of data?.events ?? []) {
      // Public events have no id. A bag's event can arrive late and stand before others that were seen.
      const text = JSON.stringify(event)
      if (!seen.has(text)) yield event
      seen.add(text)
    }
    if (data && finalStatuses.includes(data.status)) return
    const wait = retryAfter(response.headers)
    if (!data && response.status !== 304 && wait === undefined) throw new CourierError(response, error)
    etag = response.headers.get('ETag') ?? etag
    const seconds = Math.max(intervalSeconds, maxAge(response), wait ?? 0)
    await sleep(seconds * 1000, { clock, signal })
  }
}

/** The seconds for which a response is fresh (RFC 9111 §5.2.2.1); 0 if it does not say. */
const maxAge = ({ headers }: Response) =>
  Number(/(?:^|,)\s*max-age=(\d+)/i.exec(headers.get('Cache-Control') ?? '')?.[1] ?? 0)
