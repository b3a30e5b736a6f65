import { randomUUID } from 'node:crypto'
import { resourcesOf, type Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { reference } from '../cloudformation/names.ts'
import type { WireRequest } from '../http/request.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { isDisallowed, type ViewerRequest } from './function.ts'
import type { HttpResponse } from '../http/response.ts'

/** What an origin request policy and a cache policy forward: of headers and cookies those that `forwards…` is true for. */
export interface OriginRequestPolicy {
  forwardsHeader: (name: string) => boolean
  forwardsCookie: (name: string) => boolean
  forwardsQuery: boolean
  /** The codings that the cache key distinguishes, in CloudFront's order: Accept-Encoding is reduced to them. */
  codings: readonly string[]
}

/** A custom origin, and the headers that CloudFront adds to its requests, with their values. */
export interface CustomOrigin {
  /** The domain, and its port locally: the header Host. */
  host: string
  customHeaders: Readonly<Record<string, string>>
}

interface HeadersConfig {
  HeaderBehavior: 'none' | 'whitelist' | 'allViewer' | 'allExcept'
  Headers?: string[]
}
interface PolicyConfig {
  HeadersConfig: HeadersConfig
  CookiesConfig: { CookieBehavior: 'none' | 'whitelist' | 'all' | 'allExcept'; Cookies?: string[] }
  QueryStringsConfig: { QueryStringBehavior: 'none' | 'all' }
}
interface CacheConfig {
  ParametersInCacheKeyAndForwardedToOrigin: {
    EnableAcceptEncodingGzip: boolean
    EnableAcceptEncodingBrotli?: boolean
  }
}

const all = {
  CookiesConfig: { CookieBehavior: 'all' },
  QueryStringsConfig: { QueryStringBehavior: 'all' },
} as const
/** By id (CloudFront developer guide, "Use managed origin request policies"). */
const managedPolicies: Record<string, PolicyConfig> = {
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': {
    ...all,
    HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
  },
}
/** By id (the same, "Use managed cache policies"): CachingDisabled. */
const managedCodings: Record<string, readonly string[]> = { '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': [] }

/**
 * Reads the policies of a behaviour; `resolved` is its configuration without intrinsic functions. Throws StartupError for a
 * managed policy that the local cloud does not know.
 */
export function originRequestPolicyOf(
  assembly: Assembly,
  resolve: Resolve,
  {
    OriginRequestPolicyId: id,
    CachePolicyId: cacheId,
  }: { OriginRequestPolicyId?: unknown; CachePolicyId?: unknown },
): OriginRequestPolicy {
  const configOf = (type: string, property: string, policyId: unknown) => {
    const found = resourcesOf(assembly, type).find((resource) => reference(resource) === policyId)
    return found && resolve(found.properties[property], found.stack)
  }
  const config = (configOf('AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig', id) ??
    managedPolicies[String(id)]) as PolicyConfig | undefined
  const cache = configOf('AWS::CloudFront::CachePolicy', 'CachePolicyConfig', cacheId) as
    CacheConfig | undefined
  const codings = cache ? codingsOf(cache) : managedCodings[String(cacheId)]
  if (!config || !codings)
    throw new StartupError(
      `The local cloud knows no CloudFront policy ${String(config ? cacheId : id)}: add it to lib/local/cloudfront/origin-request.ts.`,
    )
  const { HeadersConfig, CookiesConfig, QueryStringsConfig } = config
  const forwardsHeader = isForwarded(HeadersConfig.HeaderBehavior, HeadersConfig.Headers)
  return {
    // An allow list cannot contain it (the same, "Configure CloudFront to forward the Authorization header").
    forwardsHeader: (name) =>
      forwardsHeader(name) && !(name === 'authorization' && HeadersConfig.HeaderBehavior === 'whitelist'),
    forwardsCookie: isForwarded(CookiesConfig.CookieBehavior, CookiesConfig.Cookies),
    forwardsQuery: QueryStringsConfig.QueryStringBehavior === 'all',
    codings,
  }
}

const codingsOf = ({ ParametersInCacheKeyAndForwardedToOrigin: key }: CacheConfig) => [
  ...(key.EnableAcceptEncodingBrotli ? ['br'] : []),
  ...(key.EnableAcceptEncodingGzip ? ['gzip'] : []),
]

function isForwarded(behaviour: string, names: readonly string[] = []) {
  const listed = new Set(names.map((name) => name.toLowerCase()))
  return (name: string) => {
    if (behaviour === 'none') return false
    if (behaviour === 'whitelist') return listed.has(name.toLowerCase())
    return !listed.has(name.toLowerCase())
  }
}

/**
 * Headers that CloudFront removes from every request to an origin (the same, "Request and response behavior for custom
 * origins", "HTTP request headers and CloudFront behavior").
 */
const removed = new Set([
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'x-forwarded-proto',
  'x-real-ip',
])
const isRemoved = (name: string) => removed.has(name) || name.startsWith('x-edge-')
/** Headers of the body and of the connection, which no policy names. Those of the connection remain for WebSockets only. */
const ofMessage = new Set(['connection', 'content-length', 'transfer-encoding', 'upgrade'])

/**
 * The request that CloudFront sends to an origin for that of a viewer: the one place where the local distribution drops,
 * rewrites and adds headers. Or the response, if the function of the behaviour returns one.
 */
export function originRequest(
  viewer: WireRequest,
  {
    viewerRequest,
    policy,
    origin,
  }: { viewerRequest?: ViewerRequest; policy: OriginRequestPolicy; origin: CustomOrigin },
): WireRequest | HttpResponse {
  const sent = fieldsOf(viewer.rawHeaders)
  const [path = '', ...query] = viewer.target.split('?')
  const result = viewerRequest?.({
    method: viewer.method,
    uri: path,
    ip: viewer.sourceIp,
    headers: Object.fromEntries(
      [...sent]
        .filter(([name]) => !isDisallowed(name) && name !== 'cookie')
        .map(([name, [, value]]) => [name, value]),
    ),
  })
  if (result && 'statusCode' in result) return result
  // The headers that functions do not see are as they were.
  const seen = result
    ? new Map<string, [string, string]>([
        ...[...sent].filter(([name]) => isDisallowed(name) || name === 'cookie'),
        ...Object.entries(result.headers).map(([name, value]): [string, [string, string]] => [
          name,
          [sent.get(name)?.[0] ?? name, value],
        ]),
      ])
    : sent
  const valueOf = (name: string) => seen.get(name)?.[1]

  const forwarded = [...seen].flatMap(([name, field]): [string, string][] => {
    if (isRemoved(name) || ['cookie', 'host', 'user-agent', 'accept-encoding'].includes(name)) return []
    return ofMessage.has(name) || policy.forwardsHeader(name) ? [field] : []
  })
  const cookies = (valueOf('cookie') ?? '')
    .split(/; ?/)
    .filter((cookie) => cookie !== '' && policy.forwardsCookie(cookie.split('=')[0] ?? ''))
  const agent = policy.forwardsHeader('user-agent') ? valueOf('user-agent') : 'Amazon CloudFront'
  const encoding = acceptEncoding(valueOf('accept-encoding'), policy)
  const own = {
    Host: origin.host,
    ...(agent !== undefined && { 'User-Agent': agent }),
    ...(encoding !== undefined && { 'Accept-Encoding': encoding }),
    ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
    Via: [valueOf('via'), `${viewer.httpVersion} local.cloudfront.net (CloudFront)`].filter(Boolean).join(', '),
    'X-Forwarded-For': [valueOf('x-forwarded-for'), viewer.sourceIp].filter(Boolean).join(', '),
    'X-Amz-Cf-Id': randomUUID(),
    // "If a header is present, CloudFront overwrites the header value" (the same, "Add custom headers to origin requests").
    ...origin.customHeaders,
  }
  const added = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const headers = [...forwarded.filter(([name]) => !added.has(name.toLowerCase())), ...Object.entries(own)]
  const uri = result?.uri ?? path
  const target = policy.forwardsQuery ? [uri, ...query].join('?') : uri
  return { ...viewer, target, rawHeaders: headers.flat() }
}

/** The fields of a request by their names in lower case; values of the same name are joined as RFC 9110 §5.2 says. */
function fieldsOf(rawHeaders: readonly string[]): Map<string, [name: string, value: string]> {
  const fields = new Map<string, [string, string]>()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    const before = fields.get(name.toLowerCase())
    const joined = name.toLowerCase() === 'cookie' ? '; ' : ', '
    fields.set(name.toLowerCase(), before ? [before[0], before[1] + joined + value] : [name, value])
  }
  return fields
}

/** Accept-Encoding as the cache key has it (the same, "Cache compressed objects"); without that, as any header. */
function acceptEncoding(value: string | undefined, { codings, forwardsHeader }: OriginRequestPolicy) {
  if (codings.length === 0) return forwardsHeader('accept-encoding') ? value : undefined
  const accepted = codings.filter((coding) => new RegExp(`\\b${coding}\\b`).test(value ?? ''))
  return accepted.length > 0 ? accepted.join(',') : undefined
}
