import { contentOf, type Forward, type Index, type Keyed, type Request } from './wire.ts'

/** The names of the key attributes of a table or an index. */
export interface KeyNames {
  partition: string
  sort: string | undefined
}
/** The keys of an index, and the names of the attributes that it has; undefined if it has all. */
interface IndexSchema extends KeyNames {
  attributes: ReadonlySet<string> | undefined
}
interface Schema {
  table: KeyNames
  indexes: Map<string | undefined, IndexSchema>
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
    const table = keyNames(Table)
    const indexes = new Map(
      Table.GlobalSecondaryIndexes?.map((index) => {
        const attributes = attributesOf(Table, index)
        return [index.IndexName, { ...keyNames(index), attributes }]
      }),
    )
    const schema = { table, indexes }
    known.set(TableName, schema)
    return schema
  }
}

function keyNames({ KeySchema }: Keyed): KeyNames {
  const name = (type: string) => KeySchema.find(({ KeyType }) => KeyType === type)?.AttributeName
  return { partition: name('HASH') ?? '', sort: name('RANGE') }
}

/** An index has its own keys, those of its table, and what it projects. */
function attributesOf(table: Keyed, index: Index): ReadonlySet<string> | undefined {
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection
  if (ProjectionType === 'ALL') return undefined
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName)
  return new Set([...keys, ...NonKeyAttributes])
}
