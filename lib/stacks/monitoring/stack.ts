import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { createAlarm } from './alarm.ts'
import { mainAlarmNames, type MainAlarmName } from './alarms.ts'
import { runEvery } from '../events/schedule.ts'
import { createDashboard } from './dashboard.ts'
import { metricsOf } from './metrics.ts'
import { alarmTopic } from './topic.ts'
import type { MonitoredStacks } from './watched.ts'

/** The alarms (alarms.ts), the topic that they notify, and a dashboard. */
export class MonitoringStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, api, data, edge, firewall, ...props }: MonitoredStacks & StackProps & { settings: Settings },
  ) {
    super(scope, id, props)
    // Through the public URL, as users do.
    if (settings.canaryMinutes > 0)
      runEvery(this, 'Canary', {
        description: 'A synthetic journey through the service',
        minutes: settings.canaryMinutes,
        live: api.canary,
        event: { url: edge.url },
      })
    const metrics = metricsOf(this, { api, data })
    const topic = alarmTopic(this, settings, data.key)
    const createdAlarms = Object.fromEntries(
      mainAlarmNames.map((name) => [name, createAlarm(this, name, metrics[name], topic)]),
    ) as Record<MainAlarmName, Alarm>
    createDashboard(this, createdAlarms, { api, data, edge, firewall })
  }
}
