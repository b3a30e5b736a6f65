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
}

interface QueueProperties {
  FifoQueue?: boolean
  VisibilityTimeout?: number
  DelaySeconds?: number
  MessageRetentionPeriod?: number
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number | string }
}

/**
 * Returns the queues in the templates (AWS::SQS::Queue), with that resource's defaults.
 * Throws StartupError for a FIFO queue, and for a dead-letter queue that the app does not have.
 */
export function queuesOf(assembly: Assembly, resolve: Resolve): Queue[] {
  const queues = resourcesOf(assembly, 'AWS::SQS::Queue').map((resource) => {
    const properties = resolve(resource.properties, resource.stack) as QueueProperties
    const { RedrivePolicy } = properties
    const name = physicalName(resource)
    if (properties.FifoQueue)
      throw new StartupError(`Queue ${name} is a FIFO queue: the local cloud supports standard queues only.`)
    return {
      name,
      arn: queueArn(resource),
      visibilitySeconds: properties.VisibilityTimeout ?? 30,
      delaySeconds: properties.DelaySeconds ?? 0,
      retentionSeconds: properties.MessageRetentionPeriod ?? 345_600,
      ...(RedrivePolicy && {
        redrive: { arn: RedrivePolicy.deadLetterTargetArn, receives: Number(RedrivePolicy.maxReceiveCount) },
      }),
    }
  })
  for (const { name, redrive } of queues)
    if (redrive && !queues.some(({ arn }) => arn === redrive.arn))
      throw new StartupError(
        `Queue ${name} has the dead-letter queue ${redrive.arn}, which the app does not have.`,
      )
  return queues
}
