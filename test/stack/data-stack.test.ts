import { App } from 'aws-cdk-lib'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { courierApp } from '../../lib/app.ts'
import { settingsOf } from '../../lib/context.ts'
import { indexes } from '../../shared/db/keys.ts'
import { appWith, templateOf } from '../support/suite/stacks.ts'
import { setUp, all, api, data } from './stack.fixture.ts'

setUp()

test('functions get the public URL from the setting, or the API’s endpoint by default', async () => {
  const publicUrls = (template: Template) =>
    all(template, 'AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.Environment?.Variables?.PUBLIC_URL ?? [],
    )
  expect(JSON.stringify(publicUrls(api))).toContain('"ApiEndpoint"')
  const set = publicUrls(templateOf(await appWith({ publicUrl: 'https://api.example' }), 'CourierApi'))
  expect(new Set(set)).toEqual(new Set(['https://api.example']))
})

describe('the data stack', () => {
  test('has one on-demand table with point-in-time recovery and deletion protection', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      GlobalSecondaryIndexes: [
        Match.objectLike({
          IndexName: 'gsi1',
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: indexes.gsi1 },
        }),
        Match.objectLike({ IndexName: 'gsi2', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      ],
      Replicas: [
        Match.objectLike({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      ],
    })
  })

  test('deletes the files of imports and exports after a week, and those that are not imported after a day', () => {
    data.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [
          { Prefix: 'uploads/', ExpirationInDays: 1, Status: 'Enabled' },
          { ExpirationInDays: 7, Status: 'Enabled' },
        ],
      },
    })
  })

  test('keeps photos private, and deletes uploads after a day', () => {
    for (const bucket of Object.values(data.findResources('AWS::S3::Bucket')))
      expect(Object.values(bucket.Properties.PublicAccessBlockConfiguration as object)).toEqual([
        true,
        true,
        true,
        true,
      ])
    data.resourcePropertiesCountIs('AWS::S3::BucketPolicy', Match.objectLike({}), 3)
    for (const policy of Object.values(data.findResources('AWS::S3::BucketPolicy')))
      expect(policy.Properties.PolicyDocument.Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ])
    data.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }] },
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedMethods: ['POST'] })] },
    })
  })
})

test('an invalid setting is refused when the app is created, with a message that names it', () => {
  expect(() => courierApp(new App({ context: { authPerMinute: 'many' } }))).toThrow(
    'Setting authPerMinute is "many": it takes a whole number from 1 to 3000.',
  )
  const appWithSetting = (name: string, value: string) => () =>
    courierApp(new App({ context: { [name]: value } }))
  expect(appWithSetting('bcryptCost', '17')).toThrow('it takes a whole number from 4 to 16')
  expect(appWithSetting('refuseCommonPasswords', 'yes')).toThrow('it takes true or false')
  expect(appWithSetting('logLevel', 'loud')).toThrow('it takes DEBUG, INFO, WARN, ERROR')
  expect(appWithSetting('corsOrigins', '')).toThrow('it takes a text')
  expect(appWithSetting('authPerMinut', '5')).toThrow('There is no setting authPerMinut; there are stage,')
})

test('the settings of a stage are those that cdk.json has for it, unless an option is given', () => {
  const context = { prod: { mailFrom: 'a@prod.co', logDays: 90 }, dev: { mailFrom: 'a@dev.co' } }
  const read = (options = {}) => settingsOf({ ...context, ...options })
  expect(read()).toMatchObject({ stage: 'prod', mailFrom: 'a@prod.co', logDays: 90 })
  expect(read({ stage: 'dev' })).toMatchObject({ stage: 'dev', mailFrom: 'a@dev.co', logDays: 7 })
  expect(read({ mailFrom: 'a@option.co' })).toMatchObject({ mailFrom: 'a@option.co', logDays: 90 })
  expect(() => read({ prod: { mailForm: '' } })).toThrow('There is no setting mailForm')
})
