import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { groups, routes } from '../../functions/index.ts'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'
import { setUp, distribution, edge, only } from './edge.fixture.ts'

setUp()

const behaviour = (pattern: string) =>
  distribution().CacheBehaviors.find(({ PathPattern }: any) => PathPattern === pattern)

const resourceOf = (reference: { Ref: string }) =>
  JSON.parse(JSON.stringify(edge.toJSON().Resources[reference.Ref].Properties))

const originOf = ({ TargetOriginId }: { TargetOriginId: string }) =>
  distribution().Origins.find(({ Id }: any) => Id === TargetOriginId)

describe('the tracking cache at the edge', () => {
  test('uses only the path as key, and the lifetime that the response allows', () => {
    const { CachePolicyId, AllowedMethods, CachedMethods } = behaviour('/api/v1/track/*')
    expect([...AllowedMethods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(CachedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD'])
    const policy = resourceOf(CachePolicyId).CachePolicyConfig
    expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 60 })
    expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
    })
  })

  test('gets no cookie, so that none is cached: CloudFront then removes Set-Cookie too', () => {
    const { CachePolicyId, OriginRequestPolicyId } = behaviour('/api/v1/track/*')
    const { CookiesConfig } = resourceOf(OriginRequestPolicyId).OriginRequestPolicyConfig
    expect(CookiesConfig).toEqual({ CookieBehavior: 'none' })
    const { ParametersInCacheKeyAndForwardedToOrigin: key } = resourceOf(CachePolicyId).CachePolicyConfig
    expect(key.CookiesConfig).toEqual({ CookieBehavior: 'none' })
  })

  test('serves the same response to all callers: with the edge’s CORS headers, without rate-limit headers', () => {
    const { CorsConfig, RemoveHeadersConfig } = resourceOf(
      behaviour('/api/v1/track/*').ResponseHeadersPolicyId,
    ).ResponseHeadersPolicyConfig
    expect(CorsConfig).toMatchObject({
      AccessControlAllowOrigins: { Items: ['*'] },
      AccessControlAllowCredentials: false,
      OriginOverride: true,
    })
    expect(RemoveHeadersConfig.Items).toEqual([{ Header: 'RateLimit' }, { Header: 'RateLimit-Policy' }])
  })

  test('does not store errors', () => {
    const errors = distribution().CustomErrorResponses
    expect(errors.map(({ ErrorCode }: any) => ErrorCode)).toEqual([
      400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504,
    ])
    for (const { ErrorCode, ...rest } of errors) expect(rest, ErrorCode).toEqual({ ErrorCachingMinTTL: 0 })
  })
})

describe('the API behind the edge', () => {
  test('receives all other requests uncached, with all headers except Host', () => {
    const { DefaultCacheBehavior: defaultBehaviour } = distribution()
    const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
    expect([...defaultBehaviour.AllowedMethods].sort()).toEqual(methods)
    // The managed policies CachingDisabled and AllViewerExceptHostHeader.
    expect(defaultBehaviour.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad')
    expect(defaultBehaviour.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac')
    expect(defaultBehaviour.ViewerProtocolPolicy).toBe('https-only')
    expect(JSON.stringify(originOf(defaultBehaviour).DomainName)).toContain('ApiEndpoint')
  })

  test('receives the viewer’s address from a function, at every path', () => {
    const functions = [distribution().DefaultCacheBehavior, behaviour('/api/v1/track/*'), behaviour('/ws')].map(
      ({ FunctionAssociations }) => FunctionAssociations,
    )
    for (const [association, ...more] of functions) {
      expect(more).toEqual([])
      expect(association).toEqual({
        EventType: 'viewer-request',
        FunctionARN: { 'Fn::GetAtt': [expect.stringContaining('ViewerAddress'), 'FunctionARN'] },
      })
    }
    // The address is not in the cache key, but is forwarded.
    const { OriginRequestPolicyId } = behaviour('/api/v1/track/*')
    const { HeadersConfig } = resourceOf(OriginRequestPolicyId).OriginRequestPolicyConfig
    expect(HeadersConfig).toEqual({ HeaderBehavior: 'whitelist', Headers: ['X-Viewer-Address'] })
  })

  test('has no path of its own but tracking and WebSockets: no route depends on a list of headers', () => {
    const patterns = distribution().CacheBehaviors.map(({ PathPattern }: any) => PathPattern)
    const ofApi = patterns.filter((pattern: string) =>
      [...routes.map(({ path }) => path), '/ws'].some((path) => path.startsWith(pattern.replace('*', ''))),
    )
    expect(ofApi).toEqual(['/api/v1/track/*', '/ws'])
    expect(behaviour('/ws').OriginRequestPolicyId).toBe(
      distribution().DefaultCacheBehavior.OriginRequestPolicyId,
    )
  })

  test('receives the origin secret, which no template contains and only functions that name or count clients can read', async () => {
    const [header, ...defaultBehaviour] = originOf(distribution().DefaultCacheBehavior).OriginCustomHeaders
    expect(defaultBehaviour).toEqual([])
    expect(header.HeaderName).toBe('X-Origin-Secret')
    const parts = header.HeaderValue['Fn::Join'][1]
    expect(parts[0]).toBe('{{resolve:secretsmanager:')
    expect(JSON.stringify(parts[1])).toContain('RefOrigin')
    expect(parts[2]).toBe(':SecretString:1::}}')
    const api = templateOf(await appWith(), 'CourierApi')
    const readers = Object.entries(api.findResources('AWS::Lambda::Function')).filter(
      ([, { Properties }]) => 'SECRET_ORIGIN' in Properties.Environment.Variables,
    )
    const names = readers.map(([id]) => id.replace(/Function.*/, '')).sort()
    // Those two serve documents alone.
    expect([...names, 'health', 'reference'].sort()).toEqual(Object.keys(groups).sort())
  })

  test('receives it for WebSockets too, and every function that clients reach can read it if all others are refused', async () => {
    expect(originOf(behaviour('/ws')).OriginCustomHeaders).toEqual(
      originOf(distribution().DefaultCacheBehavior).OriginCustomHeaders,
    )
    const api = templateOf(await appWith({ edgeOnly: 'true' }), 'CourierApi')
    for (const name of [...Object.keys(groups), 'sockets']) {
      const [found] = Object.entries(api.findResources('AWS::Lambda::Function')).filter(([id]) =>
        id.startsWith(`${name}Function`),
      )
      expect(found![1].Properties.Environment.Variables, name).toHaveProperty('SECRET_ORIGIN')
    }
  })
})

describe('pages at the edge', () => {
  test('come from a bucket that only this distribution can read', () => {
    for (const pattern of ['/track*', '/docs*', '/console*', '/board*']) {
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
    const [tls, read, ...defaultBehaviour] = only('AWS::S3::BucketPolicy', 'Site').PolicyDocument.Statement
    expect(defaultBehaviour).toEqual([])
    expect(tls).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })
    expect(read.Principal).toEqual({ Service: 'cloudfront.amazonaws.com' })
    expect(JSON.stringify(read.Condition.StringEquals['AWS:SourceArn'])).toContain(':distribution/')
  })

  test('have strict security headers', () => {
    for (const page of ['/track*', '/docs*', '/console*', '/board*']) {
      const policy = resourceOf(behaviour(page).ResponseHeadersPolicyId).ResponseHeadersPolicyConfig
      const { SecurityHeadersConfig: headers, CustomHeadersConfig } = policy
      expect(headers).toMatchObject({
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
      })
      const [, parts] = headers.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join']
      expect(JSON.stringify(parts[1]), 'the photo bucket is permitted').toContain('Photos')
      expect(JSON.stringify(parts[3]), 'the bucket of imports is permitted').toContain('Files')
      expect(`${parts[0]}${parts[2]}${parts[4]}`).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: ; connect-src 'self' ; " +
          "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      )
      const [opener, permissions] = CustomHeadersConfig.Items
      expect(opener).toMatchObject({ Header: 'Cross-Origin-Opener-Policy', Value: 'same-origin' })
      expect(permissions).toMatchObject({ Header: 'Permissions-Policy', Override: true })
      expect(permissions.Value).toContain('geolocation=()')
    }
  })

  test('for phones may use the camera and a service worker; the decoder alone may compile WebAssembly', () => {
    const headersOf = (page: string) => {
      const policy = resourceOf(behaviour(page).ResponseHeadersPolicyId).ResponseHeadersPolicyConfig
      const { ContentSecurityPolicy: csp } = policy.SecurityHeadersConfig.ContentSecurityPolicy
      return { csp: JSON.stringify(csp), items: JSON.stringify(policy.CustomHeadersConfig?.Items) }
    }
    const app = headersOf('/work*')
    expect(app.csp).toContain('trusted-types workers')
    expect(app.csp).not.toContain('unsafe')
    expect(app.items).toContain('camera=(self)')
    expect(app.items).toContain('"Service-Worker-Allowed","Override":true,"Value":"/work"')
    expect(headersOf('/console*').items).toContain('camera=()')
    expect(headersOf('/work/decoder-*').csp).toBe(
      JSON.stringify("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"),
    )
    const patterns = distribution().CacheBehaviors.map(({ PathPattern }: any) => PathPattern)
    expect(patterns.indexOf('/work/decoder-*')).toBeLessThan(patterns.indexOf('/work*'))
  })

  test('of the former board redirect to the console; its files stay for pages that are open', () => {
    const { FunctionCode } = only('AWS::CloudFront::Function', 'Site')
    const handler = runInNewContext(`${FunctionCode}\nhandler`)
    const answer = (uri: string) => handler({ request: { method: 'GET', uri, headers: {} } })
    for (const uri of ['/board', '/board/', '/board/shipments.'])
      expect(answer(uri), uri).toEqual({
        statusCode: 301,
        statusDescription: 'Moved Permanently',
        headers: { location: { value: '/console' } },
      })
    expect(answer('/board/board-ABCDEFGH.js').uri).toBe('/board/board-ABCDEFGH.js')
    expect(answer('/console/shipments/1').uri).toBe('/console/index.html')
    expect(answer('/boarding').statusCode).toBe(undefined)
  })

  test('are cached for a minute, and the files that they load forever', () => {
    const deployments = propertiesOf(edge, 'Custom::CDKBucketDeployment')
    const deploymentOf = (include?: string[]) =>
      deployments.find(({ Include }) => JSON.stringify(Include) === JSON.stringify(include))
    expect(deploymentOf(['*.html'])).toMatchObject({
      Exclude: ['*'],
      SystemMetadata: { 'cache-control': 'public, max-age=60', 'content-type': 'text/html; charset=utf-8' },
    })
    expect(deploymentOf()).toMatchObject({
      Exclude: ['*.html', '*/service-worker.js'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(deploymentOf(['*/service-worker.js'])).toMatchObject({
      Exclude: ['*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
    })
  })
})
