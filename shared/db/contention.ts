import { setTimeout as sleep } from 'node:timers/promises'
import { conflict } from '../errors.ts'

/** How long a request keeps trying while others write the same items, in milliseconds. */
const patience = 3000

export const contentionDeadline = () => ({ until: performance.now() + patience, tries: 0 })

/**
 * Waits a moment before the next try: up to 4 ms, then 8, … 128 ms, by full jitter, so that rivals spread out.
 * Throws a conflict once the deadline has passed.
 */
export async function backoff(deadline: ReturnType<typeof contentionDeadline>): Promise<void> {
  if (performance.now() > deadline.until)
    throw conflict('Others keep changing this record; try again in a moment')
  await sleep(Math.random() * Math.min(128, 4 * 2 ** deadline.tries++))
}
