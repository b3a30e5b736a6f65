import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { exposedHeaders } from '../../../shared/http/headers.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { allowedOrigins } from '../origins.ts'

/** What a page may do: load what is ours, show photos, ask our API, and nothing inline. */
const contentSecurityPolicy = (photos: Bucket, trustedTypes: boolean) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // A host without a scheme is asked by the page's own: TLS wherever the edge is.
    'img-src': `'self' data: blob: ${photos.bucketRegionalDomainName}`,
    'connect-src': "'self'",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...(trustedTypes && { 'require-trusted-types-for': "'script'" }),
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** Devices and abilities that no page asks for. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** The headers of the pages; the API's own answers bring theirs (shared/http/headers.ts). */
export function pageHeaders(scope: Construct, id: string, photos: Bucket, trustedTypes: boolean) {
  const override = true
  const securityHeadersBehavior: ResponseSecurityHeadersBehavior = {
    contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(photos, trustedTypes), override },
    contentTypeOptions: { override },
    frameOptions: { frameOption: HeadersFrameOption.DENY, override },
    // A tracking id stands in the path.
    referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
    strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override },
  }
  return new ResponseHeadersPolicy(scope, id, {
    comment: 'Pages of the courier service',
    securityHeadersBehavior,
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'Permissions-Policy',
          value: permissions.map((name) => `${name}=()`).join(', '),
          override,
        },
      ],
    },
  })
}

/**
 * The headers of a tracking answer that the edge keeps. It is one for all who ask: so the edge itself says which origins
 * may read it, and leaves out what is left of one address's limit.
 */
export const keptAnswerHeaders = (scope: Construct, settings: Settings) =>
  new ResponseHeadersPolicy(scope, 'TrackingHeaders', {
    comment: 'Tracking answers of the courier service',
    corsBehavior: {
      accessControlAllowOrigins: allowedOrigins(settings),
      accessControlAllowMethods: ['GET', 'HEAD', 'OPTIONS'],
      accessControlAllowHeaders: ['*'],
      accessControlExposeHeaders: exposedHeaders,
      accessControlAllowCredentials: false,
      originOverride: true,
    },
    removeHeaders: ['RateLimit', 'RateLimit-Policy'],
  })
