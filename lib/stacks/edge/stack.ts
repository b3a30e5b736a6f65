import { CfnOutput, Duration, ReferenceStrength, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { Distribution, HttpVersion, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import { ObjectOwnership, type IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import type { ApiStack } from '../api/stack.ts'
import type { DataStack } from '../data/stack.ts'
import { privateBucket } from '../data/bucket.ts'
import { apiBehaviours } from './api.ts'
import type { FirewallStack } from './firewall.ts'
import { Site } from './site.ts'

interface EdgeProps extends StackProps {
  api: ApiStack
  data: DataStack
  firewall: FirewallStack
  settings: Settings
}

/** Errors that CloudFront would keep for ten seconds by itself; as a rule of the distribution it is one for all paths. */
const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

/** CloudFront in front of the API and of the pages: one address for all, with a firewall. */
export class EdgeStack extends Stack {
  readonly distributionId: string

  constructor(scope: Construct, id: string, { api, data, firewall, settings, ...props }: EdgeProps) {
    super(scope, id, props)
    const { byPath, others } = apiBehaviours(this, {
      endpoint: api.endpoint,
      socketEndpoint: api.socketEndpoint,
      secret: data.secrets.origin,
      settings,
    })
    const site = new Site(this, 'Site', { settings, photos: data.buckets.photos })
    const distribution = new Distribution(this, 'Edge', {
      comment: 'The courier service',
      defaultBehavior: others,
      additionalBehaviors: { ...byPath, ...site.behaviours },
      errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableIpv6: true,
      logBucket: this.#logBucket(settings),
      logIncludesCookies: false,
      webAclId: Stack.consumeReference(firewall.arn, ReferenceStrength.WEAK),
      ...this.#ownName(settings),
    })
    this.distributionId = distribution.distributionId
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Parcels are followed from every country.' },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'Under an address of CloudFront’s own it is CloudFront who decides on TLS; see certificateArn.',
      },
    )
    new CfnOutput(this, 'Url', { value: `https://${distribution.distributionDomainName}` })
  }

  /** The company's own name at the edge, which is where `publicUrl` says that people reach the API. */
  #ownName({ certificateArn, publicUrl }: Settings) {
    if (!certificateArn) return {}
    if (!publicUrl) throw new Error('Setting certificateArn is for the host of publicUrl: set publicUrl too.')
    return {
      domainNames: [new URL(publicUrl).hostname],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    }
  }

  /**
   * CloudFront's log has addresses, user agents and paths, which may hold a tracking id: what it takes to find an
   * attacker, so it is private and goes when other logs go. It has no cookies and no headers with tokens.
   */
  #logBucket(settings: Settings) {
    return privateBucket(
      this,
      'Logs',
      'It holds logs itself; a log of its readers would need another.',
      settings,
      {
        // CloudFront writes as a foreign account.
        objectOwnership: ObjectOwnership.OBJECT_WRITER,
        lifecycleRules: [{ expiration: Duration.days(settings.logDays) }],
      },
    ) as IBucket
  }
}
