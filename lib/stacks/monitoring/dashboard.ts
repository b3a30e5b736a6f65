import { Duration } from 'aws-cdk-lib'
import { AlarmStatusWidget, Dashboard, GraphWidget, Metric, type Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { edgeRegion } from '../edge/firewall.ts'
import { mainAlarmNames, type MainAlarmName } from './alarms.ts'
import { errorRate } from './error-rate.ts'
import type { MonitoredStacks } from './watched.ts'

const [width, height] = [8, 6]

/** Creates the dashboard: alarm states, requests, the edge, and each alarm's metric with its threshold. */
export function createDashboard(
  scope: Construct,
  alarms: Readonly<Record<MainAlarmName, Alarm>>,
  { api, edge, firewall }: MonitoredStacks,
) {
  const all = mainAlarmNames.map((name) => alarms[name])
  // The metrics of CloudFront and its firewall are in us-east-1.
  const edgeMetric = (namespace: string, metricName: string, dimensionsMap: Record<string, string>) => ({
    namespace,
    metricName,
    dimensionsMap,
    region: edgeRegion,
    period: Duration.minutes(5),
  })
  const rates = (['4xxErrorRate', '5xxErrorRate'] as const).map((name) =>
    errorRate(edge.distributionId, name, edgeRegion),
  )
  const blocked = new Metric({
    ...edgeMetric('AWS/WAFV2', 'BlockedRequests', { WebACL: firewall.stackName, Rule: 'ALL' }),
    statistic: 'Sum',
  })
  const { httpApi } = api
  const graph = (title: string, left: Metric[]) => new GraphWidget({ title, left, width, height })
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: all, width: 3 * width, height: 3 })],
      [
        // 4xx includes the 429 of the gateway and of the service.
        graph('Requests', [httpApi.metricCount({ statistic: 'Sum' }), httpApi.metricClientError()]),
        graph('Errors at the edge, in percent', rates),
        graph('Blocked by the firewall', [blocked]),
      ],
      mainAlarmNames.map(
        (name) =>
          new GraphWidget({
            title: name,
            left: [alarms[name].metric],
            leftAnnotations: [alarms[name].toAnnotation()],
            width,
            height,
          }),
      ),
    ],
  })
}
