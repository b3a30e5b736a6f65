import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { Distribution, HttpVersion, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import type { ApiStack } from '../api/stack.ts'
import type { DataStack } from '../data/stack.ts'
import { apiBehaviours } from './api.ts'
import type { FirewallStack } from './firewall.ts'
import { accessLogBucket } from './access-log.ts'
import { Site } from './site.ts'

interface EdgeProps extends StackProps {
  api: ApiStack
  data: DataStack
  firewall: FirewallStack
  settings: Settings
}

/** Errors that CloudFront would cache for ten seconds. The setting applies to all paths of a distribution. */
const cachedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/** CloudFront with a firewall in front of the API and the pages, on one domain. */
export class EdgeStack extends Stack {
  readonly distributionId: string
  /** The URL of pages and API, without a slash at its end. */
  readonly url: string
  /** The name of the bucket of the access log. */
  readonly accessLogs: string

  constructor(scope: Construct, id: string, { api, data, firewall, settings, ...props }: EdgeProps) {
    super(scope, id, props)
    const { byPath, others } = apiBehaviours(this, {
      endpoint: api.endpoint,
      socketEndpoint: api.socketEndpoint,
      secret: data.secrets.origin,
      settings,
    })
    const site = new Site(this, 'Site', { settings, data })
    const distribution = new Distribution(this, 'Edge', {
      comment: 'The courier service',
      defaultBehavior: others,
      additionalBehaviors: { ...byPath, ...site.behaviours },
      errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      webAclId: firewall.arn,
      ...this.#ownName(settings),
    })
    this.distributionId = distribution.distributionId
    this.accessLogs = accessLogBucket(this, settings).ref
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR3', reason: 'Its access log is delivered by the stack EdgeWatch.' },
      { id: 'AwsSolutions-CFR1', reason: 'Recipients track shipments from every country.' },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'On a cloudfront.net domain, CloudFront determines the TLS version; see certificateArn.',
      },
    )
    this.url = `https://${settings.domainName || distribution.distributionDomainName}`
    new CfnOutput(this, 'Url', { value: this.url })
    if (settings.domainName) this.#record(distribution, settings)
  }

  /** The company's own domain, for pages and API. */
  #ownName({ certificateArn, domainName, hostedZoneId }: Settings) {
    if (!certificateArn && !domainName && !hostedZoneId) return {}
    if (!certificateArn || !domainName)
      throw new Error(
        'An own domain needs both settings domainName and certificateArn (of a certificate in us-east-1).',
      )
    return {
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    }
  }

  /** The DNS records of the own domain, or what to add to a zone that is elsewhere. */
  #record(distribution: Distribution, { domainName, hostedZoneId }: Settings) {
    if (!hostedZoneId) {
      new CfnOutput(this, 'DnsRecord', {
        value: `${domainName} CNAME ${distribution.distributionDomainName}`,
      })
      return
    }
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName })
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
    // Without a name of their own, records get the name that is given for the zone.
    new ARecord(this, 'Record', { zone, target })
    new AaaaRecord(this, 'RecordV6', { zone, target })
  }
}
