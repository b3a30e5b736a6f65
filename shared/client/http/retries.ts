import { pauseBeforeRetry } from '../backoff.ts'
import { realClock, sleep, type Clock } from '../clock.ts'
import { retryAfter } from './errors.ts'
import { isRepeatable } from './token.ts'

export interface RetryOptions {
  /** How often a request is sent again at most; 3 by default, 0 for never. */
  retries?: number
  clock?: Clock
  /** From 0 up to 1. */
  random?: () => number
  /** Sends one request; `globalThis.fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
}

/** In seconds. A longer Retry-After is not waited for: the caller gets the response, and decides. */
const longestRetryAfter = 60
/** Repeating these has no further effect (RFC 9110 §9.2.2). */
const idempotentMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

/** Sending it again cannot do anything twice: it only reads, or the service recognises its key. */
const isSafe = ({ method, headers }: Request) =>
  method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key')

/**
 * `fetch` that sends a request again after a failure that may pass, with exponential backoff and full jitter: 429 and
 * 503, no sooner than Retry-After; 500, 502 and 504 if it only reads or carries an Idempotency-Key; network errors also
 * if its method is idempotent. Returns the last response, and throws the last error of `fetch`, or the reason of the
 * request's signal.
 */
export function retrying({
  retries = 3,
  clock = realClock,
  random = Math.random,
  fetch = (request) => globalThis.fetch(request),
}: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    const most = isRepeatable(request) ? retries : 0
    for (let retry = 1; ; retry++) {
      if (retry > most) return fetch(request)
      const result = await fetch(request.clone()).catch((error: unknown) => ({ error }))
      const seconds = secondsToWait(request, result)
      if (seconds === undefined) {
        if ('error' in result) throw result.error
        return result
      }
      // The connection is free for the next attempt only once the body is read or discarded.
      if (!('error' in result)) void result.body?.cancel()
      const { signal } = request
      await sleep(seconds * 1000 + pauseBeforeRetry(retry, random), { clock, signal })
    }
  }
}

/** How long the service wants the client to wait, in seconds; undefined if the request is not to be sent again. */
function secondsToWait(request: Request, result: Response | { error: unknown }): number | undefined {
  if ('error' in result) {
    // Fetch reports a network error as a TypeError. It does not say whether the request took effect.
    const isNetworkError = result.error instanceof TypeError && !request.signal.aborted
    return isNetworkError && (isSafe(request) || idempotentMethods.includes(request.method)) ? 0 : undefined
  }
  const { status, headers } = result
  if (status === 429 || status === 503) {
    const seconds = retryAfter(headers) ?? 0
    return seconds <= longestRetryAfter ? seconds : undefined
  }
  return [500, 502, 504].includes(status) && isSafe(request) ? 0 : undefined
}
