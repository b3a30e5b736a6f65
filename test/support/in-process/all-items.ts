import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { localClient } from '../../../lib/local/dynamodb/tables.ts'
import type { Item } from '../../../shared/db/keys.ts'
import { inProcessCloud } from './context.ts'

/** The items of the table; those of the local cloud without the chaos proxy. */
export async function* allItems(): AsyncGenerator<Item> {
  if (inProcessCloud) return yield* inProcessCloud.items()
  const client = DynamoDBDocumentClient.from(localClient(inject('dynamodb')))
  const { TABLE_NAME: TableName } = inject('environment')
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) yield* Items as Item[]
  client.destroy()
}
