import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  paginateScan,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'

interface Table {
  name: string
  schema: { KeySchema?: { AttributeName: string | undefined }[] | undefined }
  ttl?: string
}

const fiveYears = 5 * 365 * 24 * 3600

/**
 * Deletes the items that have expired at `now` (epoch seconds), as DynamoDB does in the background: those with a number
 * in the TTL attribute, at most five years in the past (DynamoDB developer guide, "How TTL works"). The delete is
 * conditional, so it keeps an item whose TTL was extended after the scan. Returns the number of deleted items.
 */
export async function deleteExpired(client: DynamoDBClient, table: Table, now: number): Promise<number> {
  const { name, ttl, schema } = table
  if (ttl === undefined) return 0
  const expired = {
    ExpressionAttributeNames: { '#ttl': ttl },
    ExpressionAttributeValues: { ':now': { N: String(now) }, ':oldest': { N: String(now - fiveYears) } },
  }
  const condition = '#ttl < :now AND #ttl > :oldest'
  const keyNames = (schema.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? [])
  let deleted = 0
  const pages = paginateScan(
    { client, pageSize: 1000 },
    { TableName: name, FilterExpression: condition, ...expired },
  )
  for await (const { Items = [] } of pages)
    for (const item of Items) if (await deleteOne(keyOf(item, keyNames))) deleted++
  return deleted

  async function deleteOne(key: Record<string, AttributeValue>): Promise<boolean> {
    try {
      await client.send(
        new DeleteItemCommand({ TableName: name, Key: key, ConditionExpression: condition, ...expired }),
      )
      return true
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false
      throw error
    }
  }
}

const keyOf = (item: Record<string, AttributeValue>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))

/** Deletes expired items every minute until disposal. */
export function sweepExpired(client: DynamoDBClient, tables: readonly Table[]): Disposable {
  let sweeping = false
  const sweep = async () => {
    if (sweeping) return
    sweeping = true
    try {
      for (const table of tables) await deleteExpired(client, table, Math.floor(Date.now() / 1000))
    } catch {
      // The emulator is stopping or busy. The next run retries; on AWS, deletion may take days.
    } finally {
      sweeping = false
    }
  }
  const timer = setInterval(() => void sweep(), 60_000).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
