import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { bucketFiles, globPattern, type Files } from './files.ts'
import { viewerRequestOf, type ViewerRequest } from './function.ts'
import { headersOf } from './headers.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { reference } from '../cloudformation/names.ts'

/** A cache behaviour of the distribution. */
export interface Behaviour {
  pattern: RegExp
  methods: readonly string[]
  /** The files of an S3 origin. Without, the origin is the API. */
  files?: Files
  /** Whether files are compressed. */
  compress?: boolean
  /** The viewer-request function. */
  viewerRequest?: ViewerRequest
  /** Headers of the response headers policy, with lowercase names. */
  headers: Record<string, string>
}

interface DistributionConfig {
  CacheBehaviors?: CacheBehavior[]
  Origins: Origin[]
}
interface CacheBehavior {
  PathPattern: string
  TargetOriginId: string
  AllowedMethods?: string[]
  Compress?: boolean
  ResponseHeadersPolicyId?: unknown
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[]
}
interface Origin {
  Id: string
  DomainName: unknown
  S3OriginConfig?: object
}

/**
 * Returns the cache behaviours of the distribution in the templates, in order of precedence; none without a
 * distribution. Reads only the properties that pages need.
 */
export function distributionOf(assembly: Assembly, resolve: Resolve): Behaviour[] {
  return resourcesOf(assembly, 'AWS::CloudFront::Distribution').flatMap(({ stack, properties }) => {
    const { CacheBehaviors = [], Origins } = properties['DistributionConfig'] as DistributionConfig
    return CacheBehaviors.map((behaviour) => {
      const origin = Origins.find(({ Id }) => Id === behaviour.TargetOriginId)
      const bucket = origin?.S3OriginConfig && bucketOf(origin, stack)
      const pattern = globPattern(behaviour.PathPattern)
      const methods = behaviour.AllowedMethods ?? ['GET', 'HEAD']
      if (!bucket) return { pattern, methods, headers: {} }
      const arn = behaviour.FunctionAssociations?.find(
        ({ EventType }) => EventType === 'viewer-request',
      )?.FunctionARN
      const policy = behaviour.ResponseHeadersPolicyId
      return {
        pattern,
        methods,
        files: bucketFiles(assembly, resolve, reference(bucket)),
        compress: behaviour.Compress ?? false,
        ...(arn !== undefined && { viewerRequest: viewerRequestOf(assembly, resolve(arn, stack)) }),
        headers: policy === undefined ? {} : headersOf(assembly, resolve, resolve(policy, stack)),
      }
    })
  })

  function bucketOf({ DomainName }: Origin, stack: string): Resource | undefined {
    const [logicalId] = (DomainName as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? []
    return assembly.resources.find((one) => one.stack === stack && one.logicalId === logicalId)
  }
}
