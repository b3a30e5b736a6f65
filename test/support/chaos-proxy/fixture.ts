import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type AttributeValue,
  type CreateTableCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynamoDb } from '../../../lib/local/dynamodb/dynamodb.ts'

/** For the tests of the proxy: an emulator with one table and one index, and short functions for its calls. */
type Values = Record<string, AttributeValue>
const TableName = 'main'
export const S = (text: string) => ({ S: text })
export const key = (pk: string, sk = 'a'): Values => ({ pk: S(pk), sk: S(sk) })
export const indexKey = (list: string, pk: string) => ({ ...key(pk), gsi1pk: S(list), gsi1sk: S('at-00') })

/** The n-th item of a partition. In the index, two consecutive items share a sort key. */
const listed = (pk: string, n: number): Values => ({
  ...key(pk, `item-${String(n).padStart(2, '0')}`),
  gsi1pk: S(pk),
  gsi1sk: S(`at-${String(n >> 1).padStart(2, '0')}`),
  parity: S(n % 2 ? 'odd' : 'even'),
})
const creation = (pk: string, n: number) => ({
  TableName,
  Item: listed(pk, n),
  ConditionExpression: 'attribute_not_exists(pk)',
})
/** An update that counts how often it was carried out. */
const counting = (pk: string, sk?: string) => ({
  TableName,
  Key: key(pk, sk),
  UpdateExpression: 'ADD n :one',
  ExpressionAttributeValues: { ':one': { N: '1' } },
})
export const partition = (pk: string, range = '', values: Values = {}): QueryCommandInput => ({
  TableName,
  KeyConditionExpression: `#p = :p ${range}`,
  ExpressionAttributeNames: { '#p': 'pk' },
  ExpressionAttributeValues: { ':p': S(pk), ...values },
})
export const index = (pk: string, filter?: string, values?: Values): QueryCommandInput => ({
  ...partition(pk, '', values),
  IndexName: 'gsi1',
  ExpressionAttributeNames: { '#p': 'gsi1pk' },
  FilterExpression: filter,
})

export function callsThrough(endpoint: string, maxAttempts = 1) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, maxAttempts, region: 'eu-west-1', credentials })
  const query = (input: QueryCommandInput) => client.send(new QueryCommand(input))
  const transactWrite = (TransactItems: object[], ClientRequestToken?: string) =>
    client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken }))
  return {
    end: () => client.destroy(),
    createTable: () => client.send(new CreateTableCommand(table)),
    get: (pk: string, sk?: string) =>
      client.send(new GetItemCommand({ TableName, Key: key(pk, sk), ConsistentRead: true })),
    batch: (pk: string, sks: string[], RequestItems?: BatchGetItemCommandInput['RequestItems']) =>
      client.send(
        new BatchGetItemCommand({
          RequestItems: RequestItems ?? {
            [TableName]: { Keys: sks.map((sk) => key(pk, sk)), ConsistentRead: true },
          },
        }),
      ),
    transactGet: (pk: string) =>
      client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: key(pk) } }] })),
    put: (pk: string, n: number) => client.send(new PutItemCommand({ TableName, Item: listed(pk, n) })),
    create: (pk: string, n: number) => client.send(new PutItemCommand(creation(pk, n))),
    transactCreate: (pk: string, n: number) => transactWrite([{ Put: creation(pk, n) }]),
    remove: (pk: string) => client.send(new DeleteItemCommand({ TableName, Key: key(pk) })),
    count: (pk: string, sk?: string) => client.send(new UpdateItemCommand(counting(pk, sk))),
    transactCount: (pk: string, sks = ['a'], token?: string) =>
      transactWrite(
        sks.map((sk) => ({ Update: counting(pk, sk) })),
        token,
      ),
    query,
    /** Reads all pages, and returns the sort keys of each. */
    async walk(input: QueryCommandInput) {
      const pages: (string | undefined)[][] = []
      let start: Values | undefined
      do {
        const page = await query({ ...input, ExclusiveStartKey: start })
        pages.push((page.Items ?? []).map(({ sk }) => sk?.S))
        start = page.LastEvaluatedKey
      } while (start)
      return pages
    },
  }
}

export async function startEmulator() {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-'))
  const emulator = await startDynamoDb(directory, process.env, new AbortController().signal)
  const direct = callsThrough(emulator.endpoint)
  await direct.createTable()
  return {
    upstream: emulator.endpoint,
    direct,
    stored: async (pk: string, sk?: string) => (await direct.get(pk, sk)).Item?.['n']?.N,
    async stop() {
      direct.end()
      await emulator[Symbol.asyncDispose]()
      rmSync(directory, { recursive: true })
    },
  }
}

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]
const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const table: CreateTableCommandInput = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(attribute),
  KeySchema: keySchema('pk', 'sk'),
  GlobalSecondaryIndexes: [
    { IndexName: 'gsi1', KeySchema: keySchema('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' } },
    {
      IndexName: 'some',
      KeySchema: keySchema('gsi1pk', 'gsi1sk'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['parity'] },
    },
  ],
}

interface Failure extends Error {
  code?: string
  CancellationReasons?: { Code: string }[]
}
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Failure,
  )
