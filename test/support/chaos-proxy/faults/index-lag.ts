import { recent } from './recent.ts'
import type { KeyNames, SchemaOf } from '../schema.ts'
import { contentOf, withContent, type Answer, type Attributes, type Body, type Request } from '../wire.ts'

/** The longest time that an index may lag behind its table, in milliseconds. Usually the lag is far shorter. */
export const lag = 2000

/**
 * Builds the result of a query on a stale index: an earlier result of the same query or the current one, in both cases
 * without items that were created within the lag.
 */
export function indexLag(schemaOf: SchemaOf) {
  const answered = recent<{ text: string; answer: Answer }>(lag)
  const created = recent<string>(lag)
  return {
    remember({ text, body }: Request, answer: Answer) {
      if (body.IndexName !== undefined && answer.status === 200) answered.add({ text, answer })
    },

    /** Remembers the items that a completed write has certainly created. */
    async written(request: Request) {
      for (const { TableName, Item = {} } of creations(request)) {
        const { table } = await schemaOf(request, TableName)
        created.add(identity(table, Item))
      }
    },

    /** The oldest answer that the same query may still receive. */
    earlier: ({ text }: Request) => answered.all().find((known) => known.text === text)?.answer,

    /** The answer without recently created items, or `undefined` if it contains none. */
    async withoutFresh(request: Request, answer: Answer): Promise<Answer | undefined> {
      const fresh = new Set(created.all())
      const page = contentOf(answer)
      const { Items, ScannedCount = 0 } = page
      if (fresh.size === 0 || !Items) return undefined
      const { table } = await schemaOf(request, request.body.TableName)
      const old = Items.filter((item) => !fresh.has(identity(table, item)))
      const hidden = Items.length - old.length
      if (hidden === 0) return undefined
      return withContent(answer, {
        ...page,
        Items: old,
        Count: old.length,
        ScannedCount: ScannedCount - hidden,
      })
    },
  }
}

/** The puts that certainly create an item: their only condition is that the item does not exist. */
function creations({ operation, body }: Request): Body[] {
  const puts = operation === 'PutItem' ? [body] : (body.TransactItems ?? []).flatMap(({ Put }) => Put ?? [])
  return puts.filter(({ ConditionExpression = '' }) =>
    /^\(*attribute_not_exists\s*\([^()]*\)\)*$/.test(ConditionExpression),
  )
}

const identity = ({ partition, sort = '' }: KeyNames, item: Attributes) =>
  JSON.stringify([item[partition], item[sort]])
