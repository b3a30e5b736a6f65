import { isFinal } from '../../shared/domain/shipment-status.ts'
import { isTracking, type Tracking } from './answer.ts'

/** Why there is no news: no connection, a refusal for haste, a service that fails, an answer of another make. */
export type Trouble = 'offline' | 'busy' | 'failing' | 'garbled'
/** What is known of a parcel. */
export interface Known {
  tracking?: Tracking
  /** When the service last told, in milliseconds since 1970. */
  checked?: number
  trouble?: Trouble
  /** The service knows no parcel by this id, or not any more. */
  missing?: true
}

const second = 1000
/** An answer may be so old already, by its Cache-Control. */
const shortest = 15 * second
const longest = 60 * second
const whileHidden = 300 * second
const longestAfterTrouble = 300 * second
/** A request that takes longer is given up. */
const patience = 20 * second

/**
 * Follows a parcel to its end: asks now and again, less often while nothing changes or nobody looks, and calls `tell`
 * with what is new. `check` asks at once, but not sooner than the service allows.
 */
export function follow(trackingId: string, tell: (known: Known) => void): { check: () => void } {
  let known: Known = {}
  let etag: string | undefined
  let [quiet, troubles, notBefore] = [0, 0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false

  const ended = () => known.missing ?? (known.tracking !== undefined && isFinal(known.tracking.status))

  async function check() {
    if (asking) return
    asking = true
    clearTimeout(timer)
    const before = known
    try {
      known = await ask()
    } catch {
      known = troubled(before, navigator.onLine ? 'failing' : 'offline')
    }
    asking = false
    troubles = known.trouble ? troubles + 1 : 0
    quiet = known.tracking === before.tracking ? quiet + 1 : 0
    tell(known)
    if (!ended() || known.trouble) plan()
  }

  async function ask(): Promise<Known> {
    const response = await fetch(`/api/v1/track/${encodeURIComponent(trackingId)}`, {
      headers: { Accept: 'application/json', ...(etag !== undefined && { 'If-None-Match': etag }) },
      // The tag is ours to compare: what the browser kept may be what we have.
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    const checked = Date.now()
    if (response.status === 304) return { ...(known.tracking && { tracking: known.tracking }), checked }
    if (response.status === 404) return { missing: true, checked }
    if (response.status === 429) {
      notBefore = checked + retryAfter(response)
      return troubled(known, 'busy')
    }
    if (!response.ok) return troubled(known, 'failing')
    const tracking: unknown = await response.json().catch(() => undefined)
    if (!isTracking(tracking)) return troubled(known, 'garbled')
    etag = response.headers.get('etag') ?? undefined
    return { tracking, checked }
  }

  function plan() {
    clearTimeout(timer)
    const asked = known.trouble
      ? Math.min(longestAfterTrouble, shortest * 2 ** (troubles - 1))
      : Math.min(longest, shortest * 1.5 ** Math.max(0, quiet - 1))
    // Many pages that failed together do not come back together.
    const spread = known.trouble ? asked * Math.random() * 0.25 : 0
    const wait = Math.max(document.hidden ? whileHidden : asked + spread, notBefore - Date.now())
    timer = setTimeout(() => void check(), wait)
  }

  /** Somebody looks again, or is connected again: whoever waited for that need not wait longer. */
  function resume() {
    if (document.hidden || (ended() && !known.trouble)) return
    const due = Math.max(notBefore, known.trouble ? 0 : (known.checked ?? 0) + shortest)
    if (due <= Date.now()) void check()
    else plan()
  }
  addEventListener('online', resume)
  addEventListener('offline', () => {
    if (ended()) return
    known = troubled(known, 'offline')
    tell(known)
  })
  document.addEventListener('visibilitychange', resume)
  void check()
  return { check: resume }
}

const troubled = ({ tracking, checked }: Known, trouble: Trouble): Known => ({
  ...(tracking && { tracking }),
  ...(checked !== undefined && { checked }),
  trouble,
})

/** How long a refusal asks us to wait, in milliseconds: a minute if it does not say so in seconds, at most an hour. */
function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  return second * (seconds > 0 ? Math.min(seconds, 3600) : 60)
}
