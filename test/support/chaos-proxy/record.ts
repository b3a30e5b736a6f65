import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { describeCall } from './describe-call.ts'
import { movesItems } from './refusals.ts'
import { contentOf, withContent, type Body, type Forward, type Request } from './wire.ts'

/** How long an answer is held back, so that calls made together are seen to overlap, in milliseconds. */
const hold = 75

/** Notes calls while it is asked to, when each began and ended and what it consumed. */
export function recorder(upstream: Forward) {
  let calls: Call[] | undefined
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
      const startedAt = performance.now()
      const made = await answer()
      await sleep(hold)
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
