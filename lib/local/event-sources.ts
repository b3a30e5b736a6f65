import { resourcesOf, type Assembly } from './assembly.ts'
import { CannotStart } from './cannot-start.ts'
import { patternOf, type Matches } from './event-pattern.ts'
import type { Resolve } from './intrinsics.ts'
import { physicalName } from './names.ts'

interface MappingProperties {
  EventSourceArn?: string
  FunctionName: string
  Enabled?: boolean
  StartingPosition?: string
  BatchSize?: number
  MaximumRetryAttempts?: number
  MaximumRecordAgeInSeconds?: number
  BisectBatchOnFunctionError?: boolean
  FunctionResponseTypes?: string[]
  FilterCriteria?: { Filters?: { Pattern?: string }[] }
}

/** A function that is to be called with what is written to a table. */
export interface EventSource {
  id: string
  /** As the template says it; the stream has another ARN in the emulator. */
  arn: string
  table: string
  /** Name or ARN. */
  functionName: string
  batchSize: number
  /** -1: as long as the record is young enough. */
  retries: number
  /** -1: as long as the stream keeps the record. */
  maximumAgeSeconds: number
  bisects: boolean
  /** The function says which records failed. */
  partial: boolean
  wanted: Matches
}

/**
 * The event-source mappings of the templates that are switched on (AWS::Lambda::EventSourceMapping), with that resource's
 * defaults. Throws CannotStart for one of another source than a table's stream, or that begins elsewhere than at
 * TRIM_HORIZON: from LATEST, what is written before the first look would be lost.
 */
export const eventSourcesOf = (assembly: Assembly, resolve: Resolve): EventSource[] =>
  resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const properties = resolve(resource.properties, resource.stack) as MappingProperties
    const { EventSourceArn: arn = '', StartingPosition = '', Enabled = true } = properties
    if (!Enabled) return []
    const id = physicalName(resource)
    const [, table] = /^arn:aws:dynamodb:.+:table\/([^/]+)\/stream\//.exec(arn) ?? []
    if (table === undefined)
      throw new CannotStart(`Mapping ${id} reads ${arn}: the local cloud knows streams of tables.`)
    if (StartingPosition !== 'TRIM_HORIZON')
      throw new CannotStart(
        `Mapping ${id} begins at ${StartingPosition}: the local cloud begins at TRIM_HORIZON.`,
      )
    const filters = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern = '{}' }) => patternOf(Pattern))
    return [
      {
        ...{ id, arn, table, functionName: properties.FunctionName },
        batchSize: properties.BatchSize ?? 100,
        retries: properties.MaximumRetryAttempts ?? -1,
        maximumAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
        bisects: properties.BisectBatchOnFunctionError ?? false,
        partial: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
        wanted: (record: unknown) => filters.length === 0 || filters.some((matches) => matches(record)),
      },
    ]
  })
