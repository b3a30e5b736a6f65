import { inject } from 'vitest'

// The global setup cannot inject values, so it imports figures.ts.
export { size, report, type Figure } from './figures.ts'

/** The seed of all random choices. SEED=n repeats a run. */
export const seed = inject('seed')
