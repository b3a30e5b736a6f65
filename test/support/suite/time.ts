import { scrypt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** How long `work` takes on each processor of the reference machine while it is idle, in milliseconds. */
const reference = 100
const work = () =>
  promisify<string, string, number, object, Buffer>(scrypt)('password', 'salt', 32, {
    N: 1 << 15,
    maxmem: 1 << 26,
  })

/**
 * Measures how many times slower than the reference this machine is at this moment, with the load that others cause: at
 * least 1. Takes half a second.
 */
export async function measureTimeFactor(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = performance.now()
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    times.push(performance.now() - start)
  }
  const [, median = reference] = times.sort((a, b) => a - b)
  return Math.max(1, Math.round((10 * median) / reference) / 10)
}

/** The factor of this run, which vitest.config.ts measures and prints. `TIME_FACTOR=4 npm test` sets it. */
export const timeFactor = () => Number(process.env.TIME_FACTOR ?? 1)

/** Seconds of waiting as milliseconds, scaled to the speed of the machine. */
export const seconds = (duration: number) => Math.round(duration * 1000 * timeFactor())
