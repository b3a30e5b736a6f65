import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { physicalName, queueArn } from '../cloudformation/names.ts'

/** A queue in the templates. */
export interface Queue {
  name: string
  arn: string
  /** Visibility timeout. */
  visibilitySeconds: number
  delaySeconds: number
  retentionSeconds: number
  /** The dead-letter queue, by ARN, and the maximum receive count. */
  redrive?: { arn: string; receives: number }
  /** How long ReceiveMessage waits if the request does not say. */
  waitSeconds: number
  /** In a FIFO queue. */
  fifo?: FifoAttributes
}

/** SQS developer guide, "Amazon SQS FIFO queues". */
interface FifoAttributes {
  /** The deduplication id is by default the SHA-256 of the body. */
  contentBasedDeduplication: boolean
  deduplicationScope: 'queue' | 'messageGroup'
  /** High throughput; has no effect locally, since there are no request quotas. */
  throughputLimit: 'perQueue' | 'perMessageGroupId'
}

interface QueueProperties {
  FifoQueue?: boolean
  ContentBasedDeduplication?: boolean
  DeduplicationScope?: FifoAttributes['deduplicationScope']
  FifoThroughputLimit?: FifoAttributes['throughputLimit']
  ReceiveMessageWaitTimeSeconds?: number
  VisibilityTimeout?: number
  DelaySeconds?: number
  MessageRetentionPeriod?: number
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number | string }
}

/**
 * Returns the queues in the templates (AWS::SQS::Queue), with that resource's defaults.
 * Throws StartupError for attributes that SQS rejects, and for a dead-letter queue that the app does not have.
 */
export function queuesOf(assembly: Assembly, resolve: Resolve): Queue[] {
  const queues = resourcesOf(assembly, 'AWS::SQS::Queue').map((resource) => {
    const properties = resolve(resource.properties, resource.stack) as QueueProperties
    const { RedrivePolicy } = properties
    const name = physicalName(resource)
    const fifo = fifoOf(name, properties)
    return {
      name,
      arn: queueArn(resource),
      visibilitySeconds: properties.VisibilityTimeout ?? 30,
      delaySeconds: properties.DelaySeconds ?? 0,
      retentionSeconds: properties.MessageRetentionPeriod ?? 345_600,
      waitSeconds: properties.ReceiveMessageWaitTimeSeconds ?? 0,
      ...(fifo && { fifo }),
      ...(RedrivePolicy && {
        redrive: { arn: RedrivePolicy.deadLetterTargetArn, receives: Number(RedrivePolicy.maxReceiveCount) },
      }),
    }
  })
  for (const { name, redrive, fifo } of queues) {
    if (!redrive) continue
    const deadLetters = queues.find(({ arn }) => arn === redrive.arn)
    if (!deadLetters)
      throw new StartupError(
        `Queue ${name} has the dead-letter queue ${redrive.arn}, which the app does not have.`,
      )
    if (!deadLetters.fifo !== !fifo)
      throw new StartupError(
        `Queue ${name} and its dead-letter queue ${deadLetters.name} must both be FIFO or both be standard queues.`,
      )
  }
  return queues
}

/** The attributes of a FIFO queue; undefined for a standard one. Throws StartupError where SQS rejects them. */
function fifoOf(name: string, properties: QueueProperties): FifoAttributes | undefined {
  const { ContentBasedDeduplication = false, DeduplicationScope, FifoThroughputLimit } = properties
  if ((properties.FifoQueue ?? false) !== name.endsWith('.fifo'))
    throw new StartupError(`Queue ${name}: the name of a FIFO queue, and of no other, must end with .fifo.`)
  if (!properties.FifoQueue) {
    if (ContentBasedDeduplication || DeduplicationScope || FifoThroughputLimit)
      throw new StartupError(`Queue ${name} has attributes of a FIFO queue, but FifoQueue is not true.`)
    return undefined
  }
  const deduplicationScope = DeduplicationScope ?? 'queue'
  const throughputLimit = FifoThroughputLimit ?? 'perQueue'
  if (throughputLimit === 'perMessageGroupId' && deduplicationScope === 'queue')
    throw new StartupError(
      `Queue ${name}: FifoThroughputLimit perMessageGroupId requires DeduplicationScope messageGroup.`,
    )
  return { contentBasedDeduplication: ContentBasedDeduplication, deduplicationScope, throughputLimit }
}
