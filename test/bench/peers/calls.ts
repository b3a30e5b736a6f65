import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { directoryKey } from '../../../shared/db/keys.ts'

// The DynamoDB calls of functions/http/shipments.ts for the measured requests, written out. test/bench/alike.ts checks that
// both make the same calls.

const TableName = process.env['TABLE_NAME']
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
})

interface Shipment {
  id: string
  tracking_id: string
  tenant_id: string
  status: string
  created_at: string
}

/** Writes a shipment, its tracking id in the directory, and the first event of its timeline in one transaction. */
export function create(shipment: Shipment, event: { id: string; timestamp: string }) {
  const { id, tracking_id, tenant_id, status, created_at } = shipment
  const [tenant, at] = [`T#${tenant_id}#`, `${created_at}#${id}`]
  const keys = {
    ...{ pk: `${tenant}SHIP#${id}`, sk: 'SHIP' },
    ...{ gsi1pk: `${tenant}SHIP`, gsi1sk: at, gsi2pk: `${tenant}SHIP#${status}`, gsi2sk: at },
  }
  const entry = { ...event, pk: `${tenant}SHIP#${id}`, sk: `EVENT#${event.timestamp}#${event.id}` }
  const items = [
    { ...shipment, ...keys },
    { ...directoryKey('tracking', tracking_id), tenant_id, ref: id },
    entry,
  ]
  return client.send(
    new TransactWriteCommand({
      ClientRequestToken: randomUUID(),
      TransactItems: items.map((Item) => ({
        Put: {
          ...{ TableName, Item, ConditionExpression: 'attribute_not_exists(#0)' },
          ExpressionAttributeNames: { '#0': 'pk' },
        },
      })),
    }),
  )
}

/** The tenant id in a token, which is not verified. */
export const tenantOf = (authorization = ''): string =>
  (JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as Shipment).tenant_id

/** The item of a shipment, if there is one. */
export async function find(tenant_id: string, id: string) {
  const Key = { pk: `T#${tenant_id}#SHIP#${id}`, sk: 'SHIP' }
  return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item
}
