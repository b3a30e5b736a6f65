import { isTracking, type Tracking } from './answer.ts'

/** Why there is no news: no connection, a refusal for haste, a service that fails, an answer of another make. */
export type Trouble = 'offline' | 'busy' | 'failing' | 'garbled'
/** What the service says. `wait`: for so many milliseconds it wants to hear nothing. */
export type Reply =
  | { tracking: Tracking; etag: string | undefined }
  | { unchanged: true }
  | { missing: true }
  | { trouble: Trouble; wait?: number }

/** In milliseconds; a request that takes longer is given up. */
const patience = 20_000

/** Asks where a parcel is, if that is not what goes by `etag`. Never throws. */
export async function ask(trackingId: string, etag: string | undefined): Promise<Reply> {
  try {
    const response = await fetch(`/api/v1/track/${encodeURIComponent(trackingId)}`, {
      headers: { Accept: 'application/json', ...(etag !== undefined && { 'If-None-Match': etag }) },
      // The tag is ours to compare; what the browser keeps may be older.
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    if (response.status === 304) return { unchanged: true }
    if (response.status === 404) return { missing: true }
    if (response.status === 429) return { trouble: 'busy', wait: retryAfter(response) }
    if (!response.ok) return { trouble: 'failing' }
    const tracking: unknown = await response.json().catch(() => undefined)
    if (!isTracking(tracking)) return { trouble: 'garbled' }
    return { tracking, etag: response.headers.get('etag') ?? undefined }
  } catch {
    return { trouble: navigator.onLine ? 'failing' : 'offline' }
  }
}

/** How long a refusal asks us to wait: a minute if it does not say so in seconds, at most an hour. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  return 1000 * (seconds > 0 ? Math.min(seconds, 3600) : 60)
}
