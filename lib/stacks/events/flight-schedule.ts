import { Duration, Validations } from 'aws-cdk-lib'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/** Has the flights looked at every few minutes. A look that fails is not repeated: the next one comes soon. */
export function watchFlights(scope: Construct, handler: Lambda, { settings }: { settings: Settings }) {
  const rule = new Rule(scope, 'FlightWatch', {
    description: 'Brings flights up to date from the flight-data provider',
    schedule: Schedule.rate(Duration.minutes(settings.flightSyncMinutes)),
    targets: [new LambdaFunction(handler, { retryAttempts: 0 })],
  })
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'A look that was missed is made up for by the next.',
  })
}
