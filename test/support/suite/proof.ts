import { inject } from 'vitest'

// What the global setup needs too, where nothing can be injected, stands beside.
export { size, report, type Figure } from './figures.ts'

/** What every choice here follows from; SEED=n repeats a run. */
export const seed = inject('seed')
