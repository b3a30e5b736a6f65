import { setImmediate as pollPhase, setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { describeCall } from './describe-call.ts'
import { isItemOperation } from './refusals.ts'
import { contentOf, withContent, type Body, type Forward, type Request } from './wire.ts'

/** Answers are delayed until no call has arrived for this many milliseconds, so that concurrent calls overlap. */
const hold = 75

/** Records calls between `start` and `stop`: their times and consumed capacity. */
export function recorder(upstream: Forward) {
  let calls: Call[] | undefined
  let latestArrival = 0

  /** Resolves when no call has arrived for `hold`. Each round first processes calls that waited for the event loop. */
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
      const recorded = calls ?? []
      calls = undefined
      return recorded
    },

    /** Forwards a call and requests its consumed capacity, even if the client does not. */
    async forward(request: Request, changes?: Body) {
      if (!calls || !isItemOperation(request)) return upstream(request, changes)
      const requested = (request.body.ReturnConsumedCapacity ?? 'NONE') !== 'NONE'
      const answer = await upstream(
        request,
        requested ? changes : { ...changes, ReturnConsumedCapacity: 'TOTAL' },
      )
      const { ConsumedCapacity, ...rest } = contentOf(answer)
      for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat()) request.units += CapacityUnits
      return requested ? answer : withContent(answer, rest)
    },

    /** Records a call from its arrival until its answer is sent or dropped. */
    async record<T>(request: Request, answer: () => Promise<T>): Promise<T> {
      const into = calls
      if (!into) return answer()
      const startedAt = (latestArrival = performance.now())
      const result = await answer()
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
      return result
    },
  }
}
