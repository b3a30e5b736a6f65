/** The number of reconnection attempts before the client gives up. */
export const maxAttempts = 10
/** In milliseconds. */
const base = 1000
const longest = 30_000

/**
 * The delay before attempt 1, 2, …, in milliseconds: doubles from 1 second to 30, with jitter between a half and
 * the whole, so that disconnected clients spread out. `random` is from 0 up to 1.
 */
export function pauseBefore(attempt: number, random: () => number): number {
  const whole = Math.min(longest, base * 2 ** (attempt - 1))
  return whole / 2 + (whole / 2) * random()
}
