import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { randomUUID } from 'node:crypto'
import { insideRetries, withoutRetries } from './client.ts'
import { backoff, contentionDeadline } from './contention.ts'
import type { Item, Key } from './keys.ts'
import { toQuery, toTransactItem, toUpdate, type Query, type Update, type Write } from './requests.ts'

/** The single table, without a tenant. Only modules of shared/db and the runtime hold one. */
export type Store = ReturnType<typeof dynamoStore>

export function dynamoStore(client: DynamoDBDocumentClient, TableName: string) {
  return {
    /** One item, read consistently: callers see their own writes at once. */
    async get(Key: Key): Promise<Item | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
      return Item as Item | undefined
    },

    /**
     * The existing items of different keys, in any order, in parallel calls of a hundred. Without `ConsistentRead` the
     * latest write may be missing, and the call costs half as much.
     */
    async batch(keys: readonly Key[], ConsistentRead = true): Promise<Item[]> {
      if (keys.length === 0) return []
      if (keys.length > batchSize) {
        const parts = [keys.slice(0, batchSize), keys.slice(batchSize)]
        return (await Promise.all(parts.map((part) => this.batch(part, ConsistentRead)))).flat()
      }
      const items: Item[] = []
      let RequestItems: Requests | undefined = { [TableName]: { Keys: [...keys], ConsistentRead } }
      for (const deadline = contentionDeadline(); RequestItems;) {
        const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await client.send(
          new BatchGetCommand({ RequestItems }),
        )
        items.push(...((Responses?.[TableName] ?? []) as Item[]))
        RequestItems = UnprocessedKeys?.[TableName] && UnprocessedKeys
        if (RequestItems) await backoff(deadline)
      }
      return items
    },

    /** A consistent snapshot of at most 100 items: undefined for missing ones. */
    async transactGet(keys: readonly Key[]): Promise<(Item | undefined)[]> {
      const request = new TransactGetCommand({
        TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })),
      })
      for (const deadline = contentionDeadline(); ;) {
        try {
          const { Responses = [] } = await client.send(request)
          return Responses.map(({ Item }) => Item as Item | undefined)
        } catch (error) {
          if (!isPassing(error)) throw error
          await backoff(deadline)
        }
      }
    },

    /** One call, so at most 1 MB: the page may be short or empty and still have a `last` to continue from. */
    async query(query: Query): Promise<{ items: Item[]; count: number; last: Item | undefined }> {
      const { Items, Count, LastEvaluatedKey } = await client.send(
        new QueryCommand({ TableName, ...toQuery(query) }),
      )
      return { items: (Items ?? []) as Item[], count: Count ?? 0, last: LastEvaluatedKey as Item | undefined }
    },

    /**
     * Changes one item outside a transaction. The SDK or the network may repeat it, so the change must be
     * idempotent (members of sets, plain values), unless it is sent `once`, with a timeout in milliseconds: then any
     * failure is thrown, and the change may have been made. Returns the item after the change, or, if `when` does not
     * hold, the item as it is.
     */
    async update(
      update: Update,
      once?: { requestTimeout: number },
    ): Promise<{ done: boolean; item: Item | undefined }> {
      const request = new UpdateCommand({
        TableName,
        ...toUpdate(update),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      if (once) request.middlewareStack.add(withoutRetries, insideRetries)
      for (const deadline = contentionDeadline(); ;) {
        try {
          return { done: true, item: (await client.send(request, once)).Attributes as Item | undefined }
        } catch (error) {
          if (error instanceof ConditionalCheckFailedException)
            return { done: false, item: error.Item && (unmarshall(error.Item) as Item) }
          if (!(error instanceof TransactionConflictException)) throw error
          await backoff(deadline)
        }
      }
    },

    /**
     * Carries out all writes or none, exactly once: the token makes a repeated transaction a no-op (DynamoDB keeps
     * it for 10 minutes). Returns `stale` if a condition without `onConditionFailed` does not hold, so that the
     * caller reads and decides again. Throws the `onConditionFailed` of a failed condition, or unavailable once the
     * deadline has passed.
     */
    async commit(writes: readonly Write[], deadline = contentionDeadline()): Promise<'done' | 'stale'> {
      const request = new TransactWriteCommand({
        TransactItems: writes.map((write) => toTransactItem(TableName, write)),
        ClientRequestToken: randomUUID(),
      })
      for (;;) {
        try {
          await client.send(request)
          return 'done'
        } catch (error) {
          if (error instanceof TransactionCanceledException) {
            const reasons = reasonsOf(error)
            const failed = writes.filter((_, i) => reasons[i] === 'ConditionalCheckFailed')
            if (failed.some(({ onConditionFailed }) => !onConditionFailed)) return 'stale'
            if (failed[0]?.onConditionFailed) throw failed[0].onConditionFailed
          }
          if (!isPassing(error)) throw error
          await backoff(deadline)
        }
      }
    },
  }
}

type Requests = NonNullable<BatchGetCommandInput['RequestItems']>
/** The maximum number of keys of a BatchGetItem. */
export const batchSize = 100

/** Transient cancellation reasons (API reference, TransactWriteItems). */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])
const reasonsOf = (error: TransactionCanceledException) =>
  error.CancellationReasons?.map(({ Code }) => Code ?? '') ?? []
const isPassing = (error: unknown) =>
  error instanceof TransactionInProgressException ||
  (error instanceof TransactionCanceledException && reasonsOf(error).some((code) => passing.has(code)))
