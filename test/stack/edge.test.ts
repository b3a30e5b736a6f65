import { describe, expect, test } from 'vitest'
import { routes } from '../../functions/index.ts'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'
import { setUp, distribution, edge, only } from './edge.fixture.ts'

setUp()

const behaviour = (pattern: string) =>
  distribution().CacheBehaviors.find(({ PathPattern }: any) => PathPattern === pattern)

const referred = (reference: { Ref: string }) =>
  JSON.parse(JSON.stringify(edge.toJSON().Resources[reference.Ref].Properties))

const originOf = ({ TargetOriginId }: { TargetOriginId: string }) =>
  distribution().Origins.find(({ Id }: any) => Id === TargetOriginId)

describe('tracking at the edge', () => {
  test('is kept by its path alone, for as long as the answer says', () => {
    const { CachePolicyId, AllowedMethods, CachedMethods } = behaviour('/api/v1/track/*')
    expect([...AllowedMethods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(CachedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD'])
    const policy = referred(CachePolicyId).CachePolicyConfig
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 60 })
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
    })
  })

  test('is one answer for all: origins are the edge’s to name, and one caller’s limit is left out', () => {
    const { CorsConfig, RemoveHeadersConfig } = referred(
      behaviour('/api/v1/track/*').ResponseHeadersPolicyId,
    ).ResponseHeadersPolicyConfig
    expect(CorsConfig).toMatchObject({
      AccessControlAllowOrigins: { Items: ['*'] },
      AccessControlAllowCredentials: false,
      OriginOverride: true,
    })
    expect(RemoveHeadersConfig.Items).toEqual([{ Header: 'RateLimit' }, { Header: 'RateLimit-Policy' }])
  })

  test('keeps no error', () => {
    const errors = distribution().CustomErrorResponses
    expect(errors.map(({ ErrorCode }: any) => ErrorCode)).toEqual([
      400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504,
    ])
    for (const { ErrorCode, ...rest } of errors) expect(rest, ErrorCode).toEqual({ ErrorCachingMinTTL: 0 })
  })
})

describe('the API behind the edge', () => {
  test('gets everything else as it is, with all headers but Host, and none of it is kept', () => {
    const { DefaultCacheBehavior: others } = distribution()
    const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
    expect([...others.AllowedMethods].sort()).toEqual(methods)
    // AWS’s own policies CachingDisabled and AllViewerExceptHostHeader.
    expect(others.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad')
    expect(others.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac')
    expect(others.ViewerProtocolPolicy).toBe('https-only')
    expect(JSON.stringify(originOf(others).DomainName)).toContain('ApiEndpoint')
  })

  test('hears who asks wherever a row counts callers', () => {
    const counted = routes.filter(({ limit }) => limit)
    expect(counted.length).toBeGreaterThan(10)
    for (const { path, key } of counted) {
      const { PathPattern, OriginRequestPolicyId } = distribution().CacheBehaviors.find(
        ({ PathPattern }: any) => path.startsWith(PathPattern.replace('*', '')),
      )
      const { HeadersConfig } = referred(OriginRequestPolicyId).OriginRequestPolicyConfig
      expect(HeadersConfig.HeaderBehavior, `${key} by ${PathPattern}`).toBe('whitelist')
      expect(HeadersConfig.Headers).toContain('CloudFront-Viewer-Address')
      expect(HeadersConfig.Headers.length).toBeLessThanOrEqual(10)
    }
  })

  test('is shown a secret that no template holds, which the functions that count callers read and no others', async () => {
    const [header, ...others] = originOf(distribution().DefaultCacheBehavior).OriginCustomHeaders
    expect(others).toEqual([])
    expect(header.HeaderName).toBe('X-Origin-Secret')
    const parts = header.HeaderValue['Fn::Join'][1]
    expect(parts[0]).toBe('{{resolve:secretsmanager:')
    expect(JSON.stringify(parts[1])).toContain('RefOrigin')
    expect(parts[2]).toBe(':SecretString:1::}}')
    const api = templateOf(await appWith(), 'CourierApi')
    const readers = Object.entries(api.findResources('AWS::Lambda::Function')).filter(
      ([, { Properties }]) => 'SECRET_ORIGIN' in Properties.Environment.Variables,
    )
    expect(readers.map(([id]) => id.replace(/Function.*/, '')).sort()).toEqual(['auth', 'oauth', 'tracking'])
  })
})

describe('pages at the edge', () => {
  test('come from a bucket that this distribution alone reads', () => {
    for (const pattern of ['/track*', '/docs*', '/board*']) {
      const page = behaviour(pattern)
      const origin = originOf(page)
      expect(origin.S3OriginConfig).toEqual({ OriginAccessIdentity: '' })
      expect(JSON.stringify(origin.OriginAccessControlId)).toContain('OriginAccessControl')
      expect([...page.AllowedMethods].sort()).toEqual(['GET', 'HEAD'])
      expect(page.ViewerProtocolPolicy).toBe('redirect-to-https')
    }
    expect(only('AWS::CloudFront::OriginAccessControl').OriginAccessControlConfig).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    })
    const [tls, read, ...others] = only('AWS::S3::BucketPolicy', 'Site').PolicyDocument.Statement
    expect(others).toEqual([])
    expect(tls).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
    expect(read.Principal).toEqual({ Service: 'cloudfront.amazonaws.com' })
    expect(JSON.stringify(read.Condition.StringEquals['AWS:SourceArn'])).toContain(':distribution/')
  })

  test('carry strict headers', () => {
    for (const page of ['/track*', '/docs*', '/board*']) {
      const policy = referred(behaviour(page).ResponseHeadersPolicyId).ResponseHeadersPolicyConfig
      const { SecurityHeadersConfig: headers, CustomHeadersConfig } = policy
      expect(headers).toMatchObject({
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
      })
      const [, parts] = headers.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join']
      expect(JSON.stringify(parts[1]), 'the photos, by TLS').toContain('Photos')
      expect(`${parts[0]}${parts[2]}`).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: ; connect-src 'self'; " +
          "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'" +
          (page === '/docs*' ? '' : "; require-trusted-types-for 'script'"),
      )
      const [permissions] = CustomHeadersConfig.Items
      expect(permissions).toMatchObject({ Header: 'Permissions-Policy', Override: true })
      expect(permissions.Value).toContain('geolocation=()')
    }
  })

  test('are asked for anew after a minute, and the files that they name never', () => {
    const deployments = propertiesOf(edge, 'Custom::CDKBucketDeployment')
    const said = (include?: string[]) =>
      deployments.find(({ Include }) => JSON.stringify(Include) === JSON.stringify(include))
    expect(said(['*.html'])).toMatchObject({
      Exclude: ['*'],
      SystemMetadata: { 'cache-control': 'public, max-age=60' },
    })
    expect(said()).toMatchObject({
      Exclude: ['*.html'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
  })
})
