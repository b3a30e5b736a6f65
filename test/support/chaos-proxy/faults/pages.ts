import type { Chance } from './chance.ts'
import { failedCondition } from '../keys.ts'
import type { SchemaOf } from '../schema.ts'
import { contentOf, withContent, type Answer, type Attributes, type Forward, type Request } from '../wire.ts'

/** For queries without a Limit, which DynamoDB cuts at a megabyte. */
const fewItems = 10
/** How many queries are remembered as answered with nothing: far more than run at one time. */
const remembered = 1000

/** Answers a query with fewer items than there are, or with none, and with the key to go on from. */
export function shortPages(luck: Chance, forward: Forward, schemaOf: SchemaOf) {
  const emptied = new Set<string>()

  return async (request: Request) => {
    // A query never gets two empty pages in a row, or it could repeat for ever.
    const again = emptied.delete(request.text)
    return !again && luck.below(2) === 0 ? empty(request) : shorter(request)
  }

  async function shorter(request: Request): Promise<Answer> {
    const { Limit = fewItems } = request.body
    if (Limit === 1) return forward(request)
    luck.count('short')
    return forward(request, { Limit: 1 + luck.below(Limit - 1) })
  }

  /** Looks at one item and leaves it out, as a filter would that it does not pass. */
  async function empty(request: Request): Promise<Answer> {
    const first = await forward(request, { Limit: 1 })
    const page = contentOf(first)
    if (!page.LastEvaluatedKey) return first
    luck.count('short')
    const start = request.body.ExclusiveStartKey ?? (await before(request, page.LastEvaluatedKey))
    // Nothing came anyhow, or no key stands before this item: then the page of one is short enough.
    if (page.Count === 0 || !start) return first
    emptied.add(request.text)
    for (const oldest of emptied) if (emptied.size > remembered) emptied.delete(oldest)
    const none = { Count: 0, ScannedCount: 0, ...(page.Items && { Items: [] }) }
    return withContent(first, { ...page, ...none, LastEvaluatedKey: start })
  }

  /** A key in the query's range from which on the query begins with the item of `key`, if there is one. */
  async function before(request: Request, key: Attributes): Promise<Attributes | undefined> {
    const { TableName, IndexName, ScanIndexForward } = request.body
    const { table, indexes } = await schemaOf(request, TableName)
    const { sort } = indexes.get(IndexName) ?? table
    if (sort === undefined) return undefined
    const { S: text = '' } = key[sort] ?? {}
    // A text sorts after its beginning and before its continuation.
    const S = ScanIndexForward === false ? `${text} ` : Array.from(text).slice(0, -1).join('')
    const start = { ...key, [sort]: { S } }
    return text && S && !failedCondition(request.body, start) ? start : undefined
  }
}
