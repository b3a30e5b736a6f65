import { describe, expect, test, vi } from 'vitest'
import { appWith, freshApp, propertiesOf, templateOf } from '../support/suite/stacks.ts'
import { setUp, distribution, edge, only } from './edge.fixture.ts'

setUp()

test('every bucket is private and requires TLS', () => {
  const blockAll = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  }
  const buckets = propertiesOf(edge, 'AWS::S3::Bucket')
  expect(buckets).toHaveLength(2)
  for (const { PublicAccessBlockConfiguration, BucketEncryption } of buckets) {
    expect(PublicAccessBlockConfiguration).toEqual(blockAll)
    expect(BucketEncryption).toBeDefined()
  }
  const policies = propertiesOf(edge, 'AWS::S3::BucketPolicy')
  expect(policies).toHaveLength(2)
  for (const { PolicyDocument } of policies)
    expect(PolicyDocument.Statement[0]).toMatchObject({
      Effect: 'Deny',
      Action: 's3:*',
      Principal: { AWS: '*' },
    })
})

describe('the firewall', () => {
  test('limits the rate per address and applies AWS’s managed rules', async () => {
    const acl = only(
      'AWS::WAFv2::WebACL',
      '',
      templateOf(await appWith({ edgePerFiveMinutes: '500' }), 'CourierFirewall'),
    )
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
    const [rate, ...managed] = acl.Rules
    expect(rate).toMatchObject({
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 500 } },
    })
    const groups = managed.flatMap(({ Statement, OverrideAction }: any) =>
      OverrideAction ? [[Statement.ManagedRuleGroupStatement.Name, OverrideAction]] : [],
    )
    expect(groups).toEqual([
      ['AWSManagedRulesAmazonIpReputationList', { None: {} }],
      ['AWSManagedRulesKnownBadInputsRuleSet', { None: {} }],
      ['AWSManagedRulesCommonRuleSet', { None: {} }],
    ])
  })

  test('and the edge’s log are in us-east-1 whatever the other stacks’ region is', async () => {
    vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1')
    const app = await freshApp()
    vi.unstubAllEnvs()
    const assembly = app.synth()
    const regions = assembly.stacks.map(({ stackName, environment }) => [stackName, environment.region])
    expect(Object.fromEntries(regions)).toEqual({
      CourierData: 'eu-central-1',
      CourierRollout: 'eu-central-1',
      CourierApi: 'eu-central-1',
      CourierJobs: 'eu-central-1',
      CourierEdge: 'eu-central-1',
      CourierWatch: 'eu-central-1',
      CourierFirewall: 'us-east-1',
      CourierEdgeWatch: 'us-east-1',
    })
    const config = only('AWS::CloudFront::Distribution', '', templateOf(app, 'CourierEdge')).DistributionConfig
    expect(config.WebACLId['Fn::GetStackOutput']).toMatchObject({
      StackName: 'CourierFirewall',
      Region: 'us-east-1',
    })
    const { ResourceArn } = only('AWS::Logs::DeliverySource', '', templateOf(app, 'CourierEdgeWatch'))
    expect(JSON.stringify(ResourceArn)).toContain('"StackName":"CourierEdge","Region":"eu-central-1"')
  })
})

describe('the distribution', () => {
  test('supports HTTP/2 and HTTP/3 over IPv4 and IPv6, and exports its URL', () => {
    expect(distribution()).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true })
    expect(JSON.stringify(edge.toJSON().Outputs.Url.Value)).toContain('DomainName')
  })

  test('has the company’s own domain if one is set, with TLS 1.2 or later', async () => {
    const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/one'
    const named = await appWith({ certificateArn, domainName: 'parcels.example' })
    const config = only(
      'AWS::CloudFront::Distribution',
      '',
      templateOf(named, 'CourierEdge'),
    ).DistributionConfig
    expect(config).toMatchObject({
      Aliases: ['parcels.example'],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    })
    expect(templateOf(named, 'CourierEdge').findOutputs('Url')).toMatchObject({
      Url: { Value: 'https://parcels.example' },
    })
    expect(JSON.stringify(templateOf(named, 'CourierEdge').findOutputs('DnsRecord'))).toContain(
      'parcels.example CNAME ',
    )
    for (const [name, value] of [
      ['PUBLIC_URL', 'https://parcels.example'],
      ['SOCKET_URL', 'wss://parcels.example/ws'],
    ] as const)
      templateOf(named, 'CourierApi').hasResourceProperties('AWS::Lambda::Function', {
        Environment: { Variables: { [name]: value } },
      })
    for (const half of [{ certificateArn }, { domainName: 'parcels.example' }, { hostedZoneId: 'Z1' }])
      await expect(freshApp(half)).rejects.toThrow('needs both settings domainName and certificateArn')
  })

  test('gets records for IPv4 and IPv6 in a zone of Route 53', async () => {
    const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/one'
    const edge = templateOf(
      await appWith({ certificateArn, domainName: 'parcels.example', hostedZoneId: 'Z1' }),
      'CourierEdge',
    )
    const records = propertiesOf(edge, 'AWS::Route53::RecordSet')
    expect(records.map(({ Type, Name, HostedZoneId }) => [Type, Name, HostedZoneId]).sort()).toEqual([
      ['A', 'parcels.example.', 'Z1'],
      ['AAAA', 'parcels.example.', 'Z1'],
    ])
    expect(edge.findOutputs('DnsRecord')).toEqual({})
  })
})
