import type { Template } from '../../support/cloudformation/template.ts'
import { arnOf, awsError, takes, type Time } from './aws.ts'

export interface Table {
  id: string
  created: number
  /** What DynamoDB does with it, and until when. */
  busy?: { status: 'CREATING' | 'UPDATING' | 'DELETING'; until: number }
  /** The time of whose writes it has all. */
  content: string
  /** The properties of its template that are in effect. */
  properties: any
  keyId: string
  stream?: string
  ttlSince?: number
  recoverySince?: number
  restored?: {
    SourceTableArn: string
    SourceBackupArn?: string
    RestoreDateTime: Date
    RestoreInProgress: boolean
  }
}

/** The properties of a table's template that a restore brings back (API reference, "RestoreTableFromBackup"). */
export const restoredProperties = [
  'AttributeDefinitions',
  'KeySchema',
  'BillingMode',
  'GlobalSecondaryIndexes',
  'SSESpecification',
]

/** DynamoDB's tables, their settings, and restores to a point in time. */
export class Tables {
  readonly #all = new Map<string, Table>()
  readonly #now: Time
  #ids = 0

  constructor(now: Time) {
    this.#now = now
  }

  /** As CloudFormation creates the table of a template; a month ago, unless `created` says otherwise. */
  create(name: string, template: Template, created = this.#now.time - 30 * 86_400_000) {
    const [resource] = Object.values(template.Resources).filter(
      ({ Type }) => Type === 'AWS::DynamoDB::GlobalTable',
    )
    const { Replicas, ...properties } = resource!.Properties as any
    const { Region, SSESpecification, GlobalSecondaryIndexes, ...replica } = Replicas[0]
    const table = this.#add(
      name,
      { ...properties, ...replica },
      'all until now',
      arnOf('kms', 'key/data-key'),
      created,
    )
    Object.assign(table, { ttlSince: created, recoverySince: created })
  }

  /** A new table that has these properties; ready at once unless it is restored. */
  #add(name: string, properties: any, content: string, keyId: string, created = this.#now.time): Table {
    const table: Table = {
      id: `id-${(this.#ids += 1)}`,
      created,
      content,
      keyId,
      properties: structuredClone(properties),
    }
    if (properties.StreamSpecification) table.stream = this.streamOf(name, created)
    this.#all.set(name, table)
    return table
  }

  streamOf = (name: string, since: number) =>
    arnOf('dynamodb', `table/${name}/stream/${new Date(since).toISOString().slice(0, -1)}`)

  /** The table, if it is there now. */
  find(name: string): Table | undefined {
    const table = this.#all.get(name)
    if (!table?.busy || table.busy.until > this.#now.time) return table
    if (table.busy.status === 'DELETING') this.#all.delete(name)
    delete table.busy
    return this.#all.get(name)
  }

  statusOf = (name: string) => {
    const table = this.find(name)
    return table && (table.busy?.status ?? 'ACTIVE')
  }

  /** Whether the table has its data, and keeps it. */
  lasting = (name: string) => ['ACTIVE', 'UPDATING'].includes(this.statusOf(name) ?? '')

  /** The table. Throws what DynamoDB answers if it is not there, or, with `active`, is busy. */
  get(
    name: string,
    { active = true, missing = 'ResourceNotFoundException', busy = 'ResourceInUseException' } = {},
  ) {
    const table = this.find(name)
    if (!table) throw awsError(missing, `Table not found: ${name}`)
    if (active && table.busy) throw awsError(busy, `Table ${name} is ${table.busy.status}`)
    return table
  }

  /** As RestoreTableFromBackup and RestoreTableToPointInTime do. */
  restore(name: string, from: { properties: any; content: string }, encryption: any, restored: any) {
    if (this.find(name)) throw awsError('TableAlreadyExistsException', `Table already exists: ${name}`)
    const kept = Object.fromEntries(restoredProperties.map((property) => [property, from.properties[property]]))
    const properties = { DeletionProtectionEnabled: false, ...kept }
    const table = this.#add(name, properties, from.content, encryption?.KMSMasterKeyId ?? 'a key of AWS')
    table.busy = { status: 'CREATING', until: this.#now.time + takes.restore }
    table.restored = { ...restored, RestoreInProgress: true }
    return {}
  }

  #update({ TableName, StreamSpecification, DeletionProtectionEnabled }: any) {
    const table = this.get(TableName)
    if (StreamSpecification?.StreamEnabled) {
      if (table.stream && table.properties.StreamSpecification)
        throw awsError('ValidationException', 'Table already has an enabled stream')
      table.stream = this.streamOf(TableName, this.#now.time)
      const { StreamViewType } = StreamSpecification
      table.properties.StreamSpecification = { StreamViewType }
    }
    if (DeletionProtectionEnabled !== undefined)
      table.properties.DeletionProtectionEnabled = DeletionProtectionEnabled
    table.busy = { status: 'UPDATING', until: this.#now.time + takes.update }
    return {}
  }

  #delete({ TableName }: any) {
    const table = this.get(TableName)
    if (table.properties.DeletionProtectionEnabled)
      throw awsError(
        'ValidationException',
        'Resource cannot be deleted as it is currently protected against deletion',
      )
    table.busy = { status: 'DELETING', until: this.#now.time + takes.deletion }
    return {}
  }

  #enableTimeToLive({ TableName, TimeToLiveSpecification }: any) {
    const table = this.get(TableName)
    if (table.ttlSince) throw awsError('ValidationException', 'TimeToLive is already enabled')
    table.ttlSince = this.#now.time
    table.properties.TimeToLiveSpecification = TimeToLiveSpecification
    return {}
  }

  #timeToLive({ TableName }: any) {
    const { ttlSince, properties } = this.get(TableName, { active: false })
    const { AttributeName } = properties.TimeToLiveSpecification ?? {}
    if (ttlSince === undefined) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }
    const TimeToLiveStatus = ttlSince + takes.ttl > this.#now.time ? 'ENABLING' : 'ENABLED'
    return { TimeToLiveDescription: { TimeToLiveStatus, AttributeName } }
  }

  #describe({ TableName }: any) {
    const { busy, restored, ...table } = this.get(TableName, { active: false })
    // Descriptions are eventually consistent.
    if (restored && table.created + takes.description > this.#now.time)
      throw awsError('ResourceNotFoundException', `Requested resource not found: ${TableName}`)
    const { StreamSpecification, DeletionProtectionEnabled } = table.properties
    return {
      Table: {
        TableName,
        TableId: table.id,
        TableArn: arnOf('dynamodb', `table/${TableName}`),
        TableStatus: busy?.status ?? 'ACTIVE',
        CreationDateTime: new Date(table.created),
        DeletionProtectionEnabled: DeletionProtectionEnabled ?? false,
        ItemCount: 0,
        ...(StreamSpecification && { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } }),
        ...(table.stream && { LatestStreamArn: table.stream }),
        ...(restored && { RestoreSummary: { ...restored, RestoreInProgress: busy?.status === 'CREATING' } }),
      },
    }
  }

  /** Pages of one tag. */
  #tags({ ResourceArn, NextToken = '0' }: any) {
    const { Tags = [] } = this.get(ResourceArn.split('/')[1], { active: false }).properties
    const next = Number(NextToken) + 1
    return { Tags: Tags.slice(next - 1, next), ...(next < Tags.length && { NextToken: String(next) }) }
  }

  #tag({ ResourceArn, Tags }: any) {
    const { properties } = this.get(ResourceArn.split('/')[1])
    const others = (properties.Tags ?? []).filter(({ Key }: any) => !Tags.some((tag: any) => tag.Key === Key))
    properties.Tags = [...others, ...Tags]
    return {}
  }

  get actions() {
    return {
      DescribeTable: (input: any) => this.#describe(input),
      UpdateTable: (input: any) => this.#update(input),
      DeleteTable: (input: any) => this.#delete(input),
      UpdateTimeToLive: (input: any) => this.#enableTimeToLive(input),
      DescribeTimeToLive: (input: any) => this.#timeToLive(input),
      ListTagsOfResource: (input: any) => this.#tags(input),
      TagResource: (input: any) => this.#tag(input),
    }
  }
}
