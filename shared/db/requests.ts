import type { QueryCommandInput, TransactWriteCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Refusal } from '../core/errors.ts'
import { Aliases, compile, type Condition } from './conditions.ts'
import type { AnyEntity, Entity } from './entity.ts'
import { keyNames, type Index, type Item, type Key } from './keys.ts'

/**
 * A change of one item. `set` to undefined removes an attribute; `add` adds to a number, or members to a set.
 */
export interface Change {
  set?: Record<string, unknown>
  /** Set if the attribute does not exist. */
  initially?: Record<string, unknown>
  add?: Record<string, number | Set<string>>
  /** Members to remove from a set. */
  take?: Record<string, Set<string>>
}
export interface Update {
  update: Key
  change: Change
  when?: Condition
}
/** What a write changes, in terms of records: for the audit log, not sent to DynamoDB. */
export interface RecordChange {
  of: AnyEntity
  ref: object
  /** The record before, as far as the writer has read it; undefined if it is new. */
  before?: object
  /** The record after; undefined if it is deleted. */
  after?: object
  /** The fields of a record that was not read. */
  unread?: Change
  /** The table of the record's tenant. */
  table: { create<T extends R, R extends object>(of: Entity<T, R>, record: T): Write }
}
/**
 * A write in a transaction. `onConditionFailed` is thrown when `when` does not hold; without it the caller decides
 * again.
 */
export type Write = (Update | { put: Item } | { delete: Key } | { check: Key }) & {
  when?: Condition
  onConditionFailed?: Refusal
  record?: RecordChange
}

/** The key of the item that a write changes or checks. */
export function keyOf(write: Write): Key {
  if ('update' in write) return write.update
  if ('delete' in write) return write.delete
  if ('check' in write) return write.check
  return { pk: write.put.pk, sk: write.put.sk }
}

export interface Query {
  index?: Index
  partition: string
  /** Bounds of the sort key, both inclusive. */
  from?: string
  to?: string
  newestFirst?: boolean
  /** The number of items to read; a filter may leave fewer. */
  limit: number
  after?: Item
  filter?: Condition
  /** Only the count. */
  count?: boolean
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
type Without<T> = Omit<T, 'TableName'>

export function toTransactItem(TableName: string, write: Write): TransactItem {
  if ('update' in write) return { Update: { TableName, ...toUpdate(write) } as TransactItem['Update'] & object }
  const aliases = new Aliases()
  const guard = write.when && { ConditionExpression: compile(write.when, aliases) }
  const rest = { TableName, ...guard, ...aliases.attributes() }
  if ('put' in write) return { Put: { ...rest, Item: write.put } }
  if ('delete' in write) return { Delete: { ...rest, Key: write.delete } }
  return { ConditionCheck: { ConditionExpression: 'attribute_exists(pk)', ...rest, Key: write.check } }
}

export function toUpdate({ update, change, when }: Update): Without<UpdateCommandInput> {
  const aliases = new Aliases()
  const assigned = Object.entries(change.set ?? {})
  const pair = ([name, value]: [string, unknown]) => `${aliases.name(name)} ${aliases.value(value)}`
  const clauses: [string, string[]][] = [
    [
      'SET',
      [
        ...assigned
          .filter(([, v]) => v !== undefined)
          .map(([n, v]) => `${aliases.name(n)} = ${aliases.value(v)}`),
        ...Object.entries(change.initially ?? {}).map(
          ([n, v]) => `${aliases.name(n)} = if_not_exists(${aliases.name(n)}, ${aliases.value(v)})`,
        ),
      ],
    ],
    ['REMOVE', assigned.filter(([, v]) => v === undefined).map(([n]) => aliases.name(n))],
    ['ADD', Object.entries(change.add ?? {}).map(pair)],
    ['DELETE', Object.entries(change.take ?? {}).map(pair)],
  ]
  const UpdateExpression = clauses
    .filter(([, c]) => c.length > 0)
    .map(([verb, c]) => `${verb} ${c.join(', ')}`)
    .join(' ')
  const guard = when && { ConditionExpression: compile(when, aliases) }
  return { Key: update, UpdateExpression, ...guard, ...aliases.attributes() }
}

export function toQuery({
  index,
  partition,
  from,
  to,
  newestFirst,
  limit,
  after,
  filter,
  count,
}: Query): Without<QueryCommandInput> {
  const aliases = new Aliases()
  const [pk, sk] = keyNames(index)
  const key = [`${aliases.name(pk)} = ${aliases.value(partition)}`]
  if (from !== undefined && to !== undefined)
    key.push(`${aliases.name(sk)} BETWEEN ${aliases.value(from)} AND ${aliases.value(to)}`)
  else if (from !== undefined) key.push(`${aliases.name(sk)} >= ${aliases.value(from)}`)
  else if (to !== undefined) key.push(`${aliases.name(sk)} <= ${aliases.value(to)}`)
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: key.join(' AND '),
    ...(count && { Select: 'COUNT' }),
    ...(index &&
      !count && { ProjectionExpression: ['pk', 'sk', sk].map((name) => aliases.name(name)).join(', ') }),
    ...(filter && { FilterExpression: compile(filter, aliases) }),
    ...aliases.attributes(),
    ScanIndexForward: !newestFirst,
    Limit: limit,
    ...(after && { ExclusiveStartKey: after }),
  }
}
