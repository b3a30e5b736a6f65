import { DescribeCertificateCommand } from '@aws-sdk/client-acm'
import { NoSuchEntityException, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam'
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import { GetHostedZoneCommand, NoSuchHostedZone } from '@aws-sdk/client-route-53'
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2'
import { GetParameterCommand, GetParametersByPathCommand, ParameterNotFound } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { describe, expect, test, vi } from 'vitest'
import { checks } from '../../lib/preflight/checks.ts'
import { preflight } from '../../lib/preflight/preflight.ts'
import { readSettings, type SettingName } from '../../shared/config/settings.ts'
import {
  acm,
  deployed,
  iam,
  lambda,
  missing,
  ready,
  route53,
  services,
  ses,
  setUp,
  ssm,
  sts,
} from './preflight.fixture.ts'

setUp()

const concurrent = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) =>
  lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } })

async function run(changes: Partial<Record<SettingName, string>> = {}) {
  const given = { ...ready, ...changes }
  const lines: string[] = []
  const ok = await preflight(
    readSettings((name) => given[name]),
    (line) => lines.push(line),
  )
  return { ok, lines, failed: lines.filter((line) => line.startsWith('✗')) }
}

test('an account that is ready passes every check', async () => {
  const { ok, lines } = await run()
  expect(lines).toEqual([
    ...['Region', 'Credentials', ...Object.keys(checks)].map((name) => `✓ ${name}`),
    'Ready: npx cdk deploy --all',
  ])
  expect(ok).toBe(true)
})

describe('preflight names', () => {
  test.each<[string, string[], () => void, Partial<Record<SettingName, string>>?]>([
    [
      'a region that is not named',
      ['✗ Region: No region is named, so the CDK would deploy to us-east-1'],
      () => vi.stubEnv('AWS_REGION', ''),
    ],
    [
      'regions that are not bootstrapped',
      [
        '✗ Bootstrap: eu-west-1 is not bootstrapped.\n    npx cdk bootstrap aws://111122223333/eu-west-1',
        '✗ Bootstrap in us-east-1: us-east-1 is not bootstrapped.\n    npx cdk bootstrap aws://111122223333/us-east-1',
      ],
      () => ssm.on(GetParameterCommand).rejects(new ParameterNotFound(missing)),
    ],
    [
      'a bootstrap stack that is too old',
      ['✗ Bootstrap: The bootstrap stack in eu-west-1 has version 5', '✗ Bootstrap in us-east-1'],
      () => ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } }),
    ],
    [
      'a bootstrap policy that is too narrow',
      [
        '✗ Role of CloudFormation: The role cdk-hnb659fds-cfn-exec-role-111122223333-eu-west-1, with which CloudFormation deploys, may not wafv2:CreateWebACL.',
        '✗ Role of CloudFormation in us-east-1: The role cdk-hnb659fds-cfn-exec-role-111122223333-us-east-1',
      ],
      () =>
        iam.on(SimulatePrincipalPolicyCommand).resolves({
          EvaluationResults: [
            { EvalActionName: 'sns:CreateTopic', EvalDecision: 'allowed' },
            { EvalActionName: 'wafv2:CreateWebACL', EvalDecision: 'implicitDeny' },
          ],
        }),
    ],
    [
      'the concurrency of a new account',
      [
        '✗ Concurrency: The account has 10 unreserved of 10 concurrent executions; reserving 50 (authConcurrency) needs 150.',
      ],
      () => concurrent(10, 10),
    ],
    [
      'concurrency that other functions have reserved',
      ['✗ Concurrency: The account has 140 unreserved of 1000 concurrent executions'],
      () => concurrent(1000, 140),
    ],
    [
      'concurrency that a function and its successor in a nested stack reserve',
      ['✗ Concurrency: The account has 140 unreserved of 1000 concurrent executions'],
      () => {
        deployed(['CourierFirewall', 'CourierData', 'CourierApi'], ['Api', 'authFunction'])
        concurrent(1000, 140)
      },
    ],
    [
      'the same stage in another region',
      [
        '✗ One region: This account has the stage prod in another region: CourierFirewall is in us-east-1, but CourierData is not in eu-west-1.',
      ],
      () => deployed(['CourierFirewall']),
    ],
    [
      'a sender that SES does not know',
      ['✗ E-mail sender: SES knows neither no-reply@swift.example nor swift.example in eu-west-1'],
      () => ses.on(GetEmailIdentityCommand).rejects(new NotFoundException(missing)),
    ],
    [
      'a sender that is not verified yet',
      ['✗ E-mail sender: SES has not verified no-reply@swift.example or swift.example in eu-west-1 yet'],
      () => ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false }),
    ],
    [
      'the SES sandbox',
      ['✗ E-mail sandbox: SES is in the sandbox in eu-west-1'],
      () => ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false, SendingEnabled: true }),
    ],
    [
      'a paused SES account',
      ['✗ E-mail sandbox: SES sends nothing for this account'],
      () => ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: false }),
    ],
    [
      'a hosted zone of another account',
      ['✗ Hosted zone: There is no hosted zone Z0123456789 in this account.'],
      () => route53.on(GetHostedZoneCommand).rejects(new NoSuchHostedZone(missing)),
    ],
    [
      'a hosted zone of another domain',
      ['✗ Hosted zone: The zone Z0123456789 is for other.example, and parcels.swift.example is not in it.'],
      () =>
        route53
          .on(GetHostedZoneCommand)
          .resolves({ HostedZone: { Id: 'Z', Name: 'other.example.', CallerReference: '1' } }),
    ],
    [
      'a certificate that is not validated',
      ['✗ Certificate: The certificate of swift.example is PENDING_VALIDATION.'],
      () =>
        acm
          .on(DescribeCertificateCommand)
          .resolves({ Certificate: { Status: 'PENDING_VALIDATION', DomainName: 'swift.example' } }),
    ],
    [
      'a certificate for another domain',
      [
        '✗ Certificate: The certificate is for swift.example, www.swift.example, not for parcels.swift.example.',
      ],
      () =>
        acm.on(DescribeCertificateCommand).resolves({
          Certificate: {
            Status: 'ISSUED',
            DomainName: 'swift.example',
            SubjectAlternativeNames: ['www.swift.example'],
          },
        }),
    ],
    [
      'a certificate in another region',
      ['✗ Certificate: The certificate arn:aws:acm:eu-west-1:1:certificate/1 is not in us-east-1'],
      () => undefined,
      { certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/1' },
    ],
    [
      'links that would lead to the API',
      ['✗ Links in e-mails: Links in e-mails and on labels lead to the API’s own address'],
      () => undefined,
      { domainName: '', certificateArn: '', hostedZoneId: '' },
    ],
    [
      'alarms that nobody gets',
      ['✗ Alarms: Nobody is told of alarms (alarmEmail).'],
      () => undefined,
      { alarmEmail: '' },
    ],
    [
      'services that the region lacks',
      ['✗ Services of the region: eu-west-1 does not offer ses, xray.'],
      () => ssm.on(GetParametersByPathCommand).resolves(services('ses', 'xray')),
    ],
    [
      'what it may not read',
      ['✗ Concurrency: It could not be checked: not authorized to perform lambda:GetAccountSettings'],
      () =>
        lambda
          .on(GetAccountSettingsCommand)
          .rejects(new Error('not authorized to perform lambda:GetAccountSettings')),
    ],
    [
      'missing credentials',
      ['✗ Credentials: AWS takes no credentials'],
      () => sts.on(GetCallerIdentityCommand).rejects(new Error('no')),
    ],
  ])('%s, and nothing else', async (_, expected, spoil, settings) => {
    spoil()
    const { ok, failed, lines } = await run(settings)
    expect(failed).toEqual(expected.map((line) => expect.stringContaining(line)))
    expect(ok).toBe(false)
    if (lines.length > 2)
      expect(lines.at(-1)).toBe(`Not ready: ${expected.length} of ${Object.keys(checks).length + 2} checks`)
  })

  test('no role of CloudFormation before the region is bootstrapped', async () => {
    iam.on(SimulatePrincipalPolicyCommand).rejects(new NoSuchEntityException(missing))
    expect((await run()).ok).toBe(true)
  })

  test('nothing of a stage that is deployed already, whose concurrency is reserved', async () => {
    deployed(['CourierFirewall', 'CourierData', 'CourierApi'])
    concurrent(1000, 140)
    expect((await run()).failed).toEqual([])
  })

  test('no sender at a subdomain of a verified domain', async () => {
    expect((await run({ mailFrom: 'no-reply@mail.swift.example' })).failed).toEqual([])
  })

  test('neither alarms nor links in stage dev, where nobody reserves concurrency', async () => {
    concurrent(10, 10)
    const { ok } = await run({
      stage: 'dev',
      domainName: '',
      certificateArn: '',
      hostedZoneId: '',
      alarmEmail: '',
    })
    expect(ok).toBe(true)
  })
})
