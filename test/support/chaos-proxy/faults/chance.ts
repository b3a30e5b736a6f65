import type { Faults } from './odds.ts'

/** Decides whom a fault strikes, the same way each time for the same seed and the same calls, and counts. */
export function chance(seed: number, faults: Faults) {
  const random = mulberry32(seed)
  let odds = faults
  const struck: Faults = { conflict: 0, lost: 0, refusedBefore: 0, stale: 0, short: 0, unprocessed: 0 }
  return {
    setOdds: (to: Faults) => void (odds = to),
    strikes: (fault: keyof Faults) => random() < odds[fault],
    /** 0 to `n` - 1 */
    below: (n: number) => Math.floor(random() * n),
    /** So many of these, in an order of chance. */
    sample: <T>(from: readonly T[], n: number): T[] =>
      from
        .map((one) => [random(), one] as const)
        .toSorted(([a], [b]) => a - b)
        .slice(0, n)
        .map(([, one]) => one),
    /** Counted apart, because a fault may strike where it can do nothing. */
    count(fault: keyof Faults) {
      struck[fault]++
    },
    struck: () => struck,
  }
}
export type Chance = ReturnType<typeof chance>

/** Tommy Ettinger's mulberry32: 32 bits of state are plenty for tests. */
function mulberry32(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
