import { DescribeStacksCommand, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { stackNameOf } from '../app.ts'
import { nestedStackOf } from '../stacks/api/nested-stacks.ts'
import { edgeRegion } from '../stacks/edge/firewall.ts'
import { unlessMissing, type Check, type Target } from './check.ts'

/** Whether a stack of the stage is in a region. `part` as in `CourierData`. */
async function isDeployed({ cloudformation, settings }: Target, part: string, region: string) {
  const StackName = stackNameOf(settings, part)
  const answer = await unlessMissing(cloudformation(region).send(new DescribeStacksCommand({ StackName })))
  return (answer?.Stacks ?? []).length > 0
}

/**
 * Whether the function that reserves concurrency is deployed in its nested stack. One in `CourierApi` itself keeps its part until
 * another has replaced it.
 */
export async function hasReserved({ cloudformation, settings, region }: Target): Promise<boolean> {
  const pages = paginateListStackResources(
    { client: cloudformation(region) },
    { StackName: stackNameOf(settings, 'Api') },
  )
  async function find() {
    for await (const { StackResourceSummaries = [] } of pages)
      if (StackResourceSummaries.some(({ LogicalResourceId: id }) => id === nestedStackOf('auth'))) return true
    return false
  }
  return (await unlessMissing(find())) ?? false
}

/** The stacks in us-east-1 have the same names for all regions, so that a second region would take over the first one's. */
export const oneRegion: Check = async (target) => {
  const { region, settings } = target
  const firewalls = await isDeployed(target, 'Firewall', edgeRegion)
  if (!firewalls || (await isDeployed(target, 'Data', region))) return undefined
  return {
    found: `This account has the stage ${settings.stage} in another region: ${stackNameOf(settings, 'Firewall')} is in ${edgeRegion}, but ${stackNameOf(settings, 'Data')} is not in ${region}.`,
    cure: `Deploy to the region of the other stacks, or to another account; delete ${stackNameOf(settings, 'EdgeWatch')} and ${stackNameOf(settings, 'Firewall')} in ${edgeRegion} if the rest is gone`,
  }
}
