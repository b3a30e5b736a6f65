import type { Item } from '../../../shared/db/keys.ts'

interface Named {
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Record<string, unknown> | undefined
}
interface Conditional extends Named {
  ConditionExpression?: string | undefined
}
interface Update extends Named {
  UpdateExpression?: string | undefined
  Key?: Record<string, unknown> | undefined
}

const nameOf = ({ ExpressionAttributeNames }: Named, alias = '') => ExpressionAttributeNames?.[alias] ?? alias
const valueOf = ({ ExpressionAttributeValues }: Named, alias = '') => ExpressionAttributeValues?.[alias]

/** Evaluates the conditions of the feed's writer on an item. Throws an Error for another condition. */
export const met = (write: Conditional, item: Item | undefined): boolean =>
  (write.ConditionExpression ?? '').split(' AND ').every((part) => {
    const [, test, name] = /^(attribute_exists|attribute_not_exists)\((#?\w+)\)$/.exec(part) ?? []
    if (test) return (item?.[nameOf(write, name)] !== undefined) === (test === 'attribute_exists')
    const [, attribute, value] = /^(#\d+) = (:\d+)$/.exec(part) ?? []
    if (attribute) return item?.[nameOf(write, attribute)] === valueOf(write, value)
    throw new Error(`The fake table does not evaluate ${part}`)
  })

/** Applies `SET #0 = :0 ADD #1 :1`. */
export function changed(update: Update, item: Item | undefined): Item {
  const next: Item = { ...(item ?? (update.Key as Item)) }
  const text = update.UpdateExpression ?? ''
  for (const [, name, value] of text.matchAll(/(#\d+) = (:\d+)/g))
    next[nameOf(update, name)] = valueOf(update, value)
  for (const [, name, value] of text.replace(/SET .*(?=ADD)/, '').matchAll(/(#\d+) (:\d+)/g)) {
    const key = nameOf(update, name)
    next[key] = Number(next[key] ?? 0) + Number(valueOf(update, value))
  }
  return next
}
