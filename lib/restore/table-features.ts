import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import { Refusal } from './refusal.ts'
import type { State, Step } from './step.ts'
import { describe, onceActive } from './tables.ts'
import type { Target } from './target.ts'

interface Feature {
  name: string
  /** Whether the table, which is ACTIVE, has it as in the template. */
  has: (target: Target, table: TableDescription) => boolean | Promise<boolean>
  set: (target: Target) => Promise<unknown>
}

/**
 * The features that a restored table lacks, by the property in the template (DynamoDB API reference, "RestoreTableFromBackup"). Indexes,
 * billing mode and encryption are restored.
 */
export const features = {
  DeletionProtectionEnabled: {
    name: 'Deletion protection',
    has: (target, { DeletionProtectionEnabled = false }) => DeletionProtectionEnabled === isProtected(target),
    set: (target) => setProtection(target, isProtected(target)),
  },
  PointInTimeRecoverySpecification: {
    name: 'Point-in-time recovery',
    has: async (target) => {
      const { PointInTimeRecoveryEnabled, RecoveryPeriodInDays = 35 } = recovery(target)
      const { ContinuousBackupsDescription } = await target.dynamodb.send(
        new DescribeContinuousBackupsCommand({ TableName: target.table }),
      )
      const found = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
      return (
        (found?.PointInTimeRecoveryStatus === 'ENABLED') === PointInTimeRecoveryEnabled &&
        (!PointInTimeRecoveryEnabled || (found?.RecoveryPeriodInDays ?? 35) === RecoveryPeriodInDays)
      )
    },
    set: (target) =>
      target.dynamodb.send(
        new UpdateContinuousBackupsCommand({
          TableName: target.table,
          PointInTimeRecoverySpecification: recovery(target),
        }),
      ),
  },
  StreamSpecification: {
    name: 'Stream',
    has: ({ properties }, { StreamSpecification }) =>
      StreamSpecification?.StreamViewType === properties.StreamSpecification.StreamViewType,
    set: ({ dynamodb, table, properties }) =>
      dynamodb.send(
        new UpdateTableCommand({
          TableName: table,
          StreamSpecification: { StreamEnabled: true, ...properties.StreamSpecification },
        }),
      ),
  },
  TimeToLiveSpecification: {
    name: 'Time to live',
    has: async ({ dynamodb, table, properties }) => {
      const { TimeToLiveDescription: { TimeToLiveStatus = '', AttributeName } = {} } = await dynamodb.send(
        new DescribeTimeToLiveCommand({ TableName: table }),
      )
      // It is ENABLING for up to an hour, in which nothing else has to wait.
      return (
        TimeToLiveStatus.startsWith('ENABL') &&
        AttributeName === properties.TimeToLiveSpecification.AttributeName
      )
    },
    set: ({ dynamodb, table, properties }) =>
      dynamodb.send(
        new UpdateTimeToLiveCommand({
          TableName: table,
          TimeToLiveSpecification: properties.TimeToLiveSpecification,
        }),
      ),
  },
  Tags: {
    name: 'Tags',
    has: async (target) => {
      const found = await tagsOf(target)
      return tags(target).every(({ Key, Value }) => found.get(Key) === Value)
    },
    set: (target) =>
      target.dynamodb.send(new TagResourceCommand({ ResourceArn: target.tableArn, Tags: tags(target) })),
  },
} satisfies Record<string, Feature>

/** The steps after which the table has them. */
export const featureSteps = (target: Target): Step[] =>
  Object.values<Feature>(features).map(({ name, has, set }) => ({
    name,
    look: async (): Promise<State> => {
      const table = await describe(target, target.table)
      if (!table) return { waits: `There is no table ${target.table}.` }
      if (table.TableStatus !== 'ACTIVE') return onceActive(table, 'todo')
      return (await has(target, table)) ? 'done' : 'todo'
    },
    act: () => set(target),
  }))

/** Throws Refusal unless the table is ACTIVE and has them. */
export async function refuseUnlessWhole(target: Target, cure: string): Promise<void> {
  const table = await describe(target, target.table)
  if (table?.TableStatus !== 'ACTIVE')
    throw new Refusal({
      found: table
        ? `The table ${target.table} is ${table.TableStatus}.`
        : `There is no table ${target.table}.`,
      cure,
    })
  for (const { name, has } of Object.values<Feature>(features))
    if (!(await has(target, table)))
      throw new Refusal({ found: `The table ${target.table} is not as in its template: ${name}.`, cure })
}

/** Whether the table is protected from deletion where its stack is deployed (the setting keepData). */
const isProtected = ({ properties }: Target) => properties.Replicas[0].DeletionProtectionEnabled ?? false
const recovery = ({ properties }: Target) => properties.Replicas[0].PointInTimeRecoverySpecification
const tags = ({ properties }: Target) => properties.Replicas[0].Tags ?? []

export const setProtection = ({ dynamodb, table }: Target, DeletionProtectionEnabled: boolean) =>
  dynamodb.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled }))

async function tagsOf({ dynamodb, tableArn: ResourceArn }: Target) {
  const found = new Map<string | undefined, string | undefined>()
  let NextToken: string | undefined
  do {
    const page = await dynamodb.send(
      new ListTagsOfResourceCommand({ ResourceArn, ...(NextToken && { NextToken }) }),
    )
    for (const { Key, Value } of page.Tags ?? []) found.set(Key, Value)
    NextToken = page.NextToken
  } while (NextToken)
  return found
}
