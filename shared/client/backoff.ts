/** The number of reconnection attempts before the realtime client gives up. */
export const maxAttempts = 10

/** Delays in milliseconds: of the first attempt, and the longest. */
interface Delays {
  base: number
  longest: number
}
const reconnection: Delays = { base: 1000, longest: 30_000 }
const request: Delays = { base: 250, longest: 8000 }

const doubled = (attempt: number, { base, longest }: Delays) => Math.min(longest, base * 2 ** (attempt - 1))

/**
 * The delay before reconnection attempt 1, 2, …, in milliseconds: doubles from 1 second to 30, with jitter between a half
 * and the whole, so that disconnected clients spread out. `random` is from 0 up to 1.
 */
export function pauseBefore(attempt: number, random: () => number): number {
  const whole = doubled(attempt, reconnection)
  return whole / 2 + (whole / 2) * random()
}

/** The delay before retry 1, 2, … of a request, in milliseconds: up to 250 ms, 500 ms, … 8 s, with full jitter. */
export const pauseBeforeRetry = (attempt: number, random: () => number): number =>
  doubled(attempt, request) * random()
