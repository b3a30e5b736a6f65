import { arnOf, awsError, takes, type Time } from './aws.ts'
import type { Tables } from './tables.ts'

const days = 86_400_000

/** Point-in-time recovery: its settings, and restores. */
export const continuousBackups = (now: Time, tables: Tables) => {
  const missing = 'TableNotFoundException'
  const windowOf = (name: string) => {
    const { recoverySince, properties } = tables.get(name, { active: false, missing })
    const { RecoveryPeriodInDays = 35 } = properties.PointInTimeRecoverySpecification ?? {}
    if (recoverySince === undefined) return undefined
    const from = Math.max(recoverySince, now.time - RecoveryPeriodInDays * days)
    return { from: new Date(from), until: new Date(now.time - 5 * 60_000), RecoveryPeriodInDays }
  }
  return {
    DescribeContinuousBackups: ({ TableName }: any) => {
      const window = windowOf(TableName)
      return {
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: window
            ? {
                PointInTimeRecoveryStatus: 'ENABLED',
                RecoveryPeriodInDays: window.RecoveryPeriodInDays,
                EarliestRestorableDateTime: window.from,
                LatestRestorableDateTime: window.until,
              }
            : { PointInTimeRecoveryStatus: 'DISABLED' },
        },
      }
    },
    UpdateContinuousBackups: ({ TableName, PointInTimeRecoverySpecification }: any) => {
      const table = tables.get(TableName, { missing })
      if (table.restored && table.created + takes.restore + takes.backups > now.time)
        throw awsError('ContinuousBackupsUnavailableException', 'Backups are being enabled for the table')
      table.properties.PointInTimeRecoverySpecification = PointInTimeRecoverySpecification
      table.recoverySince ??= now.time
      return {}
    },
    RestoreTableToPointInTime: (input: any) => {
      const { SourceTableName, TargetTableName, RestoreDateTime } = input
      const window = windowOf(SourceTableName)
      if (!window) throw awsError('PointInTimeRecoveryUnavailableException')
      if (RestoreDateTime < window.from || RestoreDateTime > window.until)
        throw awsError('InvalidRestoreTimeException')
      const source = tables.get(SourceTableName, { missing })
      const content = `${RestoreDateTime.toISOString()}`
      return tables.restore(TargetTableName, { ...source, content }, input.SSESpecificationOverride, {
        SourceTableArn: arnOf('dynamodb', `table/${SourceTableName}`),
        RestoreDateTime,
      })
    },
  }
}
