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

/**
 * Pages may load their own files, show photos, call the API, and upload imports. Inline code is blocked. In a page with a
 * service worker, only the policy named `workers` may name scripts (W3C Trusted Types).
 */
const pagePolicy = ({ photos, files }: PageBuckets, { serviceWorkerScope }: PageOptions) =>
  policyOf({
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
    ...(serviceWorkerScope && {
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'trusted-types': 'workers',
    }),
  })
/** A worker that decodes barcodes compiles its own WebAssembly, which the pages may not. */
const decoderPolicy = policyOf({
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
})

function policyOf(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}

/** The buckets whose files pages read and upload. */
interface PageBuckets {
  photos: Bucket
  files: Bucket
}

/** Browser features that no page uses. */
const permissions = ['display-capture', 'geolocation', 'microphone', 'payment', 'usb']

export interface PageOptions {
  /** Whether it scans with the camera. */
  usesCamera?: boolean
  /** The path that the page's service worker controls, with all below it; without, the page has none. */
  serviceWorkerScope?: string
}

/** The headers of pages. API responses have their own (shared/http/headers.ts). */
export function pageHeaders(scope: Construct, id: string, buckets: PageBuckets, options: PageOptions = {}) {
  const { usesCamera = false, serviceWorkerScope } = options
  const features = [`camera=(${usesCamera ? 'self' : ''})`, ...permissions.map((name) => `${name}=()`)]
  return new ResponseHeadersPolicy(scope, id, {
    comment: 'Pages of the courier service',
    securityHeadersBehavior: securityHeaders(pagePolicy(buckets, options)),
    customHeadersBehavior: {
      customHeaders: [
        // A window that opened the page, or that it opens, cannot reach into it.
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override },
        { header: 'Permissions-Policy', value: features.join(', '), override },
        ...(serviceWorkerScope
          ? [{ header: 'Service-Worker-Allowed', value: serviceWorkerScope, override }]
          : []),
      ],
    },
  })
}

/** The headers of the worker that decodes barcodes. A worker has the policy of its own response (HTML, "Workers"). */
export const decoderHeaders = (scope: Construct) =>
  new ResponseHeadersPolicy(scope, 'DecoderHeaders', {
    comment: 'The barcode decoder of the courier service',
    securityHeadersBehavior: securityHeaders(decoderPolicy),
  })

const override = true
const securityHeaders = (contentSecurityPolicy: string): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy, override },
  contentTypeOptions: { override },
  frameOptions: { frameOption: HeadersFrameOption.DENY, override },
  // The path contains the tracking id.
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override },
})

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
