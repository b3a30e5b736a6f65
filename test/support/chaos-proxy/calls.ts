/** A recorded call. Times are in milliseconds, of the proxy's own clock. */
export interface Call {
  operation: string
  index?: string
  startedAt: number
  endedAt: number
  /** The capacity units it consumed; 0 where nothing was carried out. */
  units: number
  /** How many writes a transaction has. */
  writes?: number
}

/** The longest chain of calls of which each began after the one before had ended: what a request waits for. */
export function inSequence(calls: Call[]): number {
  let [length, ended] = [0, -Infinity]
  // Of all that could come next, the one that ends first leaves most room.
  for (const call of calls.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < ended) continue
    length++
    ended = call.endedAt
  }
  return length
}
