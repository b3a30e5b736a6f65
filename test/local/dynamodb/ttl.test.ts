import { PutItemCommand, ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDynamoDb, type Database } from '../../../lib/local/dynamodb/dynamodb.ts'
import { indexStreamRecords, trimStreamRecords } from '../../../lib/local/dynamodb/stream-records.ts'
import { createTables, localClient, type Table } from '../../../lib/local/dynamodb/tables.ts'
import { deleteExpired } from '../../../lib/local/dynamodb/ttl.ts'

const table: Table = {
  name: 'parcels',
  schema: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  },
  stream: 'NEW_AND_OLD_IMAGES',
  ttl: 'until',
}

let directory: string
let database: Database
let client: DynamoDBClient
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ttl-'))
  database = await startDynamoDb(directory, {}, new AbortController().signal)
  client = localClient(database.endpoint)
  await createTables(client, [table])
})
afterAll(async () => {
  client.destroy()
  await database[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

test('expired items are deleted, except those that expired more than five years ago', async () => {
  const now = 1_800_000_000
  const until = { past: now - 1, now, future: now + 1, ancient: now - 6 * 365 * 86_400, none: undefined }
  for (const [pk, second] of Object.entries(until))
    await client.send(
      new PutItemCommand({
        TableName: table.name,
        Item: { pk: { S: pk }, ...(second !== undefined && { until: { N: String(second) } }) },
      }),
    )
  expect(await deleteExpired(client, table, now)).toBe(1)
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table.name }))
  expect(Items.map(({ pk }) => pk?.S).sort()).toEqual(['ancient', 'future', 'none', 'now'])
})

test('a table that exists with other keys is refused', async () => {
  const schema = {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
  }
  await expect(createTables(client, [{ ...table, schema }])).rejects.toThrow('other keys or indexes')
  await expect(createTables(client, [table])).resolves.toBeUndefined()
})

test('a table that exists with another projection of an index is refused', async () => {
  const names = { KeySchema: [{ AttributeName: 'list', KeyType: 'HASH' as const }], IndexName: 'lists' }
  const projecting = (...NonKeyAttributes: string[]) => ({
    name: 'projecting',
    schema: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
      AttributeDefinitions: ['id', 'list'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      GlobalSecondaryIndexes: [
        { ...names, Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes } },
      ],
    },
  })
  await createTables(client, [projecting('size', 'colour')])
  await expect(createTables(client, [projecting('colour', 'size')])).resolves.toBeUndefined()
  await expect(createTables(client, [projecting('colour')])).rejects.toThrow('other keys or indexes')
})

test('the index on stream records can be created twice', () => {
  for (let i = 0; i < 2; i++) indexStreamRecords(join(directory, 'dynamodb.sqlite'))
})

test('trimming deletes the stream records that were read, except the last, so that sequence numbers continue', async () => {
  const file = join(directory, 'dynamodb.sqlite')
  using database = new DatabaseSync(file)
  const numbers = () =>
    database
      .prepare('SELECT sequence_number AS number FROM _stream_records ORDER BY id')
      .all()
      .map(({ number }) => Number(number))
  const put = (pk: string) =>
    client.send(new PutItemCommand({ TableName: table.name, Item: { pk: { S: pk } } }))
  await put('one')
  await put('two')
  const last = Math.max(...numbers())
  trimStreamRecords(file, table.name, String(last))
  expect(numbers()).toEqual([last])
  await put('three')
  expect(numbers()).toEqual([last, last + 1])
})
