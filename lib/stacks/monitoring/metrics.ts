import { Duration, Stack } from 'aws-cdk-lib'
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter, type IFilterPattern } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { jobs } from '../../../functions/index.ts'
import { familyRevoked } from '../../../shared/auth/sessions.ts'
import { alarmOf, type AlarmName } from './alarms.ts'
import type { ApiStack } from '../api/stack.ts'
import type { DataStack } from '../data/stack.ts'

/** What the auth function's log is searched for. A level above INFO leaves out the lines of requests. */
export const logFilters = {
  SessionStolen: FilterPattern.stringValue('$.message', '=', familyRevoked),
  PasswordsGuessed: FilterPattern.all(
    FilterPattern.stringValue('$.route', '=', 'POST /api/v1/auth/login'),
    FilterPattern.any(
      FilterPattern.numberValue('$.status', '=', 401),
      FilterPattern.numberValue('$.status', '=', 429),
    ),
  ),
} satisfies Partial<Record<AlarmName, IFilterPattern>>

/** What the service does with the table (lib/stacks/data/grants.ts); a transaction is an operation of its own. */
const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
]

/** The metric of each alarm, over the time that it looks at. */
export function metricsOf(
  scope: Construct,
  { api, data }: { api: ApiStack; data: DataStack },
): Record<AlarmName, IMetric> {
  const { functions, queues, httpApi } = api
  const during = (name: AlarmName, statistic = 'Sum') => ({
    statistic,
    period: Duration.minutes(alarmOf(name).minutes),
  })
  const table = (name: AlarmName, metricName: string) =>
    sum(
      name,
      operations.map(
        (Operation) =>
          new Metric({
            ...{ namespace: 'AWS/DynamoDB', metricName, ...during(name) },
            dimensionsMap: { TableName: data.table.tableName, Operation },
          }),
      ),
    )
  // An alarm takes ten metrics at most. The groups' errors are the API's; the rotation has an alarm of its own.
  const others = (Object.keys(jobs) as (keyof typeof jobs)[]).filter((name) => name !== 'rotation')
  const working = [queues.webhooks, queues.live, queues.sweeps]
  const logged = (name: keyof typeof logFilters) =>
    new MetricFilter(scope, `${name}Lines`, {
      logGroup: functions.auth.logGroup,
      filterPattern: logFilters[name],
      metricNamespace: Stack.of(scope).stackName,
      metricName: name,
      defaultValue: 0,
    }).metric(during(name))
  const reputation = (name: AlarmName, metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...during(name, 'Average') })
  return {
    ApiFails: httpApi.metricServerError(during('ApiFails')),
    ApiSlow: httpApi.metricLatency(during('ApiSlow', 'p99')),
    JobsFail: sum(
      'JobsFail',
      others.map((job) => functions[job].metricErrors(during('JobsFail'))),
    ),
    FunctionsThrottled: sum(
      'FunctionsThrottled',
      (['auth', ...others] as const).map((one) => functions[one].metricThrottles(during('FunctionsThrottled'))),
    ),
    TableFails: table('TableFails', 'SystemErrors'),
    TableThrottled: table('TableThrottled', 'ThrottledRequests'),
    EventsLate: functions.publisher.metric('IteratorAge', during('EventsLate', 'Maximum')),
    LettersLate: functions.mailer.metric('IteratorAge', during('LettersLate', 'Maximum')),
    QueuesLate: sum(
      'QueuesLate',
      working.map((queue) => queue.metricApproximateAgeOfOldestMessage(during('QueuesLate', 'Maximum'))),
      'MAX',
    ),
    Undelivered: queues.undelivered.metricApproximateNumberOfMessagesVisible(during('Undelivered', 'Maximum')),
    SessionStolen: logged('SessionStolen'),
    PasswordsGuessed: logged('PasswordsGuessed'),
    KeysNotRenewed: functions.rotation.metricErrors(during('KeysNotRenewed')),
    LettersBounce: reputation('LettersBounce', 'Reputation.BounceRate'),
    LettersUnwanted: reputation('LettersUnwanted', 'Reputation.ComplaintRate'),
  }
}

/** Of some metrics at each moment; what is silent counts as nothing, where `a + b` would be silent too. */
const sum = (name: AlarmName, metrics: readonly IMetric[], how = 'SUM') =>
  new MathExpression({
    expression: `${how}(METRICS())`,
    label: name,
    period: Duration.minutes(alarmOf(name).minutes),
    usingMetrics: Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric])),
  })
