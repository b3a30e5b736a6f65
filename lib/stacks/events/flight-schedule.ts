import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Construct } from 'constructs'
import type { LiveFunction } from '../api/function.ts'
import type { Settings } from '../../../shared/config/settings.ts'

/** Invokes the flight watch every few minutes. Failures are not retried, since the next run follows soon. */
export function watchFlights(scope: Construct, { live }: LiveFunction, { settings }: { settings: Settings }) {
  const rule = new Rule(scope, 'FlightWatch', {
    description: 'Updates flights from the flight-data provider',
    schedule: Schedule.rate(Duration.minutes(settings.flightSyncMinutes)),
    targets: [new LambdaFunction(live, { retryAttempts: 0 })],
  })
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'The next run makes up for a missed one.',
  })
}
