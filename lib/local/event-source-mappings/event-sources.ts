import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { patternOf, type Matches } from '../eventbridge/pattern.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName } from '../cloudformation/names.ts'

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
  DestinationConfig?: { OnFailure?: { Destination?: string } }
  ScalingConfig?: { MaximumConcurrency?: number }
}

/** A function that is to be called with what comes from somewhere. */
interface EventSource {
  id: string
  /** As the template says it; a stream has another ARN in the emulator. */
  arn: string
  /** Name or ARN. */
  functionName: string
  batchSize: number
  /** The function says which records failed. */
  partial: boolean
}

/** What is written to a table. */
export interface StreamSource extends EventSource {
  table: string
  /** -1: as long as the record is young enough. */
  retries: number
  /** -1: as long as the stream keeps the record. */
  maximumAgeSeconds: number
  bisects: boolean
  wanted: Matches
  /** The ARN of the queue for discarded records. */
  onFailure?: string
}

/** What is sent to a queue. */
export interface QueueSource extends EventSource {
  /** So many calls at the same time. */
  atOnce: number
}

/** Lambda goes up to 1,000 calls at once; a machine has enough with these. */
const callsAtOnce = 10

/**
 * The event-source mappings of the templates that are switched on (AWS::Lambda::EventSourceMapping), with that resource's
 * defaults. Throws StartupError for one of another source than a table's stream or a queue, and for what a mapping asks
 * that the local cloud does not do.
 */
export function eventSourcesOf(assembly: Assembly, resolve: Resolve) {
  const streams: StreamSource[] = []
  const queues: QueueSource[] = []
  for (const resource of resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping')) {
    const properties = resolve(resource.properties, resource.stack) as MappingProperties
    const { EventSourceArn: arn = '', Enabled = true } = properties
    if (!Enabled) continue
    const id = physicalName(resource)
    const partial = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false
    const mapping = { id, arn, functionName: properties.FunctionName, partial }
    const [, table] = /^arn:aws:dynamodb:.+:table\/([^/]+)\/stream\//.exec(arn) ?? []
    if (table !== undefined) streams.push({ ...mapping, table, ...streamPart(id, properties) })
    else if (arn.startsWith('arn:aws:sqs:')) queues.push({ ...mapping, ...queuePart(id, properties) })
    else
      throw new StartupError(`Mapping ${id} reads ${arn}: the local cloud knows streams of tables, and queues.`)
  }
  return { streams, queues }
}

/** From LATEST, what is written before the first look would be lost. */
function streamPart(id: string, properties: MappingProperties) {
  const { StartingPosition = '', DestinationConfig } = properties
  if (StartingPosition !== 'TRIM_HORIZON')
    throw new StartupError(
      `Mapping ${id} begins at ${StartingPosition}: the local cloud begins at TRIM_HORIZON.`,
    )
  const filters = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern = '{}' }) => patternOf(Pattern))
  const onFailure = DestinationConfig?.OnFailure?.Destination
  return {
    batchSize: properties.BatchSize ?? 100,
    retries: properties.MaximumRetryAttempts ?? -1,
    maximumAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
    bisects: properties.BisectBatchOnFunctionError ?? false,
    wanted: (record: unknown) => filters.length === 0 || filters.some((matches) => matches(record)),
    ...(onFailure !== undefined && { onFailure }),
  }
}

function queuePart(id: string, { FilterCriteria, BatchSize, ScalingConfig }: MappingProperties) {
  if (FilterCriteria)
    throw new StartupError(`Mapping ${id} filters what a queue brings: the local cloud filters streams alone.`)
  return { batchSize: BatchSize ?? 10, atOnce: ScalingConfig?.MaximumConcurrency ?? callsAtOnce }
}

/** Throws StartupError for a function that is not there. */
export function targetOf(
  { id, functionName }: EventSource,
  functions: readonly LambdaFunction[],
): LambdaFunction {
  const target = functions.find(({ name, arn }) => [name, arn].includes(functionName))
  if (target) return target
  throw new StartupError(`Mapping ${id} calls ${functionName}, which the app does not have.`)
}
