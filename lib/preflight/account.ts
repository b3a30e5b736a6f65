import { SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam'
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import { GetParameterCommand, paginateGetParametersByPath } from '@aws-sdk/client-ssm'
import { DefaultStackSynthesizer } from 'aws-cdk-lib'
import { edgeRegion } from '../stacks/edge/firewall.ts'
import { unlessMissing, type Check, type Target } from './check.ts'
import { hasReserved } from './stacks.ts'

const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER
/** The version of the bootstrap stack that current assemblies require (CDK developer guide, "Bootstrap template versions"). */
const bootstrapVersion = 6

const bootstrapped =
  (regionOf: (target: Target) => string): Check =>
  async (target) => {
    const region = regionOf(target)
    const Name = `/cdk-bootstrap/${qualifier}/version`
    const answer = await unlessMissing(target.ssm(region).send(new GetParameterCommand({ Name })))
    const version = Number(answer?.Parameter?.Value ?? 0)
    if (version >= bootstrapVersion) return undefined
    return {
      found: version
        ? `The bootstrap stack in ${region} has version ${version}; version ${bootstrapVersion} is needed.`
        : `${region} is not bootstrapped.`,
      cure: `npx cdk bootstrap aws://${target.account}/${region}`,
    }
  }

/** In the region of the stacks. */
export const bootstrap = bootstrapped(({ region }) => region)
/** In the region of the firewall. */
export const edgeBootstrap = bootstrapped(() => edgeRegion)

/** One action of each service that the stacks create something with, and what references between stacks need. */
const neededActions = [
  'acm:DescribeCertificate',
  'apigateway:POST',
  // For nested stacks.
  'cloudformation:CreateStack',
  'cloudformation:DescribeStacks',
  'cloudfront:CreateDistribution',
  'cloudwatch:PutMetricAlarm',
  'codedeploy:CreateDeploymentGroup',
  'dynamodb:CreateTable',
  'events:PutRule',
  'iam:CreateRole',
  'kms:CreateKey',
  'lambda:CreateFunction',
  'logs:CreateLogGroup',
  's3:CreateBucket',
  'secretsmanager:CreateSecret',
  'ses:CreateConfigurationSet',
  'sns:CreateTopic',
  'sqs:CreateQueue',
  'wafv2:CreateWebACL',
]

/** The requirements of the stacks in us-east-1. */
const neededAtTheEdge = [
  'cloudformation:DescribeStacks',
  'cloudwatch:PutMetricAlarm',
  'logs:CreateLogGroup',
  'logs:PutDeliverySource',
  'sns:CreateTopic',
  'wafv2:CreateWebACL',
]

const allowed =
  (regionOf: (target: Target) => string, ActionNames: string[]): Check =>
  async (target) => {
    const [{ iam, account }, region] = [target, regionOf(target)]
    const role = `cdk-${qualifier}-cfn-exec-role-${account}-${region}`
    const PolicySourceArn = `arn:aws:iam::${account}:role/${role}`
    const simulated = await unlessMissing(
      iam.send(new SimulatePrincipalPolicyCommand({ PolicySourceArn, ActionNames })),
    )
    // Without the role there is no bootstrap stack, which another check reports.
    const denied = (simulated?.EvaluationResults ?? []).filter(({ EvalDecision }) => EvalDecision !== 'allowed')
    if (denied.length === 0) return undefined
    return {
      found: `The role ${role}, with which CloudFormation deploys, may not ${denied.map((one) => one.EvalActionName ?? '').join(', ')}.`,
      cure: `npx cdk bootstrap aws://${account}/${region} --cloudformation-execution-policies arn:aws:iam::aws:policy/AdministratorAccess, or a policy of your own with these actions`,
    }
  }

/** Whether the role with which CloudFormation deploys may create what the stacks contain. */
export const bootstrapPolicy = allowed(({ region }) => region, neededActions)
/** The same for the stacks in us-east-1. */
export const edgeBootstrapPolicy = allowed(() => edgeRegion, neededAtTheEdge)

/** Lambda keeps this many unreserved (Lambda developer guide, "Reserved concurrency"). */
const unreserved = 100

export const concurrency: Check = async (target) => {
  const { authConcurrency } = target.settings
  const { AccountLimit } = await target.lambda.send(new GetAccountSettingsCommand({}))
  // A function that is deployed has reserved its part already.
  const reserves = (await hasReserved(target)) ? 0 : authConcurrency
  const free = AccountLimit?.UnreservedConcurrentExecutions ?? 0
  if (authConcurrency === 0 || free >= reserves + unreserved) return undefined
  return {
    found: `The account has ${free} unreserved of ${AccountLimit?.ConcurrentExecutions ?? 0} concurrent executions; reserving ${authConcurrency} (authConcurrency) needs ${reserves + unreserved}.`,
    cure: 'Request an increase (aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000), or deploy with -c authConcurrency=0',
  }
}

/** The services of the stacks, as the public parameters of Systems Manager name them. */
const neededServices = [
  'apigateway',
  'cloudwatch',
  'codedeploy',
  'dynamodb',
  'events',
  'kms',
  'lambda',
  's3',
  'secretsmanager',
  'ses',
  'sns',
  'sqs',
  'xray',
]

export const services: Check = async ({ ssm, region }) => {
  const Path = `/aws/service/global-infrastructure/regions/${region}/services`
  const offered = new Set<string>()
  for await (const { Parameters = [] } of paginateGetParametersByPath({ client: ssm(edgeRegion) }, { Path }))
    for (const { Value } of Parameters) offered.add(Value ?? '')
  const lacking = neededServices.filter((service) => !offered.has(service))
  if (lacking.length === 0) return undefined
  return {
    found: `${region} does not offer ${lacking.join(', ')}.`,
    cure: 'Deploy to another region: AWS_REGION=<region>',
  }
}
