import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { reference } from '../cloudformation/names.ts'

interface PolicyConfig {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: { ContentSecurityPolicy: string }
    ContentTypeOptions?: object
    FrameOptions?: { FrameOption: string }
    ReferrerPolicy?: { ReferrerPolicy: string }
    StrictTransportSecurity?: { AccessControlMaxAgeSec: number; IncludeSubdomains?: boolean }
  }
  CustomHeadersConfig?: { Items: { Header: string; Value: string }[] }
  CorsConfig?: {
    AccessControlAllowOrigins: { Items: string[] }
    AccessControlAllowMethods: { Items: string[] }
    AccessControlAllowHeaders: { Items: string[] }
    AccessControlExposeHeaders?: { Items: string[] }
  }
}

/** The headers of a response headers policy for responses to requests of other origins, with lowercase names. */
export type CorsHeaders = (request: { method: string; origin: string | undefined }) => Record<string, string>

/** The headers of a response headers policy, with lowercase names. */
export function headersOf(assembly: Assembly, resolve: Resolve, policyId: unknown): Record<string, string> {
  const config = configOf(assembly, resolve, policyId)
  if (!config) return {}
  const { SecurityHeadersConfig: security = {}, CustomHeadersConfig: custom } = config
  const transport = security.StrictTransportSecurity
  const securityHeaders = {
    'content-security-policy': security.ContentSecurityPolicy?.ContentSecurityPolicy,
    'x-content-type-options': security.ContentTypeOptions && 'nosniff',
    'x-frame-options': security.FrameOptions?.FrameOption,
    'referrer-policy': security.ReferrerPolicy?.ReferrerPolicy,
    'strict-transport-security':
      transport &&
      `max-age=${transport.AccessControlMaxAgeSec}${transport.IncludeSubdomains ? '; includeSubDomains' : ''}`,
  }
  return Object.fromEntries([
    ...Object.entries(securityHeaders).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...(custom?.Items ?? []).map(({ Header, Value }) => [Header.toLowerCase(), Value] as const),
  ])
}

/** The CORS headers of a policy, which replace those of the origin; undefined without them. */
export function corsOf(assembly: Assembly, resolve: Resolve, policyId: unknown): CorsHeaders | undefined {
  const cors = configOf(assembly, resolve, policyId)?.CorsConfig
  if (!cors) return undefined
  const origins = cors.AccessControlAllowOrigins.Items
  return ({ method, origin }) => {
    const allowed = origin === undefined ? undefined : origins.find((one) => one === '*' || one === origin)
    if (allowed === undefined) return {}
    return {
      'access-control-allow-origin': allowed,
      'access-control-expose-headers': (cors.AccessControlExposeHeaders?.Items ?? []).join(','),
      ...(method === 'OPTIONS' && {
        'access-control-allow-methods': cors.AccessControlAllowMethods.Items.join(','),
        'access-control-allow-headers': cors.AccessControlAllowHeaders.Items.join(','),
      }),
    }
  }
}

function configOf(assembly: Assembly, resolve: Resolve, policyId: unknown): PolicyConfig | undefined {
  const policy = resourcesOf(assembly, 'AWS::CloudFront::ResponseHeadersPolicy').find(
    (resource) => reference(resource) === policyId,
  )
  return policy && (resolve(policy.properties['ResponseHeadersPolicyConfig'], policy.stack) as PolicyConfig)
}
