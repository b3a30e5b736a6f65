import type { Chance } from './chance.ts'
import { contentOf, withContent, type Answer, type Forward, type Request } from '../wire.ts'

/**
 * Answers a batch of reads with some of its keys, and names those that it did not come to, as AWS does where a partition is
 * busy or the answer grows beyond 16 MB (API reference, BatchGetItem, "UnprocessedKeys"). It always comes to one.
 */
export function partBatches(luck: Chance, forward: Forward) {
  return async (request: Request): Promise<Answer> => {
    const [[table, asked] = []] = Object.entries(request.body.RequestItems ?? {})
    const { Keys = [] } = asked ?? {}
    if (table === undefined || Keys.length < 2) return forward(request)
    const done = 1 + luck.below(Keys.length - 1)
    const answer = await forward(request, {
      RequestItems: { [table]: { ...asked, Keys: Keys.slice(0, done) } },
    })
    if (answer.status !== 200) return answer
    luck.count('unprocessed')
    const UnprocessedKeys = { [table]: { ...asked, Keys: Keys.slice(done) } }
    return withContent(answer, { ...contentOf(answer), UnprocessedKeys })
  }
}
