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
}

/** The headers of a response headers policy, with lowercase names. */
export function headersOf(assembly: Assembly, resolve: Resolve, policyId: unknown): Record<string, string> {
  const policy = resourcesOf(assembly, 'AWS::CloudFront::ResponseHeadersPolicy').find(
    (resource) => reference(resource) === policyId,
  )
  if (!policy) return {}
  const config = resolve(policy.properties['ResponseHeadersPolicyConfig'], policy.stack) as PolicyConfig
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
