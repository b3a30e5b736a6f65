import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/**
 * Invokes a function at a rate, in minutes, by default with EventBridge's event. Failures are not retried: the next run makes up
 * for them. The local cloud supports rates only.
 */
export function runEvery(
  scope: Construct,
  id: string,
  target: { description: string; minutes: number; live: IFunction; event?: Record<string, unknown> },
) {
  const rule = new Rule(scope, id, {
    description: target.description,
    schedule: Schedule.rate(Duration.minutes(target.minutes)),
    targets: [
      new LambdaFunction(target.live, {
        retryAttempts: 0,
        ...(target.event && { event: RuleTargetInput.fromObject(target.event) }),
      }),
    ],
  })
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'The next run makes up for a missed one.',
  })
}
