import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { toTransactItem, type Write } from '../../../shared/db/requests.ts'

// The DynamoDB calls of functions/http/shipments.ts for the measured requests, by the SDK alone. test/bench/alike.ts checks
// that both make the same calls.

const TableName = process.env['TABLE_NAME'] ?? ''
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
})

export type TransactItems = ReturnType<typeof toTransactItem>[]
export const itemsOf = (writes: readonly Write[]): TransactItems =>
  writes.map((write) => toTransactItem(TableName, write))

/** Carries out all writes in one transaction. */
export const transact = (TransactItems: TransactItems) =>
  client.send(new TransactWriteCommand({ ClientRequestToken: randomUUID(), TransactItems }))

/** The tenant id in a token, which is not verified. */
export const tenantOf = (authorization = ''): string =>
  (JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as { tenant_id: string })
    .tenant_id

/** The item of a shipment, if there is one. */
export async function find(tenant_id: string, id: string) {
  const Key = { pk: `T#${tenant_id}#SHIP#${id}`, sk: 'SHIP' }
  return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item
}
