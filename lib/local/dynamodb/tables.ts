import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
  type CreateTableCommandInput,
  type Projection,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import type { Database } from './dynamodb.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName, region } from '../cloudformation/names.ts'
import { indexStreamRecords } from './stream-records.ts'
import { sweepExpired } from './ttl.ts'

type Schema = Pick<
  CreateTableCommandInput,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes'
>

export interface Table {
  name: string
  schema: Schema
  /** StreamViewType, if the table has a stream. */
  stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'
  /** The TTL attribute. */
  ttl?: string
}

interface GlobalTable extends Schema {
  StreamSpecification?: { StreamViewType: NonNullable<Table['stream']> }
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean }
}

/** The tables in the templates (AWS::DynamoDB::GlobalTable, created by CDK's TableV2). */
export const tablesOf = (assembly: Assembly, resolve: Resolve): Table[] =>
  resourcesOf(assembly, 'AWS::DynamoDB::GlobalTable').map((resource) => {
    const properties = resolve(resource.properties, resource.stack) as GlobalTable
    const { StreamSpecification, TimeToLiveSpecification, ...schema } = properties
    return {
      name: physicalName(resource),
      schema,
      ...(StreamSpecification && { stream: StreamSpecification.StreamViewType }),
      ...(TimeToLiveSpecification?.Enabled && { ttl: TimeToLiveSpecification.AttributeName }),
    }
  })

/**
 * Creates missing tables at `endpoint` and, unless `keepExpired` is set, deletes expired items every minute until
 * disposal. `file` is the data file of an emulator that the local cloud has started. Throws StartupError if DynamoDB
 * fails.
 */
export async function openTables(
  { endpoint, file }: Pick<Database, 'endpoint' | 'file'>,
  tables: readonly Table[],
  { keepExpired = false } = {},
): Promise<Disposable> {
  using parts = new DisposableStack()
  const client = localClient(endpoint)
  parts.defer(() => client.destroy())
  try {
    await createTables(client, tables)
    if (file && tables.some(({ stream }) => stream)) indexStreamRecords(file)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DynamoDB at ${endpoint} cannot be used (${errorMessage(error)}): check DYNAMODB_ENDPOINT, or move the data directory away.`,
    )
  }
  if (!keepExpired) parts.use(sweepExpired(client, tables))
  return parts.move()
}

/** The emulator accepts any credentials. */
export const clientOptions = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
export const localClient = (endpoint: string) => new DynamoDBClient({ endpoint, ...clientOptions })

/** Creates missing tables. Throws StartupError if an existing table has other keys or indexes. */
export async function createTables(client: DynamoDBClient, tables: readonly Table[]): Promise<void> {
  for (const { name, schema, stream } of tables) {
    const found = await describe(client, name)
    if (found && layout(found) !== layout(schema))
      throw new StartupError(
        `Table ${name} was created with other keys or indexes: delete the data directory to start again.`,
      )
    if (found) continue
    const { KeySchema, AttributeDefinitions, LocalSecondaryIndexes, GlobalSecondaryIndexes } = schema
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema,
        AttributeDefinitions,
        LocalSecondaryIndexes,
        GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
        ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
      }),
    )
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 }, { TableName: name })
  }
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Keys and indexes in sorted order, to compare a table with its template. */
function layout({
  KeySchema,
  GlobalSecondaryIndexes = [],
  LocalSecondaryIndexes = [],
}: Schema | TableDescription) {
  const keys = (schema: Schema['KeySchema']) =>
    (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName ?? ''} ${KeyType ?? ''}`).sort()
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes]
    .map((index) => ({ name: index.IndexName, keys: keys(index.KeySchema), ...projection(index.Projection) }))
    .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? ''))
  return JSON.stringify([keys(KeySchema), indexes])
}

const projection = (of: Projection | undefined) => ({
  type: of?.ProjectionType ?? 'ALL',
  attributes: (of?.NonKeyAttributes ?? []).toSorted(),
})
