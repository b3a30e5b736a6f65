import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'

let data: Template, api: Template, edge: Template, dev: Template, devApi: Template, devEdge: Template
beforeAll(async () => {
  const [prodApp, devApp] = [await appWith(), await appWith({ stage: 'dev' })]
  ;[data, api] = [templateOf(prodApp, 'CourierData'), templateOf(prodApp, 'CourierApi')]
  edge = templateOf(prodApp, 'CourierEdge')
  ;[dev, devApi] = [templateOf(devApp, 'CourierDevData'), templateOf(devApp, 'CourierDevApi')]
  devEdge = templateOf(devApp, 'CourierDevEdge')
})
const asJson = (value: unknown) => JSON.stringify(value)

test('one key, which rotates, encrypts the table, secrets, photos, queues and logs', () => {
  const [id = ''] = Object.keys(data.findResources('AWS::KMS::Key'))
  data.resourceCountIs('AWS::KMS::Key', 1)
  data.hasResource('AWS::KMS::Key', { Properties: { EnableKeyRotation: true } })
  const [table] = propertiesOf(data, 'AWS::DynamoDB::GlobalTable')
  expect(table!.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' })
  expect(table!.Replicas.map((one: any) => one.SSESpecification.KMSMasterKeyId)).toEqual([
    { 'Fn::GetAtt': [id, 'Arn'] },
  ])
  const logs = [...propertiesOf(api, 'AWS::Logs::LogGroup'), ...propertiesOf(edge, 'AWS::Logs::LogGroup')]
  // Of each function, of the two APIs, and of the deployment of pages.
  expect(logs).toHaveLength(propertiesOf(api, 'AWS::Lambda::Function').length + 2 + 1)
  for (const { KmsKeyId } of logs) expect(asJson(KmsKeyId)).toContain(id)
  for (const { KmsKeyId } of propertiesOf(data, 'AWS::SecretsManager::Secret'))
    expect(KmsKeyId).toEqual({ 'Fn::GetAtt': [id, 'Arn'] })
  for (const { BucketEncryption } of propertiesOf(data, 'AWS::S3::Bucket'))
    expect(BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
      {
        BucketKeyEnabled: true,
        ServerSideEncryptionByDefault: {
          SSEAlgorithm: 'aws:kms',
          KMSMasterKeyID: { 'Fn::GetAtt': [id, 'Arn'] },
        },
      },
    ])
  const queues = propertiesOf(api, 'AWS::SQS::Queue')
  expect(queues).toHaveLength(9)
  for (const { KmsMasterKeyId } of queues) expect(asJson(KmsMasterKeyId)).toContain(id)
})

test('CloudWatch Logs may use the key for the log groups of this account only', () => {
  const [key] = propertiesOf(data, 'AWS::KMS::Key')
  const ofLogs = key!.KeyPolicy.Statement.filter(({ Principal }: any) => /"logs\./.test(asJson(Principal)))
  expect(ofLogs).toHaveLength(1)
  const [{ Action, Condition }] = ofLogs
  expect(Action).not.toContain('kms:*')
  expect(Object.keys(Condition)).toEqual(['ArnLike'])
  const { 'kms:EncryptionContext:aws:logs:arn': context } = Condition.ArnLike
  const [, parts] = context['Fn::Join']
  expect(parts).toContainEqual({ Ref: 'AWS::AccountId' })
  expect(parts.at(-1)).toBe(':log-group:*')
})

/** Every statement of the functions' policies, with its role. */
const statements = () =>
  propertiesOf(api, 'AWS::IAM::Policy').flatMap(({ PolicyDocument, Roles }) =>
    (PolicyDocument.Statement as any[]).map((one) => ({ ...one, role: asJson(Roles) })),
  )

describe('the functions', () => {
  test('can use the key only through the services that they call', () => {
    const keyed = statements().filter(({ Action }) => asJson(Action).includes('kms:'))
    const services = (role: string) =>
      keyed
        .filter((one) => one.role.includes(`${role}FunctionServiceRole`))
        .map(({ Condition }) => /"(\w+)\.",/.exec(asJson(Condition?.StringEquals['kms:ViaService']))?.[1])
        .sort()
    // CDK grants the key to a queue's reader without a condition on the service.
    const readers = ['webhooksender', 'livesender', 'photosweep']
    for (const { role, Condition } of keyed)
      if (!readers.some((reader) => role.includes(reader))) expect(Condition, role).toBeTruthy()
    expect(services('health')).toEqual([])
    expect(services('tracking')).toEqual(['dynamodb', 'secretsmanager'])
    expect(services('photos')).toEqual(['dynamodb', 's3', 'secretsmanager'])
    expect(services('photointake')).toEqual(['dynamodb', 's3', 'sqs'])
    expect(services('publisher')).toEqual(['dynamodb', 'sqs'])
    expect(services('rotation')).toEqual(['secretsmanager'])
  })

  test('may only write traces on all resources', () => {
    const wide = statements().filter(({ Resource }) => [Resource].flat().includes('*'))
    expect(new Set(wide.flatMap(({ Action }) => Action as string[]))).toEqual(
      new Set(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']),
    )
  })

  test('send discarded events to a queue', () => {
    const streams = propertiesOf(api, 'AWS::Lambda::EventSourceMapping').filter(
      ({ StartingPosition }) => StartingPosition,
    )
    expect(streams).toHaveLength(2)
    for (const { DestinationConfig } of streams)
      expect(asJson(DestinationConfig.OnFailure)).toContain('undeliveredQueue')
    const byEvents = propertiesOf(api, 'AWS::Lambda::Function').filter(
      ({ DeadLetterConfig }) => DeadLetterConfig,
    )
    expect(byEvents.map(({ Environment }) => Environment.Variables.SERVICE_NAME).sort()).toEqual([
      'mailer',
      'photointake',
    ])
  })
})

const reserved = (template: Template) =>
  propertiesOf(template, 'AWS::Lambda::Function').flatMap(
    ({ ReservedConcurrentExecutions: concurrency, Environment: { Variables } }) =>
      concurrency === undefined ? [] : [[Variables.SERVICE_NAME, concurrency]],
  )

test('a flood of sign-ins can use up only the reserved concurrency of the function that hashes passwords', async () => {
  expect(reserved(api)).toEqual([['auth', 50]])
  expect(reserved(devApi)).toEqual([])
  expect(reserved(templateOf(await appWith({ authConcurrency: '0' }), 'CourierApi'))).toEqual([])
})

test('stage dev deletes its data with the stack, unless set otherwise', async () => {
  for (const template of [dev, devApi, devEdge])
    for (const [id, { DeletionPolicy }] of Object.entries(template.toJSON().Resources as Record<string, any>))
      // Settings that all APIs of the account share (lib/stacks/api/access-log.ts).
      expect(DeletionPolicy ?? 'Delete', id).toBe(/^Gateway(Logs|Account)/.test(id) ? 'Retain' : 'Delete')
  const [table] = propertiesOf(dev, 'AWS::DynamoDB::GlobalTable')
  expect(table!.Replicas[0]).toMatchObject({
    DeletionProtectionEnabled: false,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  for (const { RetentionInDays } of propertiesOf(devApi, 'AWS::Logs::LogGroup')) expect(RetentionInDays).toBe(7)
  const kept = templateOf(await appWith({ stage: 'dev', keepData: 'true' }), 'CourierDevData')
  kept.hasResource('AWS::DynamoDB::GlobalTable', { DeletionPolicy: 'Retain' })
})
