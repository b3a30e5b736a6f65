import type { FaultInjector } from './injector.ts'
import { failedCondition } from '../keys.ts'
import type { SchemaOf } from '../schema.ts'
import { contentOf, withContent, type Answer, type Attributes, type Forward, type Request } from '../wire.ts'

/** The page size for queries without a limit, whose pages DynamoDB ends at 1 MB. */
const fewItems = 10
/** How many queries with an empty page are remembered: far more than run concurrently. */
const remembered = 1000

/** Answers a query with fewer items than exist, or with none, and with the key at which to continue. */
export function shortPages(injector: FaultInjector, forward: Forward, schemaOf: SchemaOf) {
  const emptied = new Set<string>()

  return async (request: Request) => {
    // A query never gets two empty pages in a row. Otherwise it might never end.
    const again = emptied.delete(request.text)
    return !again && injector.below(2) === 0 ? empty(request) : shorter(request)
  }

  async function shorter(request: Request): Promise<Answer> {
    const { Limit = fewItems } = request.body
    if (Limit === 1) return forward(request)
    injector.count('short')
    return forward(request, { Limit: 1 + injector.below(Limit - 1) })
  }

  /** Reads one item and omits it, as if a filter had excluded it. */
  async function empty(request: Request): Promise<Answer> {
    const first = await forward(request, { Limit: 1 })
    const page = contentOf(first)
    if (!page.LastEvaluatedKey) return first
    injector.count('short')
    const start = request.body.ExclusiveStartKey ?? (await before(request, page.LastEvaluatedKey))
    // If the page is already empty, or no start key precedes the item, return the page as it is.
    if (page.Count === 0 || !start) return first
    emptied.add(request.text)
    for (const oldest of emptied) if (emptied.size > remembered) emptied.delete(oldest)
    const none = { Count: 0, ScannedCount: 0, ...(page.Items && { Items: [] }) }
    return withContent(first, { ...page, ...none, LastEvaluatedKey: start })
  }

  /** A start key in the query's range with which the query returns the item of `key` first, if one exists. */
  async function before(request: Request, key: Attributes): Promise<Attributes | undefined> {
    const { TableName, IndexName, ScanIndexForward } = request.body
    const { table, indexes } = await schemaOf(request, TableName)
    const { sort } = indexes.get(IndexName) ?? table
    if (sort === undefined) return undefined
    const { S: text = '' } = key[sort] ?? {}
    // A string sorts after its prefixes and before strings that extend it.
    const S = ScanIndexForward === false ? `${text} ` : Array.from(text).slice(0, -1).join('')
    const start = { ...key, [sort]: { S } }
    return text && S && !failedCondition(request.body, start) ? start : undefined
  }
}
