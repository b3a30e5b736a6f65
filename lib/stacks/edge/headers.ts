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

/** Pages may load their own files, show photos, call the API, and upload imports. Inline code is blocked. */
const contentSecurityPolicy = ({ photos, files }: PageBuckets) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // A host without a scheme matches the page's scheme: https at the edge.
    'img-src': `'self' data: blob: ${photos.bucketRegionalDomainName}`,
    'connect-src': `'self' ${files.bucketRegionalDomainName}`,
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** The buckets whose files pages read and upload. */
interface PageBuckets {
  photos: Bucket
  files: Bucket
}

/** Browser features that no page uses. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** The headers of pages. API responses have their own (shared/http/headers.ts). */
export function pageHeaders(scope: Construct, id: string, buckets: PageBuckets) {
  const override = true
  const securityHeadersBehavior: ResponseSecurityHeadersBehavior = {
    contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(buckets), override },
    contentTypeOptions: { override },
    frameOptions: { frameOption: HeadersFrameOption.DENY, override },
    // The path contains the tracking id.
    referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
    strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override },
  }
  return new ResponseHeadersPolicy(scope, id, {
    comment: 'Pages of the courier service',
    securityHeadersBehavior,
    customHeadersBehavior: {
      customHeaders: [
        // A window that opened the page, or that it opens, cannot reach into it.
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override },
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
 * The headers of a cached tracking response, which is shared between clients: the edge sets the CORS headers, and removes
 * the rate limit of the client that caused the request.
 */
export const trackingHeaders = (scope: Construct, settings: Settings) =>
  new ResponseHeadersPolicy(scope, 'TrackingHeaders', {
    comment: 'Tracking responses of the courier service',
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
