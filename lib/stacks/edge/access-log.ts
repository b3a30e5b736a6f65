import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
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
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'x-edge-result-type',
  'x-edge-request-id',
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
 * Delivers the distribution's access log to its bucket (CloudFront developer guide, "Configure standard logging (v2)"). AWS
 * requires us-east-1 for these resources.
 */
export function deliverAccessLog(
  stack: Stack,
  { distributionId, bucketName }: { distributionId: string; bucketName: string },
) {
  const name = stack.stackName
  const source = new CfnDeliverySource(stack, 'Source', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: stack.formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: distributionId,
    }),
  })
  const destination = new CfnDeliveryDestination(stack, 'Destination', {
    name,
    destinationResourceArn: stack.formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: bucketName,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    }),
    outputFormat: 'json',
  })
  new CfnDelivery(stack, 'Delivery', {
    deliverySourceName: source.ref,
    deliveryDestinationArn: destination.attrArn,
    recordFields,
  })
}
