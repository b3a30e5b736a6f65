import { DeleteBackupCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { withOtherConcurrency } from './functions.ts'
import { Refusal } from './refusal.ts'
import type { Step } from './step.ts'
import { replaceCommand } from './stream-setting.ts'
import { refuseUnlessWhole } from './table-features.ts'
import { backupsOfCopies, describe, isCopy } from './tables.ts'
import type { Target } from './target.ts'

/** The steps that delete the copy and its backups. Throws Refusal unless the table is whole and the functions run. */
export async function cleanSteps(target: Target): Promise<Step[]> {
  const { dynamodb, copy, command } = target
  await refuseUnlessWhole(target, `Finish: ${replaceCommand(target)}`)
  const [idle] = await withOtherConcurrency(target, target.functions)
  if (idle)
    throw new Refusal({
      found: `The function ${idle.name} does not have the concurrency of its template.`,
      cure: `Start the functions: ${command('start')}`,
    })
  const existing = await describe(target, copy)
  if (existing && !isCopy(target, existing))
    throw new Refusal({
      found: `The table ${copy} is not a copy of ${target.table}.`,
      cure: 'Delete it by hand if nothing needs it: aws dynamodb delete-table',
    })
  return [
    {
      name: `Backups of ${copy} are deleted`,
      look: async () => ((await backupsOfCopies(target)).length === 0 ? 'done' : 'todo'),
      act: async () => {
        for (const { BackupArn } of await backupsOfCopies(target))
          await dynamodb.send(new DeleteBackupCommand({ BackupArn }))
      },
    },
    {
      name: `${copy} is deleted`,
      look: async () => {
        const found = await describe(target, copy)
        if (!found) return 'done'
        return found.TableStatus === 'DELETING' ? { waits: found.TableStatus } : 'todo'
      },
      act: () => dynamodb.send(new DeleteTableCommand({ TableName: copy })),
    },
  ]
}
