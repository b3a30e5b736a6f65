import { Duration } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'

/** The percentage of a distribution's responses with an error. CloudFront writes its metrics in us-east-1. */
export const errorRate = (
  DistributionId: string,
  metricName: '4xxErrorRate' | '5xxErrorRate',
  region?: string,
) =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    statistic: 'Average',
    period: Duration.minutes(5),
    ...(region !== undefined && { region }),
    dimensionsMap: { DistributionId, Region: 'Global' },
  })
