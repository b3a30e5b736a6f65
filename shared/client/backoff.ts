/** How often a connection that was lost, or could not be made, is tried again before the client gives up. */
export const maxAttempts = 10
/** In milliseconds. */
const base = 1000
const longest = 30_000

/**
 * The pause before attempt 1, 2, …, in milliseconds: it doubles from 1 second to 30, and is anywhere between its half and
 * its whole, so that all who were cut off together do not come back together. `random` is from 0 up to 1.
 */
export function pauseBefore(attempt: number, random: () => number): number {
  const whole = Math.min(longest, base * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * random()
}
