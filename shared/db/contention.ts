import { conflict } from '../core/errors.ts'

/** How long a request keeps trying while others write the same items, in seconds. */
const maxSeconds = 3
/** The minimum number of attempts, however long they take: a slow call is not contention. */
const leastTries = 8

export function contentionDeadline() {
  const until = process.uptime() + maxSeconds
  return {
    tries: 0,
    passed() {
      return this.tries >= leastTries && process.uptime() > until
    },
  }
}

/**
 * Waits before the next attempt: up to 4 ms, then 8, … 128 ms, with full jitter, so that competing requests spread
 * out. Throws a conflict once the deadline has passed.
 */
export async function backoff(deadline: ReturnType<typeof contentionDeadline>): Promise<void> {
  if (deadline.passed()) throw conflict('Others keep changing this record; try again in a moment')
  await sleep(Math.random() * Math.min(128, 4 * 2 ** deadline.tries++))
}

/** Polls ten times a second until there is a value or the time (milliseconds) is over. */
export async function pollUntil<T>(
  milliseconds: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = process.uptime() + milliseconds / 1000
  for (;;) {
    const found = await look()
    if (found !== undefined || process.uptime() > until) return found
    await sleep(100)
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
