import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { alarmOf, conditionOf, physicalAlarmName, type AlarmName } from './alarms.ts'

/** An alarm as its row describes it, which notifies the topic, even when it is over. */
export function createAlarm(scope: Construct, name: AlarmName, metric: IMetric, topic: Topic): Alarm {
  const row = alarmOf(name)
  const alarm = new Alarm(scope, name, {
    alarmName: physicalAlarmName(Stack.of(scope).stackName, name),
    metric,
    threshold: row.threshold * (row.scale ?? 1),
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${conditionOf(row)}. ${row.effect} See docs/operations/runbook.md, ${name}.`,
  })
  const action = new SnsAction(topic)
  alarm.addAlarmAction(action)
  alarm.addOkAction(action)
  return alarm
}
