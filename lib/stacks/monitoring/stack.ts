import { Stack, type StackProps } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { alarmNames, alarmOf, conditionOf, type AlarmName } from './alarms.ts'
import { scheduleCanary } from './canary.ts'
import { createDashboard } from './dashboard.ts'
import { metricsOf } from './metrics.ts'
import { alarmTopic } from './topic.ts'
import type { MonitoredStacks } from './watched.ts'

/** The alarms (alarms.ts), the topic that they notify, and a dashboard. */
export class WatchStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, api, data, edge, firewall, ...props }: MonitoredStacks & StackProps & { settings: Settings },
  ) {
    super(scope, id, props)
    if (settings.canaryMinutes > 0) scheduleCanary(this, { api, edge, settings })
    const metrics = metricsOf(this, { api, data })
    const action = new SnsAction(alarmTopic(this, data.key, settings))
    const createdAlarms = Object.fromEntries(
      alarmNames.map((name) => {
        const row = alarmOf(name)
        const alarm = new Alarm(this, name, {
          // Deployments watch some alarms by name (lib/stacks/rollout).
          alarmName: `${this.stackName}-${name}`,
          metric: metrics[name],
          threshold: row.threshold * (row.scale ?? 1),
          evaluationPeriods: 1,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          treatMissingData: TreatMissingData.NOT_BREACHING,
          alarmDescription: `${conditionOf(row)}. ${row.effect} See docs/operations/runbook.md, ${name}.`,
        })
        alarm.addAlarmAction(action)
        alarm.addOkAction(action)
        return [name, alarm]
      }),
    ) as Record<AlarmName, Alarm>
    createDashboard(this, createdAlarms, { api, data, edge, firewall })
  }
}
