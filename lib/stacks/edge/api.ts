import { Duration, Fn } from 'aws-cdk-lib'
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { originSecretHeader, viewerAddressHeader } from '../../../shared/http/address.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { keptAnswerHeaders } from './headers.ts'
import { socketStage } from '../api/realtime.ts'

interface ApiProps {
  /** `https://…`, without a path. */
  endpoint: string
  /** Where sockets are opened: `wss://…`, without a path. */
  socketEndpoint: string
  secret: ISecret
  settings: Settings
}

/**
 * The cache behaviours of the API, by path pattern, and the default one. CloudFront has no policy that forwards
 * all headers but `Host` and also the viewer's address, so routes that count callers have behaviours of their own
 * with named headers. A stack test compares these patterns with the route table.
 */
export function apiBehaviours(scope: Construct, { endpoint, socketEndpoint, secret, settings }: ApiProps) {
  const origin = new HttpOrigin(hostOf(endpoint), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // CloudFormation puts the key in when it deploys: a template holds no secret. It overwrites what a caller sends.
    customHeaders: { [originSecretHeader]: secret.secretValueFromJson('1').unsafeUnwrap() },
  })
  // A token that came without TLS is lost already; a redirect would hide that.
  const shared = { origin, viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY }
  const uncached = {
    ...shared,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
  }
  const counted: BehaviorOptions = {
    ...uncached,
    originRequestPolicy: new OriginRequestPolicy(scope, 'CountedRequest', {
      comment: 'What signing in needs, and who asks',
      // CloudFront takes ten names at most.
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        'Accept',
        'Access-Control-Request-Headers',
        'Access-Control-Request-Method',
        'Content-Type',
        'Idempotency-Key',
        'If-None-Match',
        'Origin',
        viewerAddressHeader,
      ),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    }),
  }
  const tracking: BehaviorOptions = {
    ...shared,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
    // By the path alone, for as long as the answer says (`max-age`) and at most a minute.
    cachePolicy: new CachePolicy(scope, 'TrackingCache', {
      comment: 'Tracking answers, by path, for as long as they say',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      headerBehavior: CacheHeaderBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'TrackingRequest', {
      comment: 'Who asks',
      headerBehavior: OriginRequestHeaderBehavior.allowList(viewerAddressHeader),
    }),
    responseHeadersPolicy: keptAnswerHeaders(scope, settings),
  }
  const others: BehaviorOptions = {
    ...uncached,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  }
  const socketOrigin = new HttpOrigin(hostOf(socketEndpoint), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
  })
  return {
    byPath: {
      '/api/v1/track/*': tracking,
      '/api/v1/auth/*': counted,
      '/auth/*': counted,
      // The stage of that API has this name, so the path is its own there too.
      [`/${socketStage}`]: { ...others, origin: socketOrigin },
    },
    others,
  }
}

const hostOf = (endpoint: string) => Fn.select(2, Fn.split('/', endpoint))
