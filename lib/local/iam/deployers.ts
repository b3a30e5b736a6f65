import type { Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'

/** Custom resources of CDK itself: copies into buckets, emptied buckets, exports to other regions, logs' lifetimes. */
const ofCdk =
  /^Custom::(CDKBucketDeployment|S3AutoDeleteObjects|CrossRegionExport(Reader|Writer)|LogRetention)$/

/** The functions, by ARN, that carry out CDK's custom resources: nothing is deployed here. */
export const deployersOf = ({ resources }: Assembly, resolve: Resolve) =>
  new Set(
    resources
      .filter(({ type }) => ofCdk.test(type))
      .map(({ properties, stack }) => resolve(properties['ServiceToken'], stack)),
  )
