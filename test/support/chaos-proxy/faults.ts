import type { Chance } from './faults/chance.ts'
import { partBatches } from './faults/batches.ts'
import { indexLag } from './faults/index-lag.ts'
import { shortPages } from './faults/pages.ts'
import { recent } from './faults/recent.ts'
import { conflict, foreignStart, movesItems, overloaded } from './refusals.ts'
import type { SchemaOf } from './schema.ts'
import type { Answer, Forward, Request } from './wire.ts'

/** DynamoDB knows a transaction's token for 10 minutes. */
const tokenLife = 600_000

/** The emulator, seen through the faults of the cloud. A call whose answer is lost answers `undefined`. */
export function cloud(luck: Chance, emulator: Forward, schemaOf: SchemaOf) {
  const drops = new Map<string, number>()
  const doneTokens = recent<string>(tokenLife)
  const lag = indexLag(schemaOf)
  const forward: Forward = async (request, changes) => {
    const answer = await emulator(request, changes)
    lag.remember(request, answer)
    return answer
  }
  const short = shortPages(luck, forward, schemaOf)
  const part = partBatches(luck, forward)

  async function answer(request: Request): Promise<Answer | undefined> {
    if (!movesItems(request)) return forward(request)
    const drop = drops.get(request.operation) ?? 0
    drops.set(request.operation, Math.max(0, drop - 1))
    const refusal = drop > 0 ? undefined : refused(request)
    if (refusal) return refusal
    const made = await madeOf(request)
    if (drop === 0 && !luck.strikes('lost')) return made
    luck.count('lost')
    return undefined
  }

  function madeOf(request: Request): Promise<Answer> {
    if (request.operation === 'Query') return query(request)
    if (request.operation === 'BatchGetItem' && luck.strikes('unprocessed')) return part(request)
    return carryOut(request)
  }

  /** Why the call is not carried out, if it is not. */
  function refused(request: Request): Answer | undefined {
    const foreign = foreignStart(request)
    if (foreign) return foreign
    if (luck.strikes('refusedBefore')) {
      luck.count('refusedBefore')
      return overloaded(luck)
    }
    // Repeating a transaction that is done succeeds and touches no item, so it meets no conflict.
    const token = request.body.ClientRequestToken
    if (!luck.strikes('conflict') || (token && doneTokens.all().includes(token))) return undefined
    const conflicting = conflict(request, luck.below(100))
    if (conflicting) luck.count('conflict')
    return conflicting
  }

  async function carryOut(request: Request): Promise<Answer> {
    const answer = await forward(request)
    if (answer.status !== 200) return answer
    await lag.written(request)
    const token = request.body.ClientRequestToken
    if (token) doneTokens.add(token)
    return answer
  }

  async function query(request: Request): Promise<Answer> {
    const stale = request.body.IndexName !== undefined && luck.strikes('stale')
    const earlier = stale ? lag.earlier(request) : undefined
    const known = earlier ?? (await (luck.strikes('short') ? short : forward)(request))
    const older = stale ? await lag.withoutFresh(request, known) : undefined
    if (earlier ?? older) luck.count('stale')
    return older ?? known
  }

  return {
    answer,
    /** The next `n` calls of the operation are carried out and their answers are lost. */
    dropNext: (operation: string, n: number) => void drops.set(operation, n),
  }
}
