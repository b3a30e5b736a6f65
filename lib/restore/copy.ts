import {
  CreateBackupCommand,
  DescribeContinuousBackupsCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { Refusal } from './refusal.ts'
import type { Step } from './step.ts'
import { backupOf, describe, encryption, isCopy, onceActive } from './tables.ts'
import type { Target } from './target.ts'

/**
 * The steps that create the table as it was at a time, under another name, and its backup, from which it can be created under
 * its own. Throws Refusal if the table is gone, and for a time that cannot be restored.
 */
export async function copySteps(target: Target, to: Date): Promise<Step[]> {
  const { dynamodb, table, copy } = target
  if (!(await describe(target, copy))) await refuseOtherTime(target, to)
  return [
    {
      name: copy,
      look: async () => {
        const found = await describe(target, copy)
        if (!found) return 'todo'
        refuseOtherCopy(target, found, to)
        return onceActive(found, 'done')
      },
      act: () =>
        dynamodb.send(
          new RestoreTableToPointInTimeCommand({
            SourceTableName: table,
            TargetTableName: copy,
            RestoreDateTime: to,
            SSESpecificationOverride: encryption(target),
          }),
        ),
    },
    {
      name: `Backup of ${copy}`,
      look: async () => {
        const found = await describe(target, copy)
        const backup = found && (await backupOf(target, found))
        if (!backup) return 'todo'
        return backup.BackupStatus === 'AVAILABLE' ? 'done' : { waits: backup.BackupStatus ?? 'unknown' }
      },
      act: () => dynamodb.send(new CreateBackupCommand({ TableName: copy, BackupName: copy })),
    },
  ]
}

function refuseOtherCopy(target: Target, existing: TableDescription, to: Date) {
  const { copy, command } = target
  const time = existing.RestoreSummary?.RestoreDateTime
  if (isCopy(target, existing) && time && seconds(time) === seconds(to)) return
  throw new Refusal({
    found: `There is a table ${copy} already, ${time ? `of ${time.toISOString()}` : 'which is not a copy'}.`,
    cure: `Delete it and its backup: ${command('clean')}`,
  })
}

/** DynamoDB restores to the second. */
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

async function refuseOtherTime(target: Target, to: Date) {
  const { dynamodb, table, copy } = target
  if (!(await describe(target, table)))
    throw new Refusal({
      found: `There is neither a table ${table} nor a copy ${copy}.`,
      cure: `DynamoDB keeps a last backup of a deleted table for 35 days: aws dynamodb list-backups --table-name ${table} --backup-type SYSTEM`,
    })
  const { ContinuousBackupsDescription } = await dynamodb.send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  )
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: until } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
  if (!from || !until)
    throw new Refusal({
      found: `The table ${table} has no point-in-time recovery.`,
      cure: `Restore a backup of it: aws dynamodb list-backups --table-name ${table} --backup-type ALL`,
    })
  if (to < from || to > until)
    throw new Refusal({
      found: `${to.toISOString()} cannot be restored.`,
      cure: `Choose a time from ${from.toISOString()} to ${until.toISOString()}`,
    })
}
