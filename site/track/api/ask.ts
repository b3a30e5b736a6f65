import { isTracking, type Tracking } from './answer.ts'

/** Why a request failed: no connection, rate limit, error, or a response that is not understood. */
export type Failure = 'offline' | 'busy' | 'failing' | 'malformed'
/** The result of a request. `wait`: milliseconds of Retry-After. */
export type TrackingResult =
  | { tracking: Tracking; etag: string | undefined }
  | { unchanged: true }
  | { missing: true }
  | { failure: Failure; wait?: number }

/** Timeout of a request, in milliseconds. */
const timeoutMilliseconds = 20_000

/** Reads the tracking data of a parcel, if it has changed since `etag`. Never throws. */
export async function fetchTracking(trackingId: string, etag: string | undefined): Promise<TrackingResult> {
  try {
    const response = await fetch(`/api/v1/track/${encodeURIComponent(trackingId)}`, {
      headers: { Accept: 'application/json', ...(etag !== undefined && { 'If-None-Match': etag }) },
      // The page handles ETags itself; the browser's cache may be older.
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (response.status === 304) return { unchanged: true }
    if (response.status === 404) return { missing: true }
    if (response.status === 429) return { failure: 'busy', wait: retryAfter(response) }
    if (!response.ok) return { failure: 'failing' }
    const tracking: unknown = await response.json().catch(() => undefined)
    if (!isTracking(tracking)) return { failure: 'malformed' }
    return { tracking, etag: response.headers.get('etag') ?? undefined }
  } catch {
    return { failure: navigator.onLine ? 'failing' : 'offline' }
  }
}

/** Retry-After in milliseconds: a minute if it is missing or not in seconds, at most an hour. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  return 1000 * (seconds > 0 ? Math.min(seconds, 3600) : 60)
}
