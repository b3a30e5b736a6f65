import { arnOf, awsError, takes, type Time } from './aws.ts'
import type { Table, Tables } from './tables.ts'

interface Backup {
  arn: string
  name: string
  tableName: string
  table: Pick<Table, 'id' | 'properties' | 'content'>
  created: number
  status: () => 'CREATING' | 'AVAILABLE'
}

/** DynamoDB's on-demand backups. */
export class Backups {
  readonly #now: Time
  readonly #tables: Tables
  #all: Backup[] = []
  #made = 0

  constructor(now: Time, tables: Tables) {
    this.#now = now
    this.#tables = tables
  }

  /** Those of a table of this name, including those of one that is deleted. */
  of = (tableName: string) => this.#all.filter((backup) => backup.tableName === tableName)

  #create({ TableName, BackupName }: any) {
    const { time } = this.#now
    const found = this.#tables.get(TableName, {
      missing: 'TableNotFoundException',
      busy: 'TableInUseException',
    })
    const available = time + takes.backups
    const table = structuredClone(found)
    const arn = arnOf('dynamodb', `table/${TableName}/backup/${(this.#made += 1)}`)
    const status = () => (this.#now.time < available ? 'CREATING' : 'AVAILABLE')
    this.#all.push({ arn, name: BackupName, tableName: TableName, table, created: time, status })
    return { BackupDetails: { BackupArn: arn, BackupStatus: 'CREATING' } }
  }

  /** Pages of one backup. */
  #list({ TableName, ExclusiveStartBackupArn }: any) {
    const all = this.of(TableName)
    const start = all.findIndex(({ arn }) => arn === ExclusiveStartBackupArn) + 1
    const page = all.slice(start, start + 1)
    return {
      BackupSummaries: page.map(({ arn, name, status, created, table: { id } }) => ({
        BackupArn: arn,
        BackupName: name,
        BackupStatus: status(),
        BackupType: 'USER',
        BackupCreationDateTime: new Date(created),
        TableName,
        TableId: id,
      })),
      ...(start + 1 < all.length && { LastEvaluatedBackupArn: page[0]!.arn }),
    }
  }

  #get(BackupArn: string) {
    const backup = this.#all.find(({ arn }) => arn === BackupArn)
    if (!backup) throw awsError('BackupNotFoundException')
    if (backup.status() !== 'AVAILABLE') throw awsError('BackupInUseException')
    return backup
  }

  #restore({ TargetTableName, BackupArn, SSESpecificationOverride }: any) {
    const { table, tableName, created } = this.#get(BackupArn)
    return this.#tables.restore(TargetTableName, table, SSESpecificationOverride, {
      SourceTableArn: arnOf('dynamodb', `table/${tableName}`),
      SourceBackupArn: BackupArn,
      RestoreDateTime: new Date(created),
    })
  }

  #delete({ BackupArn }: any) {
    const backup = this.#get(BackupArn)
    this.#all = this.#all.filter((other) => other !== backup)
    return {}
  }

  get actions() {
    return {
      CreateBackup: (input: any) => this.#create(input),
      ListBackups: (input: any) => this.#list(input),
      RestoreTableFromBackup: (input: any) => this.#restore(input),
      DeleteBackup: (input: any) => this.#delete(input),
    }
  }
}
