import { seededRandom } from './seeded-random.ts'
import type { Faults } from './odds.ts'

/** Decides which calls get a fault, and counts faults. The same seed and the same calls give the same decisions. */
export function faultInjector(seed: number, faults: Faults) {
  const { random, below } = seededRandom(seed)
  let probabilities = faults
  const injected: Faults = { conflict: 0, lost: 0, refusedBefore: 0, stale: 0, short: 0, unprocessed: 0 }
  return {
    setProbabilities: (to: Faults) => void (probabilities = to),
    decides: (fault: keyof Faults) => random() < probabilities[fault],
    /** An integer from 0 to `n` - 1. */
    below,
    /** Counts a fault that took effect. Some faults cannot affect every call for which they are decided. */
    count(fault: keyof Faults) {
      injected[fault]++
    },
    injected: () => injected,
  }
}
export type FaultInjector = ReturnType<typeof faultInjector>
