import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm'
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'
import { IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53'
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import { GetParameterCommand, GetParametersByPathCommand, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, vi } from 'vitest'
import type { SettingName } from '../../shared/config/settings.ts'

const account = '111122223333'
const certificateArn = `arn:aws:acm:us-east-1:${account}:certificate/4a5b`
/** The settings of a company that is ready. */
export const ready: Partial<Record<SettingName, string>> = {
  mailFrom: 'Swift Couriers <no-reply@swift.example>',
  domainName: 'parcels.swift.example',
  certificateArn,
  hostedZoneId: 'Z0123456789',
  alarmEmail: 'night@swift.example',
}
export const services = (...without: string[]) => ({
  Parameters: [
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
    'ec2',
  ].flatMap((Value) => (without.includes(Value) ? [] : [{ Name: `/aws/service/…/${Value}`, Value }])),
})
export const missing = { message: 'not there', $metadata: {} }

export const [acm, iam, lambda, route53] = [ACMClient, IAMClient, LambdaClient, Route53Client].map((of) =>
  mockClient(of as never),
) as any[]
export const [ses, ssm, sts, cloudformation] = [SESv2Client, SSMClient, STSClient, CloudFormationClient].map(
  (of) => mockClient(of as never),
) as any[]

/** These stacks are in the account, in any region; no other. Each has these resources, in two pages. */
export function deployed(stacks: string[] = [], resources = ['Api', 'Identity']) {
  const ofStack =
    (answer: (input: { NextToken?: string }) => object) =>
    (input: { StackName: string; NextToken?: string }) => {
      if (stacks.includes(input.StackName)) return answer(input)
      const message = `Stack with id ${input.StackName} does not exist`
      throw Object.assign(new Error(message), { name: 'ValidationError' })
    }
  const page = (LogicalResourceId?: string) => ({ StackResourceSummaries: [{ LogicalResourceId }] })
  cloudformation.on(DescribeStacksCommand).callsFake(ofStack(() => ({ Stacks: [{}] })))
  cloudformation
    .on(ListStackResourcesCommand)
    .callsFake(
      ofStack(({ NextToken }) => (NextToken ? page(resources[1]) : { ...page(resources[0]), NextToken: '1' })),
    )
}

/** Before each test the account is ready: its answers are as the API references show them. */
export function setUp(): void {
  afterEach(() => void vi.unstubAllEnvs())
  beforeEach(answersOfReadyAccount)
}

function answersOfReadyAccount() {
  for (const [name, value] of [
    ['AWS_REGION', 'eu-west-1'],
    ['AWS_DEFAULT_REGION', ''],
    ['AWS_CONFIG_FILE', '/dev/null'],
  ] as const)
    vi.stubEnv(name, value)
  for (const one of [acm, iam, lambda, route53, ses, ssm, sts, cloudformation]) one.reset()
  deployed()
  sts.on(GetCallerIdentityCommand).resolves({ Account: account, Arn: `arn:aws:iam::${account}:user/deployer` })
  ssm.on(GetParameterCommand).resolves({ Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Value: '28' } })
  ssm.on(GetParametersByPathCommand).resolves(services())
  iam.on(SimulatePrincipalPolicyCommand).callsFake(({ ActionNames }: { ActionNames: string[] }) => ({
    EvaluationResults: ActionNames.map((EvalActionName) => ({ EvalActionName, EvalDecision: 'allowed' })),
  }))
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 950 },
  })
  ses
    .on(GetEmailIdentityCommand, { EmailIdentity: 'no-reply@swift.example' })
    .rejects(new NotFoundException(missing))
  ses
    .on(GetEmailIdentityCommand, { EmailIdentity: 'swift.example' })
    .resolves({ VerifiedForSendingStatus: true })
  ses
    .on(GetAccountCommand)
    .resolves({ ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' })
  acm.on(DescribeCertificateCommand).resolves({
    Certificate: {
      Status: 'ISSUED',
      DomainName: 'swift.example',
      SubjectAlternativeNames: ['swift.example', '*.swift.example'],
    },
  })
  route53
    .on(GetHostedZoneCommand)
    .resolves({ HostedZone: { Id: '/hostedzone/Z0123456789', Name: 'swift.example.', CallerReference: '1' } })
}
