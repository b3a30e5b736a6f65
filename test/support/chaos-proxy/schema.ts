import { contentOf, type Forward, type Keyed, type Request } from './wire.ts'

/** The names of the key attributes of a table or an index. */
export interface KeyNames {
  partition: string
  sort: string | undefined
}
interface Schema {
  table: KeyNames
  indexes: Map<string | undefined, KeyNames>
}
export type SchemaOf = (request: Request, table: string | undefined) => Promise<Schema>

/** Looks up the key attributes of a table and its indexes, once for each table. */
export function schemas(forward: Forward): SchemaOf {
  const known = new Map<string, Schema>()
  return async (request, TableName = '') => {
    const found = known.get(TableName)
    if (found) return found
    const headers = { ...request.headers, 'x-amz-target': 'DynamoDB_20120810.DescribeTable' }
    const { Table } = contentOf(await forward({ ...request, headers, body: {} }, { TableName }))
    if (!Table) throw new Error(`No table ${TableName}`)
    const indexes = new Map(Table.GlobalSecondaryIndexes?.map((index) => [index.IndexName, keyNames(index)]))
    const schema = { table: keyNames(Table), indexes }
    known.set(TableName, schema)
    return schema
  }
}

function keyNames({ KeySchema }: Keyed): KeyNames {
  const name = (type: string) => KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName
  return { partition: name('HASH') ?? '', sort: name('RANGE') }
}
