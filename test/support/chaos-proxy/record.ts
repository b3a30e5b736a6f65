import { setImmediate as pollPhase, setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { describeCall } from './describe-call.ts'
import { movesItems } from './refusals.ts'
import { contentOf, withContent, type Body, type Forward, type Request } from './wire.ts'

/** Answers are held until no call has arrived for so many milliseconds: calls that are made together overlap. */
const hold = 75

/** Notes calls while it is asked to, when each began and ended and what it consumed. */
export function recorder(upstream: Forward) {
  let calls: Call[] | undefined
  let latestArrival = 0

  /** Resolves once it has been quiet; what arrived while the event loop was busy counts first. */
  async function quiet(): Promise<void> {
    for (let rest = hold; rest > 0; rest = latestArrival + hold - performance.now()) {
      await sleep(rest)
      await pollPhase()
    }
  }
  return {
    start() {
      calls = []
    },
    stop() {
      const noted = calls ?? []
      calls = undefined
      return noted
    },

    /** Carries a call out upstream, asking for what it consumes even if the client does not. */
    async forward(request: Request, changes?: Body) {
      if (!calls || !movesItems(request)) return upstream(request, changes)
      const asked = (request.body.ReturnConsumedCapacity ?? 'NONE') !== 'NONE'
      const answer = await upstream(request, asked ? changes : { ...changes, ReturnConsumedCapacity: 'TOTAL' })
      const { ConsumedCapacity, ...rest } = contentOf(answer)
      for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat()) request.units += CapacityUnits
      return asked ? answer : withContent(answer, rest)
    },

    /** Notes a call from its arrival until its answer, lost or not, goes out. */
    async note<T>(request: Request, answer: () => Promise<T>): Promise<T> {
      const into = calls
      if (!into) return answer()
      const startedAt = (latestArrival = performance.now())
      const made = await answer()
      await quiet()
      const { operation, body, units } = request
      const index = body.IndexName
      const writes = body.TransactItems?.length
      into.push({
        operation,
        ...(index !== undefined && { index }),
        ...(writes !== undefined && { writes }),
        startedAt,
        endedAt: performance.now(),
        units,
        description: describeCall(request),
      })
      return made
    },
  }
}
