import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { appWith, propertiesOf, templateOf } from '../../support/suite/stacks.ts'

let api: Template, firewall: Template, edge: Template, edgeLogs: Template
beforeAll(async () => {
  const app = await appWith({ logDays: '14' })
  const [apiStack, ...others] = ['Api', 'Firewall', 'Edge', 'EdgeWatch'].map((part) =>
    templateOf(app, `Courier${part}`),
  )
  api = apiStack!
  ;[firewall, edge, edgeLogs] = others as [Template, Template, Template]
})
const the = (template: Template, type: string) => {
  const found = propertiesOf(template, type)
  expect(found).toHaveLength(1)
  return found[0]!
}

describe('the access logs of the gateway', () => {
  test('have no address, path, query, token and user agent', () => {
    const stages = propertiesOf(api, 'AWS::ApiGatewayV2::Stage')
    expect(stages.map(({ StageName }) => StageName).sort()).toEqual(['$default', 'ws'])
    for (const { AccessLogSettings, StageName } of stages) {
      const fields = JSON.parse(AccessLogSettings.Format)
      const method = StageName === 'ws' ? [] : ['method']
      const expected = ['request_id', ...method, 'route', 'status', 'latency_ms', 'function_error']
      expect(Object.keys(fields)).toEqual(expected)
      expect(Object.values(fields).join()).not.toMatch(/identity|sourceIp|[pP]ath|query|authorizer|userAgent/)
      expect(AccessLogSettings.DestinationArn).toBeDefined()
    }
  })

  test('of WebSockets need a role in the settings of the account, which exists before the stage', () => {
    const [role] = Object.keys(api.findResources('AWS::IAM::Role')).filter((id) => id.startsWith('GatewayLogs'))
    const [[account] = []] = Object.entries(api.findResources('AWS::ApiGateway::Account'))
    expect(the(api, 'AWS::ApiGateway::Account').CloudWatchRoleArn).toEqual({ 'Fn::GetAtt': [role, 'Arn'] })
    api.hasResource('AWS::ApiGatewayV2::Stage', { Properties: { StageName: 'ws' }, DependsOn: [account] })
  })
})

describe('the firewall’s log', () => {
  test('has only requests that were blocked or counted, without what signs a user in', () => {
    const { LoggingFilter, RedactedFields, ResourceArn } = the(firewall, 'AWS::WAFv2::LoggingConfiguration')
    expect(JSON.stringify(ResourceArn)).toContain('Firewall')
    expect(LoggingFilter).toMatchObject({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }, { ActionCondition: { Action: 'COUNT' } }],
        },
      ],
    })
    expect(RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { QueryString: {} },
    ])
  })

  test('is in a log group as WAF requires it, and expires', () => {
    const { LogGroupName, RetentionInDays } = the(firewall, 'AWS::Logs::LogGroup')
    expect(LogGroupName).toMatch(/^aws-waf-logs-/)
    expect(RetentionInDays).toBe(14)
    const [destination] = the(firewall, 'AWS::WAFv2::LoggingConfiguration').LogDestinationConfigs
    const [[id] = []] = Object.entries(firewall.findResources('AWS::Logs::LogGroup'))
    expect(destination['Fn::Join'][1].slice(-2)).toEqual([':log-group:', { Ref: id }])
  })
})

describe('the edge’s log', () => {
  test('is that of the distribution, without query strings, cookies and other headers', () => {
    const distribution = the(edge, 'AWS::CloudFront::Distribution').DistributionConfig
    expect(distribution.Logging, 'legacy logging').toBeUndefined()
    const source = the(edgeLogs, 'AWS::Logs::DeliverySource')
    expect(source.LogType).toBe('ACCESS_LOGS')
    const [distributionId] = Object.keys(edge.findResources('AWS::CloudFront::Distribution'))
    expect(outputOf(source.ResourceArn)).toEqual({ Ref: distributionId })
    const { RecordFields } = the(edgeLogs, 'AWS::Logs::Delivery')
    expect(RecordFields).toEqual(expect.arrayContaining(['date', 'time', 'c-ip', 'cs-uri-stem', 'sc-status']))
    expect(RecordFields.join()).not.toMatch(/query|cs\(/)
  })

  test('is delivered to a private bucket without ACLs, where it expires', () => {
    const destination = the(edgeLogs, 'AWS::Logs::DeliveryDestination')
    const bucket = outputOf(destination.DestinationResourceArn)
    expect(bucket.Ref).toMatch(/^AccessLogs/)
    const { OwnershipControls, LifecycleConfiguration } = edge.toJSON().Resources[bucket.Ref].Properties
    expect(OwnershipControls.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }])
    expect(LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 14, Status: 'Enabled' }])
  })

  test('can be written only by deliveries of this account', () => {
    const policy = propertiesOf(edge, 'AWS::S3::BucketPolicy').find(({ Bucket }) =>
      String(Bucket.Ref).startsWith('AccessLogs'),
    )
    const allowed = policy!.PolicyDocument.Statement.filter(({ Effect }: any) => Effect === 'Allow')
    expect(allowed).toEqual([
      expect.objectContaining({
        Action: 's3:PutObject',
        Principal: { Service: 'delivery.logs.amazonaws.com' },
      }),
    ])
    const [{ Condition }] = allowed
    expect(Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' })
    expect(Condition.ArnLike['aws:SourceArn']['Fn::Join'][1].slice(-3)).toEqual([
      expect.stringMatching(/:logs:us-east-1:$/),
      { Ref: 'AWS::AccountId' },
      ':*',
    ])
  })

  /** The value in the edge's stack of the output that a value of the logs' stack reads. */
  const outputOf = (value: unknown) => {
    const [, name = ''] = /"OutputName":"(\w+)"/.exec(JSON.stringify(value)) ?? []
    return edge.toJSON().Outputs[name].Value
  }
})
