import {
  DescribeTableCommand,
  ListBackupsCommand,
  type BackupSummary,
  type SSESpecification,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { unlessMissing } from '../preflight/check.ts'
import type { State } from './step.ts'
import type { Target } from './target.ts'

/** A table; undefined if there is none of this name. */
export const describe = async (
  { dynamodb }: Target,
  TableName: string,
): Promise<TableDescription | undefined> =>
  (await unlessMissing(dynamodb.send(new DescribeTableCommand({ TableName }))))?.Table

/** The given state if the table is ACTIVE; otherwise DynamoDB is working on it. */
export const onceActive = ({ TableStatus }: TableDescription, state: State): State =>
  TableStatus === 'ACTIVE' ? state : { waits: TableStatus ?? 'unknown' }

/** The backups of all copies of the table that this program has made, including those of copies that are deleted. */
export async function backupsOfCopies({ dynamodb, copy }: Target): Promise<BackupSummary[]> {
  const backups: BackupSummary[] = []
  let ExclusiveStartBackupArn: string | undefined
  do {
    const page = await dynamodb.send(
      new ListBackupsCommand({
        TableName: copy,
        BackupType: 'USER',
        ...(ExclusiveStartBackupArn && { ExclusiveStartBackupArn }),
      }),
    )
    backups.push(...(page.BackupSummaries ?? []))
    ExclusiveStartBackupArn = page.LastEvaluatedBackupArn
  } while (ExclusiveStartBackupArn)
  return backups.filter(({ BackupName, BackupStatus }) => BackupName === copy && BackupStatus !== 'DELETED')
}

/** The backup of this copy, and not of one of the same name before it. */
export const backupOf = async (target: Target, copy: TableDescription): Promise<BackupSummary | undefined> =>
  (await backupsOfCopies(target)).find(({ TableId }) => TableId === copy.TableId)

/** Whether a table of the copy's name was made by this program, from the table. */
export const isCopy = ({ tableArn }: Target, { RestoreSummary }: TableDescription): boolean =>
  RestoreSummary?.SourceTableArn === tableArn

/** Whether the table was restored from the backup. */
export const isFrom = (
  table: TableDescription | undefined,
  { BackupArn }: BackupSummary,
): table is TableDescription => table?.RestoreSummary?.SourceBackupArn === BackupArn

/** A restored table is encrypted as its source, unless the call says otherwise; here with the key that the stack has. */
export const encryption = ({ keyArn }: Target): SSESpecification => ({
  Enabled: true,
  SSEType: 'KMS',
  KMSMasterKeyId: keyArn,
})
