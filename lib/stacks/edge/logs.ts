import { ArnFormat, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs'
import { ObjectOwnership, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { privateBucket } from '../data/bucket.ts'
import { edgeRegion } from './firewall.ts'

/**
 * The edge's access log contains IP addresses and paths with tracking ids, which are needed to find an attacker. So the
 * bucket is private, and the log expires with the others. It contains no query strings (tickets, codes of identity
 * providers), no cookies and no tokens.
 */
const recordFields = [
  ...['date', 'time', 'c-ip', 'cs-method', 'cs-uri-stem', 'sc-status'],
  ...['x-edge-result-type', 'x-edge-request-id'],
]

/** The bucket of the edge's access log, in the region of the other data. */
export function accessLogBucket(scope: Construct, settings: Settings): CfnBucket {
  const unlogged = 'It contains access logs; its own log would need another bucket.'
  const bucket = privateBucket(scope, 'AccessLogs', unlogged, settings, {
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    lifecycleRules: [{ expiration: Duration.days(settings.logDays) }],
  })
  const { account, partition } = Stack.of(scope)
  // CloudWatch Logs user guide, "Logs sent to Amazon S3". The deliveries are in CloudFront's region.
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      actions: ['s3:PutObject'],
      resources: [bucket.arnForObjects(`AWSLogs/${account}/*`)],
      conditions: {
        StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${edgeRegion}:${account}:*` },
      },
    }),
  )
  return bucket.node.defaultChild as CfnBucket
}

/**
 * Delivers the distribution's access log to its bucket (CloudFront developer guide, "Configure standard logging (v2)"). In
 * its own stack, since AWS requires us-east-1 for these, and they need the distribution.
 */
export class EdgeLogsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { distributionId: string; bucketName: string },
  ) {
    super(scope, id, props)
    const name = this.stackName
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: this.formatArn({
        ...{ service: 'cloudfront', region: '', resource: 'distribution' },
        resourceName: props.distributionId,
      }),
    })
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: this.formatArn({
        ...{ service: 's3', region: '', account: '', resource: props.bucketName },
        arnFormat: ArnFormat.NO_RESOURCE_NAME,
      }),
      outputFormat: 'json',
    })
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    })
  }
}
