import type { Attributes, Body, Request } from './wire.ts'

const verbs = { Put: 'Put', Update: 'Update', Delete: 'Delete', ConditionCheck: 'Check', Get: 'Get' }

/** What a call reads or writes, without ids: ``Update `T#t#SHIP#…` `SHIP` ``. Brackets contain a transaction's members. */
export function describeCall({ operation, body }: Pick<Request, 'operation' | 'body'>): string {
  if (body.TransactItems) {
    const parts = body.TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, part]) => `${verbs[kind as keyof typeof verbs]} ${keyOf(part)}`),
    )
    return `${operation.replace(/Items$/, '')} (${counted(parts).join(', ')})`
  }
  if (operation === 'BatchGetItem') {
    const keys = Object.values(body.RequestItems ?? {}).flatMap(({ Keys }) => Keys.map((Key) => keyOf({ Key })))
    return `BatchGet (${counted(keys.toSorted()).join(', ')})`
  }
  if (operation === 'Query') return `Query ${queried(body)}`
  return `${operation.replace(/Item$/, '')} ${keyOf(body)}`
}

/** Merges equal neighbours into one entry with their count. */
export function counted(parts: readonly string[]): string[] {
  const runs: { part: string; count: number }[] = []
  for (const part of parts)
    if (runs.at(-1)?.part === part) runs.at(-1)!.count++
    else runs.push({ part, count: 1 })
  return runs.map(({ part, count }) => (count === 1 ? part : `${count} × ${part}`))
}

const keyOf = ({ Key, Item }: Body) => named(Key ?? Item ?? {})
const named = ({ pk, sk }: Attributes) =>
  pk?.S === sk?.S || sk?.S === 'D' ? quoted(pk) : `${quoted(pk)} ${quoted(sk)}`
const quoted = (value: Attributes[string] = {}) => `\`${withoutIds(value.S ?? value.N ?? '')}\``

/** Replaces `T#<tenant>` by `T#t`, and every other part of a key by `…` unless it is a fixed word or a route. */
const withoutIds = (key: string) =>
  key
    .replace(/^T#[^#]+/, 'T#t')
    .replace(/^(T#t#SHIP#)[A-Z_]+$/, '$1<status>')
    // The words and codes of search items.
    .replace(/^(T#t#FIND#[A-Z]+#(?:WORD|SOUND|CONSONANTS|CODE|CODE_END)#).+$/, '$1…')
    .replace(/^[^#A-Z]+(?=#\d{4}-)/, '…')
    .split('#')
    .map((part) => (fixed.test(part) ? part : '…'))
    .join('#')
const fixed = /^([A-Z]{1,2}|[A-Z_]{3,}|[a-z][a-z-]*|<status>|[A-Z]+ \/.*|~|)$/

/** A query's index, key condition, order and limit. */
function queried(body: Body): string {
  const { IndexName = '', KeyConditionExpression = '', ExpressionAttributeNames = {}, Limit } = body
  const condition = KeyConditionExpression.replace(
    /#\w+/g,
    (name) => ExpressionAttributeNames[name] ?? name,
  ).replace(/:\w+/g, (name) => quoted(body.ExpressionAttributeValues?.[name]))
  const keys = condition
    .replace(/\w*pk = /, '')
    .replace(/ AND (\w*)sk /i, ' ')
    .replace(
      / (=|BETWEEN|AND) /g,
      (word) => ({ ' = ': ' ', ' BETWEEN ': ' from ', ' AND ': ' to ' })[word] ?? word,
    )
    // Between which words, codes or digits a search item is.
    .replace(/(?<=#FIND#.* (?:from|to) `)[^`]*/g, '…')
  const order = body.ScanIndexForward === false ? ', descending' : ''
  return `${IndexName}${IndexName && ' '}${keys}${order}${Limit === undefined ? '' : `, limit ${Limit}`}`
}
