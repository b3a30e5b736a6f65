import { vi } from 'vitest'
import { seconds } from './time.ts'

interface Options {
  timeout?: number
  interval?: number
}
/** Twenty seconds on the reference machine: what takes that long does not happen. */
const withDefaults = (options: Options) => ({ timeout: seconds(20), interval: 50, ...options })

/** `vi.waitFor`, which waits only a second by default: until `check` throws nothing. Returns what it returns. */
export const waitFor = <T>(check: () => T | Promise<T>, options: Options = {}): Promise<T> =>
  vi.waitFor(check, withDefaults(options))

/** `vi.waitUntil`, which waits only a second by default: until `look` returns something. Returns that. */
export const waitUntil = <T>(look: () => T | Promise<T>, options: Options = {}) =>
  vi.waitUntil(look, withDefaults(options))
