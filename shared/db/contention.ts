import { unavailable } from '../core/refusals.ts'

/** How long a request waits in all while others write the same items, in milliseconds. A slow call is not waiting. */
const maxMilliseconds = 3000

/** The waiting of one request, for all its reads and writes. */
export const contentionDeadline = () => ({
  tries: 0,
  waited: 0,
  passed() {
    return this.waited >= maxMilliseconds
  },
})

/**
 * Waits before the next attempt: up to 4 ms, then 8, … 128 ms, with full jitter, so that competing requests spread
 * out. Throws unavailable once the request has waited for 3 s.
 */
export async function backoff(deadline: ReturnType<typeof contentionDeadline>): Promise<void> {
  if (deadline.passed()) throw unavailable(new Error(`contention: ${deadline.tries} attempts`))
  const milliseconds = Math.random() * Math.min(128, 4 * 2 ** deadline.tries++)
  deadline.waited += milliseconds
  await sleep(milliseconds)
}

/** Polls ten times a second until there is a value or the time (milliseconds) is over. */
export async function pollUntil<T>(
  milliseconds: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = performance.now() + milliseconds
  for (;;) {
    const found = await look()
    if (found !== undefined || performance.now() > until) return found
    await sleep(100)
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
