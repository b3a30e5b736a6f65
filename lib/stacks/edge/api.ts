import { Duration, Fn } from 'aws-cdk-lib'
import {
  AllowedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { originSecretHeader, viewerAddressHeader } from '../../../shared/http/address.ts'
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
 * The cache behaviours of the API, by path pattern, and the default one. All but tracking, which is cached, forward what
 * viewers send except `Host`, so that functions read every header they know, `User-Agent` and `Authorization` included: an
 * allow list has room for ten, and never for `Authorization` (CloudFront developer guide, "Configure CloudFront to forward
 * the Authorization header"). The policy omits CloudFront's own headers, so a function writes the viewer's address.
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
  const shared = {
    origin,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    functionAssociations: [
      { function: viewerAddressFunction(scope), eventType: FunctionEventType.VIEWER_REQUEST },
    ],
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
    ...shared,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  }
  return {
    byPath: {
      '/api/v1/track/*': tracking,
      // The path is also the stage name of the WebSocket API.
      [`/${socketStage}`]: { ...others, origin: originAt(socketEndpoint) },
    },
    others,
  }
}

/**
 * Writes the viewer's address over what the viewer sent. A header of our own: CloudFront documents no order in which it adds
 * `CloudFront-Viewer-Address` and runs functions. Functions may write it, since it is neither disallowed nor read-only
 * (CloudFront developer guide, "Restrictions on all edge functions").
 *
 * Also removes a slash at the end of a path, which no route of the API has and the gateway would not match. Query, method and
 * headers stay; a redirect would lose the body of requests whose clients follow it with GET.
 */
const viewerAddressFunction = (scope: Construct) =>
  new EdgeFunction(scope, 'ViewerAddress', {
    runtime: FunctionRuntime.JS_2_0,
    comment: 'Writes the address of the viewer into a header; removes a slash at the end of a path',
    code: FunctionCode.fromInline(`function handler(event) {
  const request = event.request
  request.headers['${viewerAddressHeader.toLowerCase()}'] = { value: event.viewer.ip }
  request.uri = request.uri.replace(/(.)\\/$/, '$1')
  return request
}`),
  })

const hostOf = (endpoint: string) => Fn.select(2, Fn.split('/', endpoint))
