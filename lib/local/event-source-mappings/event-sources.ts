import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { patternOf, type Matches } from '../eventbridge/pattern.ts'
import { functionNamed, unqualified, type LambdaFunction } from '../lambda/functions.ts'
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

/** An event-source mapping. */
interface EventSource {
  id: string
  /** The ARN in the template. In the emulator, a stream has another one. */
  arn: string
  /** Name or ARN. */
  functionName: string
  batchSize: number
  /** The function reports failed records (ReportBatchItemFailures). */
  reportsFailures: boolean
}

/** A mapping of a table's stream. */
export interface StreamSource extends EventSource {
  table: string
  /** -1: until the record is too old. */
  maxRetries: number
  /** -1: until the stream discards the record. */
  maxAgeSeconds: number
  bisectOnError: boolean
  filter: Matches
  /** The ARN of the queue for discarded records. */
  onFailure?: string
}

/** A mapping of a queue. */
export interface QueueSource extends EventSource {
  /** Maximum number of concurrent invocations. */
  maxConcurrency: number
}

/** Lambda's default is 1,000 concurrent invocations, which is too many for a development machine. */
const defaultConcurrency = 10

/**
 * Returns the enabled event-source mappings in the templates (AWS::Lambda::EventSourceMapping), with that resource's
 * defaults. Throws StartupError for a source other than a table's stream or a queue, and for an unsupported property.
 */
export function eventSourcesOf(assembly: Assembly, resolve: Resolve) {
  const streams: StreamSource[] = []
  const queues: QueueSource[] = []
  for (const resource of resourcesOf(assembly, 'AWS::Lambda::EventSourceMapping')) {
    const properties = resolve(resource.properties, resource.stack) as MappingProperties
    const { EventSourceArn: arn = '', Enabled = true } = properties
    if (!Enabled) continue
    const id = physicalName(resource)
    const reportsFailures = properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false
    const mapping = { id, arn, functionName: unqualified(properties.FunctionName), reportsFailures }
    const [, table] = /^arn:aws:dynamodb:.+:table\/([^/]+)\/stream\//.exec(arn) ?? []
    if (table !== undefined) streams.push({ ...mapping, table, ...streamOptions(id, properties) })
    else if (arn.startsWith('arn:aws:sqs:')) queues.push({ ...mapping, ...queueOptions(id, properties) })
    else
      throw new StartupError(
        `Mapping ${id} reads ${arn}: the local cloud supports streams of tables and queues.`,
      )
  }
  return { streams, queues }
}

/** Only TRIM_HORIZON: from LATEST, records written before the first poll would be lost. */
function streamOptions(id: string, properties: MappingProperties) {
  const { StartingPosition = '', DestinationConfig } = properties
  if (StartingPosition !== 'TRIM_HORIZON')
    throw new StartupError(
      `Mapping ${id} starts at ${StartingPosition}: the local cloud supports TRIM_HORIZON only.`,
    )
  const filters = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern = '{}' }) => patternOf(Pattern))
  const onFailure = DestinationConfig?.OnFailure?.Destination
  return {
    batchSize: properties.BatchSize ?? 100,
    maxRetries: properties.MaximumRetryAttempts ?? -1,
    maxAgeSeconds: properties.MaximumRecordAgeInSeconds ?? -1,
    bisectOnError: properties.BisectBatchOnFunctionError ?? false,
    filter: (record: unknown) => filters.length === 0 || filters.some((matches) => matches(record)),
    ...(onFailure !== undefined && { onFailure }),
  }
}

function queueOptions(id: string, { FilterCriteria, BatchSize, ScalingConfig }: MappingProperties) {
  if (FilterCriteria)
    throw new StartupError(`Mapping ${id} filters a queue: the local cloud supports filters of streams only.`)
  return { batchSize: BatchSize ?? 10, maxConcurrency: ScalingConfig?.MaximumConcurrency ?? defaultConcurrency }
}

/** Throws StartupError if the app does not have the function. */
export function targetOf(
  { id, functionName }: EventSource,
  functions: readonly LambdaFunction[],
): LambdaFunction {
  const target = functionNamed(functions, functionName)
  if (target) return target
  throw new StartupError(`Mapping ${id} invokes ${functionName}, which the app does not have.`)
}
