/** `rate` in requests per second, `burst` in requests. */
export interface Limits {
  rate: number
  burst: number
}

/**
 * A token bucket, which API Gateway uses to throttle a route (API Gateway developer guide, "Throttle requests to your
 * HTTP APIs"). The function returned is called for each request, and returns false if it exceeds the limits. `now`
 * returns milliseconds.
 */
export function tokenBucket({ rate, burst }: Limits, now = () => performance.now()): () => boolean {
  let tokens = burst
  let refilledAt = now()
  return () => {
    const time = now()
    tokens = Math.min(burst, tokens + ((time - refilledAt) / 1000) * rate)
    refilledAt = time
    if (tokens < 1) return false
    tokens--
    return true
  }
}
