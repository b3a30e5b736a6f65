/** Random choices that are the same each time for the same seed. */
export function seededRandom(seed: number) {
  const random = mulberry32(seed)
  return {
    /** A number from 0 to 1. */
    random,
    /** An integer from 0 to `n` - 1. */
    below: (n: number) => Math.floor(random() * n),
    /** `n` different elements in random order. */
    sample: <T>(from: readonly T[], n: number): T[] =>
      from
        .map((one) => [random(), one] as const)
        .toSorted(([a], [b]) => a - b)
        .slice(0, n)
        .map(([, one]) => one),
  }
}

/** Tommy Ettinger's mulberry32. Its 32 bits of state suffice for tests. */
function mulberry32(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
