import {
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
  type CloudFormationClient,
} from '@aws-sdk/client-cloudformation'
import { Refusal } from './refusal.ts'

interface DeployedResource {
  /** The id in the template. */
  logicalId: string
  type: string
  /** As in the template. */
  properties: Record<string, unknown>
  physicalId: string
}

export interface DeployedStack {
  arn: string
  ofType: (type: string) => DeployedResource[]
  /** Throws Refusal if the template has another number of them than one. */
  theOnly: (type: string) => DeployedResource
}

/**
 * A stack as it is deployed, from its template and its resources, which CloudFormation knows of also while the table is
 * gone. Throws Refusal during a deployment and after one that failed halfway.
 */
export async function deployedStack(client: CloudFormationClient, StackName: string): Promise<DeployedStack> {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  const { StackId: arn = '', StackStatus = '' } = stack ?? {}
  if (!StackStatus.endsWith('_COMPLETE'))
    throw new Refusal({
      found: `The stack ${StackName} is ${StackStatus}.`,
      cure: 'Wait for its deployment, or repair it: nothing may be restored meanwhile',
    })
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName }))
  const template = JSON.parse(TemplateBody) as Template
  const resources: DeployedResource[] = []
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const {
      LogicalResourceId: logicalId = '',
      PhysicalResourceId: physicalId,
    } of StackResourceSummaries) {
      const resource = template.Resources[logicalId]
      if (resource && physicalId)
        resources.push({ logicalId, physicalId, type: resource.Type, properties: resource.Properties ?? {} })
    }
  const ofType = (type: string) => resources.filter((one) => one.type === type)
  const theOnly = (type: string) => {
    const [one, ...others] = ofType(type)
    if (one && others.length === 0) return one
    throw new Refusal({
      found: `The stack ${StackName} has ${others.length + Number(Boolean(one))} resources ${type}.`,
      cure: 'Restore with the version of this program that deployed the stack',
    })
  }
  return { arn, ofType, theOnly }
}

/** A stack and its nested stacks. Throws Refusal as deployedStack does. */
export async function withNested(client: CloudFormationClient, stack: DeployedStack): Promise<DeployedStack[]> {
  const nested = stack.ofType('AWS::CloudFormation::Stack')
  return [stack, ...(await Promise.all(nested.map(({ physicalId }) => deployedStack(client, physicalId))))]
}

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> } | undefined>
}
