import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { bucketFiles, globPattern, type Files } from './files.ts'
import { viewerRequestOf, type ViewerRequest } from './function.ts'
import { corsOf, headersOf, type CorsHeaders } from './headers.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { reference } from '../cloudformation/names.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { originRequestPolicyOf, type CustomOrigin, type OriginRequestPolicy } from './origin-request.ts'

/** A cache behaviour of the distribution. */
export interface Behaviour {
  pattern: RegExp
  methods: readonly string[]
  /** The files of an S3 origin. */
  files?: Files
  /** What the request to a custom origin is made of: the API, or its WebSockets. */
  forwards?: { policy: OriginRequestPolicy; origin: CustomOrigin }
  /** Whether files are compressed. */
  compress?: boolean
  /** The viewer-request function. */
  viewerRequest?: ViewerRequest
  /** The CORS headers of the response headers policy, for a custom origin whose own ones they replace. */
  cors?: CorsHeaders
  /** Headers of the response headers policy, with lowercase names. */
  headers: Record<string, string>
}

interface DistributionConfig {
  CacheBehaviors?: CacheBehavior[]
  DefaultCacheBehavior: Omit<CacheBehavior, 'PathPattern'>
  Origins: Origin[]
}
interface CacheBehavior {
  PathPattern: string
  TargetOriginId: string
  AllowedMethods?: string[]
  Compress?: boolean
  ResponseHeadersPolicyId?: unknown
  OriginRequestPolicyId?: unknown
  CachePolicyId?: unknown
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[]
}
interface Origin {
  Id: string
  DomainName: unknown
  S3OriginConfig?: object
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[]
}

/**
 * Returns the cache behaviours of the distribution in the templates, in order of precedence, the default one last; none
 * without a distribution. Reads the properties that pages need, and those that decide what origins get. `secretOf` returns the
 * value of a secret by its ARN, for dynamic references.
 */
export function distributionOf(
  assembly: Assembly,
  resolve: Resolve,
  secretOf: (arn: string) => string | undefined,
): Behaviour[] {
  return resourcesOf(assembly, 'AWS::CloudFront::Distribution').flatMap(({ stack, properties }) => {
    const {
      CacheBehaviors = [],
      DefaultCacheBehavior,
      Origins,
    } = properties['DistributionConfig'] as DistributionConfig
    return [...CacheBehaviors, { ...DefaultCacheBehavior, PathPattern: '*' }].map((behaviour) => {
      const origin = Origins.find(({ Id }) => Id === behaviour.TargetOriginId)
      const bucket = origin?.S3OriginConfig && bucketOf(origin, stack)
      const arn = behaviour.FunctionAssociations?.find(
        ({ EventType }) => EventType === 'viewer-request',
      )?.FunctionARN
      const shared = {
        pattern: globPattern(behaviour.PathPattern),
        methods: behaviour.AllowedMethods ?? ['GET', 'HEAD'],
        ...(arn !== undefined && { viewerRequest: viewerRequestOf(assembly, resolve(arn, stack)) }),
      }
      if (!bucket) {
        const { OriginRequestPolicyId, CachePolicyId } = behaviour
        const ids = resolve({ OriginRequestPolicyId, CachePolicyId }, stack) as object
        const policy = originRequestPolicyOf(assembly, resolve, ids)
        const responsePolicy = resolve(behaviour.ResponseHeadersPolicyId, stack)
        const cors = responsePolicy === undefined ? undefined : corsOf(assembly, resolve, responsePolicy)
        return {
          ...shared,
          headers: {},
          ...(cors && { cors }),
          ...(origin && { forwards: { policy, origin: customOrigin(origin, stack) } }),
        }
      }
      const policy = behaviour.ResponseHeadersPolicyId
      return {
        ...shared,
        files: bucketFiles(assembly, resolve, reference(bucket)),
        compress: behaviour.Compress ?? false,
        headers: policy === undefined ? {} : headersOf(assembly, resolve, resolve(policy, stack)),
      }
    })
  })

  function customOrigin({ DomainName, OriginCustomHeaders = [] }: Origin, stack: string): CustomOrigin {
    return {
      host: String(resolve(DomainName, stack)),
      customHeaders: Object.fromEntries(
        OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
          HeaderName,
          dynamicValue(String(resolve(HeaderValue, stack)), secretOf),
        ]),
      ),
    }
  }

  function bucketOf({ DomainName }: Origin, stack: string): Resource | undefined {
    const [logicalId] = (DomainName as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? []
    return assembly.resources.find((one) => one.stack === stack && one.logicalId === logicalId)
  }
}

/**
 * A text in which a dynamic reference to a secret is replaced by its value, or by that of a key of its JSON (CloudFormation
 * user guide, "Get a secret or secret value from Secrets Manager"). Throws StartupError for an unknown secret or key.
 */
function dynamicValue(text: string, secretOf: (arn: string) => string | undefined): string {
  return text.replace(
    /\{\{resolve:secretsmanager:(.+):SecretString:([^:]*):[^}]*\}\}/g,
    (reference, arn: string, key: string) => {
      const secret = secretOf(arn)
      const value = key === '' ? secret : (JSON.parse(secret ?? '{}') as Record<string, string>)[key]
      if (value === undefined) throw new StartupError(`The reference ${reference} names no secret of the app.`)
      return value
    },
  )
}
