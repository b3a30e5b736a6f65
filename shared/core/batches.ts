/** Divides items into batches of at most `maxBytes`, by the size of each; a larger item is a batch of its own. */
export function batchesBySize<T>(items: readonly T[], maxBytes: number, sizeOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let bytes = Infinity
  for (const item of items) {
    const size = sizeOf(item)
    if (bytes + size > maxBytes) {
      batches.push([])
      bytes = 0
    }
    bytes += size
    batches.at(-1)?.push(item)
  }
  return batches
}

/** Calls `act` with each item, at most `concurrency` at once. */
export async function forEachParallel<T>(
  items: readonly T[],
  concurrency: number,
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
