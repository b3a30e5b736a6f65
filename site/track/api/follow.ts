import { isFinal } from '../../../shared/domain/shipments/status.ts'
import type { Tracking } from './answer.ts'
import { fetchTracking, type Failure } from './ask.ts'

/** The state of tracking. */
export interface TrackingState {
  tracking?: Tracking
  /** When the service last responded, in milliseconds since 1970. */
  checked?: number
  failure?: Failure
  /** The service returned 404: the id does not exist or has expired. */
  missing?: true
}

/** Milliseconds between requests. Responses may be 15 seconds old, due to their Cache-Control. */
const [minInterval, maxInterval] = [15_000, 60_000]
const [hiddenInterval, maxBackoff] = [300_000, 300_000]

/**
 * Polls a shipment until its final status, less often while nothing changes or the page is hidden, and calls `onChange`
 * with the state. The function returned polls immediately, or when the service allows it.
 */
export function pollTracking(trackingId: string, onChange: (state: TrackingState) => void): () => void {
  let state: TrackingState = {}
  let etag: string | undefined
  let [unchanged, failures, notBefore] = [0, 0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  let requesting = false

  async function poll() {
    if (requesting) return
    requesting = true
    const result = await fetchTracking(trackingId, etag)
    requesting = false
    clearTimeout(timer)
    const { tracking, checked } = state
    const last = { ...(tracking && { tracking }), ...(checked !== undefined && { checked }) }
    if ('failure' in result) {
      state = { ...last, failure: result.failure }
      notBefore = Date.now() + (result.wait ?? 0)
      failures++
    } else {
      failures = 0
      unchanged = 'unchanged' in result ? unchanged + 1 : 0
      if ('missing' in result) state = { missing: true, checked: Date.now() }
      else state = { ...last, ...('tracking' in result && { tracking: result.tracking }), checked: Date.now() }
      if ('tracking' in result) etag = result.etag
    }
    onChange(state)
    if (!hasEnded(state)) pollAfter(pause())
  }

  /** Milliseconds until the next request. With jitter, so that pages that failed together do not retry together. */
  function pause(): number {
    const after = failures
      ? Math.min(maxBackoff, minInterval * 2 ** (failures - 1)) * (1 + Math.random() / 4)
      : Math.min(maxInterval, minInterval * 1.5 ** Math.max(0, unchanged - 1))
    return Math.max(document.hidden ? hiddenInterval : after, notBefore - Date.now())
  }
  function pollAfter(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void poll(), Math.max(0, milliseconds))
  }

  /** The page is visible or online again: poll without waiting. */
  function resume() {
    if (document.hidden || hasEnded(state)) return
    pollAfter((state.failure ? notBefore : (state.checked ?? 0) + minInterval) - Date.now())
  }
  addEventListener('online', resume)
  addEventListener('offline', () => {
    if (hasEnded(state)) return
    state = { ...state, failure: 'offline' }
    onChange(state)
  })
  document.addEventListener('visibilitychange', resume)
  void poll()
  return resume
}

const hasEnded = ({ tracking, missing }: TrackingState) =>
  missing ?? (tracking !== undefined && isFinal(tracking.status))
