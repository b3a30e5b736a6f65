/** `rate` in requests a second, `burst` in requests. */
export interface Limits {
  rate: number
  burst: number
}

/**
 * A token bucket, as API Gateway throttles a route (API Gateway developer guide, "Throttle requests to your HTTP
 * APIs"): says whether one more request may pass now. `now` gives milliseconds.
 */
export function tokenBucket({ rate, burst }: Limits, now = () => performance.now()): () => boolean {
  let tokens = burst
  let filled = now()
  return () => {
    const at = now()
    tokens = Math.min(burst, tokens + ((at - filled) / 1000) * rate)
    filled = at
    if (tokens < 1) return false
    tokens--
    return true
  }
}
