import type { FaultInjector } from './faults/injector.ts'
import { partBatches } from './faults/batches.ts'
import { indexLag } from './faults/index-lag.ts'
import { shortPages } from './faults/pages.ts'
import { recent } from './faults/recent.ts'
import { conflict, foreignStart, isItemOperation, transientError, unprojected } from './refusals.ts'
import type { SchemaOf } from './schema.ts'
import type { Answer, Forward, Request } from './wire.ts'

/** DynamoDB remembers the client request token of a transaction for 10 minutes. */
const tokenLife = 600_000

/** Forwards calls to the emulator and injects faults. The answer is `undefined` if it is lost. */
export function faultyEmulator(injector: FaultInjector, emulator: Forward, schemaOf: SchemaOf) {
  const drops = new Map<string, number>()
  const doneTokens = recent<string>(tokenLife)
  const lag = indexLag(schemaOf)
  const forward: Forward = async (request, changes) => {
    const answer = await emulator(request, changes)
    lag.remember(request, answer)
    return answer
  }
  const short = shortPages(injector, forward, schemaOf)
  const part = partBatches(injector, forward)

  async function answer(request: Request): Promise<Answer | undefined> {
    if (!isItemOperation(request)) return forward(request)
    const invalid = foreignStart(request) ?? (await unprojected(request, schemaOf))
    if (invalid) return invalid
    const drop = drops.get(request.operation) ?? 0
    drops.set(request.operation, Math.max(0, drop - 1))
    const refusal = drop > 0 ? undefined : refused(request)
    if (refusal) return refusal
    const response = await carryOut(request)
    if (drop === 0 && !injector.decides('lost')) return response
    injector.count('lost')
    return undefined
  }

  function carryOut(request: Request): Promise<Answer> {
    if (request.operation === 'Query') return query(request)
    if (request.operation === 'BatchGetItem' && injector.decides('unprocessed')) return part(request)
    return forwardAndRemember(request)
  }

  /** The error if the call is not to be carried out. */
  function refused(request: Request): Answer | undefined {
    if (injector.decides('refusedBefore')) {
      injector.count('refusedBefore')
      return transientError(injector)
    }
    // The repetition of a completed transaction writes no item, so it cannot conflict.
    const token = request.body.ClientRequestToken
    if (!injector.decides('conflict') || (token && doneTokens.all().includes(token))) return undefined
    const conflicting = conflict(request, injector.below(100))
    if (conflicting) injector.count('conflict')
    return conflicting
  }

  async function forwardAndRemember(request: Request): Promise<Answer> {
    const answer = await forward(request)
    if (answer.status !== 200) return answer
    await lag.written(request)
    const token = request.body.ClientRequestToken
    if (token) doneTokens.add(token)
    return answer
  }

  async function query(request: Request): Promise<Answer> {
    const stale = request.body.IndexName !== undefined && injector.decides('stale')
    const earlier = stale ? lag.earlier(request) : undefined
    const known = earlier ?? (await (injector.decides('short') ? short : forward)(request))
    const older = stale ? await lag.withoutFresh(request, known) : undefined
    if (earlier ?? older) injector.count('stale')
    return older ?? known
  }

  return {
    answer,
    /** Carries out the next `n` calls of the operation and drops their answers. */
    dropNext: (operation: string, n: number) => void drops.set(operation, n),
  }
}
