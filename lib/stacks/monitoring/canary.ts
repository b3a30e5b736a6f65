import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import type { MonitoredStacks } from './watched.ts'

/** Runs the synthetic journey every few minutes through the public URL, past which no user goes. */
export function scheduleCanary(
  scope: Construct,
  { api, edge, settings }: Pick<MonitoredStacks, 'api' | 'edge'> & { settings: Settings },
) {
  const rule = new Rule(scope, 'Canary', {
    description: 'A synthetic journey through the service',
    schedule: Schedule.rate(Duration.minutes(settings.canaryMinutes)),
    targets: [
      new LambdaFunction(api.canary, {
        retryAttempts: 0,
        event: RuleTargetInput.fromObject({ url: edge.url }),
      }),
    ],
  })
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'The next journey makes up for a missed one.',
  })
}
