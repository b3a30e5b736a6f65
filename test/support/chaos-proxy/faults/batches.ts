import type { FaultInjector } from './injector.ts'
import { contentOf, withContent, type Answer, type Forward, type Request } from '../wire.ts'

/**
 * Reads some keys of a batch and returns the others as unprocessed, as AWS does if a partition is busy or the response
 * exceeds 16 MB (API reference, BatchGetItem, "UnprocessedKeys"). Reads at least one key.
 */
export function partBatches(injector: FaultInjector, forward: Forward) {
  return async (request: Request): Promise<Answer> => {
    const [[table, batch] = []] = Object.entries(request.body.RequestItems ?? {})
    const { Keys = [] } = batch ?? {}
    if (table === undefined || Keys.length < 2) return forward(request)
    const done = 1 + injector.below(Keys.length - 1)
    const answer = await forward(request, {
      RequestItems: { [table]: { ...batch, Keys: Keys.slice(0, done) } },
    })
    if (answer.status !== 200) return answer
    injector.count('unprocessed')
    const UnprocessedKeys = { [table]: { ...batch, Keys: Keys.slice(done) } }
    return withContent(answer, { ...contentOf(answer), UnprocessedKeys })
  }
}
