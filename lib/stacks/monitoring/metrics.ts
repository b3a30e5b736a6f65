import { Duration, Stack } from 'aws-cdk-lib'
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter, type IFilterPattern } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { groups, jobs } from '../../../functions/index.ts'
import { familyRevoked, racedByAnotherAgent } from '../../../shared/auth/sessions.ts'
import { companyThrottled } from '../../../shared/db/stores/quotas.ts'
import { rejected } from '../../../shared/mail/ses.ts'
import { alarmOf, type AlarmName, type MainAlarmName } from './alarms.ts'
import type { ApiStack } from '../api/stack.ts'
import type { DataStack } from '../data/stack.ts'

/** Metric filters of functions' logs. A log level above INFO suppresses the lines of requests. */
export const logFilters = {
  LettersRejected: FilterPattern.stringValue('$.outcome', '=', rejected),
  SessionStolen: FilterPattern.any(
    FilterPattern.stringValue('$.message', '=', familyRevoked),
    FilterPattern.stringValue('$.message', '=', racedByAnotherAgent),
  ),
  PasswordsGuessed: FilterPattern.all(
    FilterPattern.stringValue('$.route', '=', 'POST /api/v1/auth/login'),
    FilterPattern.any(
      FilterPattern.numberValue('$.status', '=', 401),
      FilterPattern.numberValue('$.status', '=', 429),
    ),
  ),
  CompanyThrottled: FilterPattern.stringValue('$.message', '=', companyThrottled),
} satisfies Partial<Record<AlarmName, IFilterPattern>>

/** The functions that count requests of companies. */
const withQuota = (Object.keys(groups) as (keyof typeof groups)[]).filter((name) =>
  groups[name].routes.some(({ access }) => access !== 'public'),
)

/** The operations on the table (lib/stacks/data/grants.ts). Metrics count a transaction as its own operation. */
const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
]

/** The metric of each alarm, over its period. */
export function metricsOf(
  scope: Construct,
  { api, data }: { api: ApiStack; data: DataStack },
): Record<MainAlarmName, IMetric> {
  const { functions, queueJobs, queues, httpApi } = api
  const period = (name: AlarmName, statistic = 'Sum') => ({
    statistic,
    period: Duration.minutes(alarmOf(name).minutes),
  })
  const table = (name: AlarmName, metricName: string) =>
    sum(
      name,
      operations.map(
        (Operation) =>
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName,
            ...period(name),
            dimensionsMap: { TableName: data.table.tableName, Operation },
          }),
      ),
    )
  // An alarm's limit is ten metrics. Errors of route groups are in the API's metric, canary and rotation have their own
  // alarms, messages on which photosweep fails become Undelivered, and those of transferworker and shipmentcounter are late.
  const failures = (name: 'JobsFail' | 'QueueJobsFail') =>
    sum(
      name,
      (Object.keys(functions) as (keyof typeof functions)[])
        .filter((job) => Object.hasOwn(jobs, job) && !['canary', 'rotation', 'photosweep'].includes(job))
        .filter((job) => queueJobs.includes(job) === (name === 'QueueJobsFail'))
        .map((job) => functions[job].metricErrors(period(name))),
    )
  const { feed, webhooks, live, scheduled, sweeps, transfers, statistics } = queues
  const jobQueues = [feed, webhooks, live, scheduled, sweeps, transfers, statistics]
  const logged = (name: keyof typeof logFilters, id: string, { logGroup }: Lambda, metricValue = '1') =>
    new MetricFilter(scope, id, {
      logGroup,
      metricValue,
      filterPattern: logFilters[name],
      metricNamespace: Stack.of(scope).stackName,
      metricName: name,
      defaultValue: 0,
    }).metric(period(name))
  const loggedBy = (handler: Lambda, name: keyof typeof logFilters) => logged(name, `${name}Lines`, handler)
  // The filters of all logs count into one metric.
  const [throttledCompanies] = withQuota.map((group) =>
    logged('CompanyThrottled', `CompanyThrottled${group}Lines`, functions[group], '$.refused'),
  )
  if (!throttledCompanies) throw new Error('No function counts requests of companies')
  const reputation = (name: AlarmName, metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, ...period(name, 'Average') })
  return {
    ApiFails: httpApi.metricServerError(period('ApiFails')),
    ApiSlow: httpApi.metricLatency(period('ApiSlow', 'p99')),
    JourneyFails: functions.canary.metricErrors(period('JourneyFails')),
    JobsFail: failures('JobsFail'),
    QueueJobsFail: failures('QueueJobsFail'),
    // The account's, whose concurrency all functions share: their own would exceed ten metrics.
    FunctionsThrottled: Lambda.metricAllThrottles(period('FunctionsThrottled')),
    TableFails: table('TableFails', 'SystemErrors'),
    TableThrottled: table('TableThrottled', 'ThrottledRequests'),
    // A metric of the table, without an operation.
    TableConflicts: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'TransactionConflict',
      ...period('TableConflicts'),
      dimensionsMap: { TableName: data.table.tableName },
    }),
    EventsLate: functions.publisher.metric('IteratorAge', period('EventsLate', 'Maximum')),
    LettersLate: functions.mailer.metric('IteratorAge', period('LettersLate', 'Maximum')),
    LettersRejected: loggedBy(functions.mailer, 'LettersRejected'),
    QueuesLate: sum(
      'QueuesLate',
      jobQueues.map((queue) => queue.metricApproximateAgeOfOldestMessage(period('QueuesLate', 'Maximum'))),
      'MAX',
    ),
    Undelivered: queues.undelivered.metricApproximateNumberOfMessagesVisible(period('Undelivered', 'Maximum')),
    SessionStolen: loggedBy(functions.auth, 'SessionStolen'),
    PasswordsGuessed: loggedBy(functions.auth, 'PasswordsGuessed'),
    CompanyThrottled: throttledCompanies,
    KeysNotRenewed: functions.rotation.metricErrors(period('KeysNotRenewed')),
    LettersBounce: reputation('LettersBounce', 'Reputation.BounceRate'),
    LettersUnwanted: reputation('LettersUnwanted', 'Reputation.ComplaintRate'),
  }
}

/** Aggregates metrics. Missing data counts as zero, while `a + b` would be missing too. */
const sum = (name: AlarmName, metrics: readonly IMetric[], how = 'SUM') =>
  new MathExpression({
    expression: `${how}(METRICS())`,
    label: name,
    period: Duration.minutes(alarmOf(name).minutes),
    usingMetrics: Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric])),
  })
