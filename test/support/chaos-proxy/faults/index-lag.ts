import { recent } from './recent.ts'
import type { KeyNames, SchemaOf } from '../schema.ts'
import { contentOf, withContent, type Answer, type Attributes, type Body, type Request } from '../wire.ts'

/** How far an index may lie behind its table, in milliseconds. Usually it is far less. */
const lag = 2000

/**
 * The possible results of a query on a stale index: the result of the same query a moment ago, without items that
 * were created a moment ago. Both, because the earlier result may contain them.
 */
export function indexLag(schemaOf: SchemaOf) {
  const answered = recent<{ text: string; answer: Answer }>(lag)
  const created = recent<string>(lag)
  return {
    remember({ text, body }: Request, answer: Answer) {
      if (body.IndexName !== undefined && answer.status === 200) answered.add({ text, answer })
    },

    /** Notes the items that a write, now carried out, has created for certain. */
    async written(request: Request) {
      for (const { TableName, Item = {} } of creations(request)) {
        const { table } = await schemaOf(request, TableName)
        created.add(identity(table, Item))
      }
    },

    /** The oldest answer that the same query may still be given. */
    earlier: ({ text }: Request) => answered.all().find((known) => known.text === text)?.answer,

    /** The answer from before what it shows was created, or `undefined` where all of it is old. */
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

/** A put creates for certain where its whole condition is that there is no such item. */
function creations({ operation, body }: Request): Body[] {
  const puts = operation === 'PutItem' ? [body] : (body.TransactItems ?? []).flatMap(({ Put }) => Put ?? [])
  return puts.filter(({ ConditionExpression = '' }) =>
    /^\(*attribute_not_exists\s*\([^()]*\)\)*$/.test(ConditionExpression),
  )
}

const identity = ({ partition, sort = '' }: KeyNames, item: Attributes) =>
  JSON.stringify([item[partition], item[sort]])
