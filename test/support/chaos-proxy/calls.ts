import { counted } from './describe-call.ts'

/** A recorded call. Times are in milliseconds on the proxy's clock. */
export interface Call {
  operation: string
  index?: string
  startedAt: number
  endedAt: number
  /** The consumed capacity units; 0 if the call was not carried out. */
  units: number
  /** The number of writes in a transaction. */
  writes?: number
  /** What the call reads or writes, without ids. */
  description: string
}

/** The length of the longest chain of sequential calls, in which each call starts after the previous one has ended. */
export function inSequence(calls: Pick<Call, 'startedAt' | 'endedAt'>[]): number {
  let [length, ended] = [0, -Infinity]
  // The next call that ends first allows the longest chain.
  for (const call of calls.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < ended) continue
    length++
    ended = call.endedAt
  }
  return length
}

/** Lists the calls in the order in which they started. Overlapping calls are sorted and joined by `+`. */
export function sequenceOf(calls: Call[]): string {
  const steps: { ended: number; descriptions: string[] }[] = []
  for (const { startedAt, endedAt, description } of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const step = steps.at(-1)
    if (step && startedAt < step.ended) {
      step.descriptions.push(description)
      step.ended = Math.min(step.ended, endedAt)
    } else steps.push({ ended: endedAt, descriptions: [description] })
  }
  return steps.map(({ descriptions }) => counted(descriptions.sort()).join(' + ')).join('; ')
}
