import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { deliverAccessLog } from '../edge/access-log.ts'
import type { EdgeStack } from '../edge/stack.ts'
import { createAlarm } from './alarm.ts'
import { alarmOf } from './alarms.ts'
import { errorRate } from './error-rate.ts'
import { alarmTopic } from './topic.ts'

/**
 * The access log and the alarm of the edge, in a stack of their own, since AWS requires us-east-1 for both, and they need
 * the distribution.
 */
export class EdgeWatchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { edge, settings, ...props }: StackProps & { edge: EdgeStack; settings: Settings },
  ) {
    super(scope, id, props)
    const { distributionId, accessLogs: bucketName } = edge
    deliverAccessLog(this, { distributionId, bucketName })
    const period = Duration.minutes(alarmOf('EdgeFails').minutes)
    const failing = errorRate(distributionId, '5xxErrorRate').with({ period })
    createAlarm(this, 'EdgeFails', failing, alarmTopic(this, settings))
  }
}
