import { inject } from 'vitest'

// For the global setup, which cannot inject, see figures.ts.
export { size, report, type Figure } from './figures.ts'

/** What every choice here follows from; SEED=n repeats a run. */
export const seed = inject('seed')
