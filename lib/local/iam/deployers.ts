import type { Assembly } from '../cloudformation/assembly.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'

/** CDK's own custom resources. */
const cdkResourceTypes =
  /^Custom::(CDKBucketDeployment|S3AutoDeleteObjects|CrossRegionExport(Reader|Writer)|LogRetention)$/

/** ARNs of the functions behind CDK's custom resources, which only run on deployment. */
export const deploymentFunctionsOf = ({ resources }: Assembly, resolve: Resolve) =>
  new Set(
    resources
      .filter(({ type }) => cdkResourceTypes.test(type))
      .map(({ properties, stack }) => resolve(properties['ServiceToken'], stack)),
  )
