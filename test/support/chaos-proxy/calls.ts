import { counted } from './describe-call.ts'

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
  /** What it reads or writes, without ids. */
  description: string
}

/** The longest chain of calls of which each began after the one before had ended: what a request waits for. */
export function inSequence(calls: Pick<Call, 'startedAt' | 'endedAt'>[]): number {
  let [length, ended] = [0, -Infinity]
  // Of all that could come next, the one that ends first leaves most room.
  for (const call of calls.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (call.startedAt < ended) continue
    length++
    ended = call.endedAt
  }
  return length
}

/** The calls in the order in which they began, those that overlap joined by `+` and sorted. */
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
