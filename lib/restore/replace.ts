import {
  DeleteTableCommand,
  RestoreTableFromBackupCommand,
  type BackupSummary,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { giveConcurrency, stopped, withOtherConcurrency } from './functions.ts'
import { Refusal } from './refusal.ts'
import type { Step } from './step.ts'
import { featureSteps, setProtection } from './table-features.ts'
import { backupOf, describe, encryption, isCopy, isFrom, onceActive } from './tables.ts'
import type { Target } from './target.ts'

/**
 * The steps that stop the functions and replace the table by one of the same name, from the backup of its copy. Throws
 * Refusal unless `confirmed` is the table's name, the copy and its backup are ready, and the table is older than they are.
 */
export async function replaceSteps(target: Target, confirmed: string): Promise<Step[]> {
  const { dynamodb, table, copy } = target
  if (confirmed !== table)
    throw new Refusal({
      found: `The table of this stage in ${target.tableArn.split(':')[3] ?? ''} is ${table}, not ${confirmed || 'named'}.`,
      cure: `If it is the one to be replaced: --table ${table}`,
    })
  const backup = await readyBackup(target)
  const former = await describe(target, table)
  if (former && !isFrom(former, backup)) refuseYounger(target, former, backup)

  /** Done without the former table, or else as `look` says. */
  const ofFormer = (look: (former: TableDescription) => ReturnType<Step['look']>): Step['look'] => {
    return async () => {
      const found = await describe(target, table)
      return !found || isFrom(found, backup) ? 'done' : look(found)
    }
  }
  return [
    {
      name: 'Functions are stopped',
      look: async () => {
        const found = await describe(target, table)
        if (found && isFrom(found, backup)) return 'done'
        return (await withOtherConcurrency(target, stopped(target))).length === 0 ? 'done' : 'todo'
      },
      act: () => giveConcurrency(target, stopped(target)),
    },
    {
      name: `${table} may be deleted`,
      look: ofFormer(async (found) => (found.DeletionProtectionEnabled ? onceActive(found, 'todo') : 'done')),
      act: () => setProtection(target, false),
    },
    {
      name: `${table} is deleted`,
      look: ofFormer(async (found) => {
        await readyBackup(target)
        return onceActive(found, 'todo')
      }),
      act: () => dynamodb.send(new DeleteTableCommand({ TableName: table })),
    },
    {
      name: `${table} from the backup of ${copy}`,
      look: async () => {
        const found = await describe(target, table)
        if (!found) return 'todo'
        if (!isFrom(found, backup)) refuseYounger(target, found, backup)
        return onceActive(found, 'done')
      },
      act: () =>
        dynamodb.send(
          new RestoreTableFromBackupCommand({
            TargetTableName: table,
            BackupArn: backup.BackupArn,
            SSESpecificationOverride: encryption(target),
          }),
        ),
    },
    ...featureSteps(target),
  ]
}

/** The backup of the copy. Throws Refusal unless both are ready. */
async function readyBackup(target: Target): Promise<BackupSummary> {
  const { copy } = target
  const found = await describe(target, copy)
  const backup = found && (await backupOf(target, found))
  if (found?.TableStatus === 'ACTIVE' && isCopy(target, found) && backup?.BackupStatus === 'AVAILABLE')
    return backup
  throw new Refusal({
    found: `There is no copy ${copy} with a backup: the copy is ${found?.TableStatus ?? 'not there'}, the backup ${backup?.BackupStatus ?? 'not there'}.`,
    cure: `Create them first: ${target.command('copy --to <time>')}`,
  })
}

/** A table that is neither the former one nor from the backup may have data that nothing else has. */
function refuseYounger({ table, command }: Target, found: TableDescription, backup: BackupSummary) {
  const { TableStatus, CreationDateTime } = found
  const { BackupCreationDateTime } = backup
  if (TableStatus === 'DELETING') return
  if (CreationDateTime && BackupCreationDateTime && CreationDateTime < BackupCreationDateTime) return
  throw new Refusal({
    found: `The table ${table} was created after the backup, and not from it.`,
    cure: `Delete the copy and the backup, and begin again: ${command('clean')}`,
  })
}
