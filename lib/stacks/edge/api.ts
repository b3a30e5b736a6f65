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
import { sessionCookieHeader, sessionCookieName } from '../../../shared/http/headers.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { trackingHeaders } from './headers.ts'
import { socketStage } from '../api/realtime.ts'

interface ApiProps {
  /** `https://…`, without a path. */
  endpoint: string
  /** The WebSocket API: `wss://…`, without a path. */
  socketEndpoint: string
  secret: ISecret
  settings: Settings
}

/**
 * The cache behaviours of the API, by path pattern, and the default one. CloudFront has no policy that forwards all
 * headers except `Host` together with the viewer's address, so rate-limited routes have behaviours with a list of
 * headers. A stack test compares these patterns with the route table.
 */
export function apiBehaviours(scope: Construct, { endpoint, socketEndpoint, secret, settings }: ApiProps) {
  // A dynamic reference: the template contains no secret, and CloudFormation reads it only when the text of the reference
  // changes, as it does with the number of the key. The header overwrites one that a client sends.
  const key = secret.secretValueFromJson(String(settings.originKey)).unsafeUnwrap()
  const originAt = (url: string) =>
    new HttpOrigin(hostOf(url), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { [originSecretHeader]: key },
    })
  const origin = originAt(endpoint)
  // No redirect: a token that was sent without TLS is compromised, and a redirect would hide that.
  const shared = { origin, viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY }
  const uncached = {
    ...shared,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
  }
  const rateLimited: BehaviorOptions = {
    ...uncached,
    originRequestPolicy: new OriginRequestPolicy(scope, 'CountedRequest', {
      comment: 'Headers and cookie of sign-in requests, and the viewer address',
      // CloudFront's limit is ten headers.
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        'Accept',
        'Access-Control-Request-Headers',
        'Access-Control-Request-Method',
        'Content-Type',
        'Idempotency-Key',
        'If-None-Match',
        'Origin',
        'Sec-Fetch-Site',
        sessionCookieHeader,
        viewerAddressHeader,
      ),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.allowList(sessionCookieName),
    }),
  }
  const tracking: BehaviorOptions = {
    ...shared,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
    // Cached by path, for the response's `max-age`, at most a minute.
    cachePolicy: new CachePolicy(scope, 'TrackingCache', {
      comment: 'Tracking responses, by path, for their max-age',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      headerBehavior: CacheHeaderBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'TrackingRequest', {
      comment: 'Viewer address',
      headerBehavior: OriginRequestHeaderBehavior.allowList(viewerAddressHeader),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    }),
    responseHeadersPolicy: trackingHeaders(scope, settings),
  }
  const others: BehaviorOptions = {
    ...uncached,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  }
  return {
    byPath: {
      '/api/v1/track/*': tracking,
      '/api/v1/auth/*': rateLimited,
      '/auth/*': rateLimited,
      // The path is also the stage name of the WebSocket API.
      [`/${socketStage}`]: { ...others, origin: originAt(socketEndpoint) },
    },
    others,
  }
}

const hostOf = (endpoint: string) => Fn.select(2, Fn.split('/', endpoint))
