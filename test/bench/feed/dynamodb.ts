import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type { Item, Key } from '../../../shared/db/keys.ts'
import { changed, met } from './expressions.ts'
import { sleep } from './virtual-time.ts'

/** Assumed latencies in milliseconds. */
export const tableLatency = { get: 4, batch: 6, transaction: 12, perItem: 0.5, refusal: 8 }
/** Write units that a partition takes a second (DynamoDB developer guide); unused ones are kept for one second here. */
const unitsPerSecond = 1000
/** Of an item in a transaction: two for each KB. */
const unitsOf = ({ Put }: TransactItem) =>
  2 * Math.ceil(Buffer.byteLength(JSON.stringify(Put?.Item ?? {})) / 1024)

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
const targetOf = ({ Put, Update }: TransactItem): Key => (Put?.Item ?? Update?.Key) as Key
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const at = ({ pk, sk }: Key) => `${pk}\0${sk}`

/**
 * A table that answers the calls of the feed's writer. A transaction holds its items until it is answered, and others that
 * touch them are refused meanwhile, as DynamoDB does; so are those over a partition's throughput.
 */
export function fakeTable(now: () => number) {
  const items = new Map<string, Item>()
  const held = new Set<string>()
  const capacity = new Map<string, { units: number; since: number }>()
  const counts = { units: 0, conflicts: 0, throttled: 0 }

  async function refuse(codes: string[]): Promise<never> {
    await sleep(tableLatency.refusal)
    const CancellationReasons = codes.map((Code) => ({ Code }))
    throw new TransactionCanceledException({ message: 'canceled', $metadata: {}, CancellationReasons })
  }
  /** Whether all partitions take their share, which is then used up. */
  function hasCapacity(writes: readonly TransactItem[]): boolean {
    const wanted = [...Map.groupBy(writes, (one) => targetOf(one).pk)].map(([pk, some]) => {
      const { units, since } = capacity.get(pk) ?? { units: unitsPerSecond, since: 0 }
      const left = Math.min(unitsPerSecond, units + ((now() - since) / 1000) * unitsPerSecond)
      return { pk, left: left - sum(some.map(unitsOf)) }
    })
    if (wanted.some(({ left }) => left < 0)) return false
    for (const { pk, left } of wanted) capacity.set(pk, { units: left, since: now() })
    return true
  }

  async function write(writes: readonly TransactItem[]): Promise<object> {
    const keys = writes.map(targetOf)
    counts.units += sum(writes.map(unitsOf))
    if (keys.some((key) => held.has(at(key)))) {
      counts.conflicts++
      return refuse(keys.map((key) => (held.has(at(key)) ? 'TransactionConflict' : 'None')))
    }
    if (!hasCapacity(writes)) {
      counts.throttled++
      return refuse(keys.map(() => 'ThrottlingError'))
    }
    const holds = writes.map((one) => met((one.Put ?? one.Update)!, items.get(at(targetOf(one)))))
    if (holds.includes(false)) return refuse(holds.map((one) => (one ? 'None' : 'ConditionalCheckFailed')))
    for (const key of keys) held.add(at(key))
    await sleep(tableLatency.transaction + tableLatency.perItem * writes.length)
    for (const one of writes) {
      const key = at(targetOf(one))
      items.set(key, one.Put ? (one.Put.Item as Item) : changed(one.Update!, items.get(key)))
      held.delete(key)
    }
    return {}
  }

  async function send(command: unknown): Promise<object> {
    if (command instanceof GetCommand) {
      await sleep(tableLatency.get)
      return { Item: items.get(at(command.input.Key as Key)) }
    }
    if (command instanceof BatchGetCommand) {
      await sleep(tableLatency.batch)
      const found = Object.entries(command.input.RequestItems ?? {}).map(([name, { Keys = [] }]) => [
        name,
        Keys.flatMap((key) => items.get(at(key as Key)) ?? []),
      ])
      return { Responses: Object.fromEntries(found) as object }
    }
    if (command instanceof QueryCommand) {
      await sleep(tableLatency.get)
      // The newest items of a partition, which is all that the writer asks for.
      const { ExpressionAttributeValues = {}, Limit } = command.input
      const own = [...items.values()].filter(({ pk }) => pk === ExpressionAttributeValues[':0'])
      return { Items: own.sort((one, other) => (one.sk < other.sk ? 1 : -1)).slice(0, Limit) }
    }
    if (command instanceof TransactWriteCommand) return write(command.input.TransactItems ?? [])
    throw new Error('The fake table does not implement this call')
  }
  return { client: { send } as unknown as DynamoDBDocumentClient, items, counts }
}
