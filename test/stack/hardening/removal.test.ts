import type { App } from 'aws-cdk-lib'
import { expect, test } from 'vitest'
import { appWith, propertiesOf, templateOf } from '../../support/suite/stacks.ts'

const stored = /^AWS::(KMS::Key|SecretsManager::Secret|S3::Bucket)$/
const policies = (app: App, stack: string, types = stored) =>
  Object.values(templateOf(app, stack).toJSON().Resources as Record<string, any>)
    .filter(({ Type }) => types.test(Type))
    .map(({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy} ${UpdateReplacePolicy}`)

const prod = await appWith()
const dev = await appWith({ stage: 'dev' })
const keptDev = await appWith({ stage: 'dev', keepData: 'true' })

test.each([
  ['Courier', prod],
  ['CourierDev', keptDev],
])(
  '%s… keeps its data when stacks are deleted or replace it; a creation that fails leaves nothing',
  (name, app) => {
    const found = [...policies(app, `${name}Data`), ...policies(app, `${name}Edge`)]
    expect(found.length).toBeGreaterThan(10)
    expect(new Set(found)).toEqual(new Set(['RetainExceptOnCreate Retain']))
    // It cannot be deleted, since it is protected.
    expect(policies(app, `${name}Data`, /GlobalTable$/)).toEqual(['Retain Retain'])
  },
)

const protectedStacks = (app: App) =>
  app
    .synth()
    .stacks.flatMap(({ stackName, terminationProtection }) => (terminationProtection ? [stackName] : []))

test('stacks that hold data or messages are protected from deletion, unless data is not kept', () => {
  expect(protectedStacks(prod).sort()).toEqual(['CourierApi', 'CourierData'])
  expect(protectedStacks(keptDev).sort()).toEqual(['CourierDevApi', 'CourierDevData'])
  expect(protectedStacks(dev)).toEqual([])
})

test('a deleted photo can be brought back for 30 days, where data is kept', () => {
  const versioned = (app: App, stack: string) =>
    propertiesOf(templateOf(app, stack), 'AWS::S3::Bucket').filter(
      ({ VersioningConfiguration }) => VersioningConfiguration?.Status === 'Enabled',
    )
  const [photos, ...others] = versioned(prod, 'CourierData')
  expect(others).toEqual([])
  // Uploads have a notification.
  expect(photos!.NotificationConfiguration).toBeUndefined()
  expect(photos!.LifecycleConfiguration.Rules).toEqual([
    {
      Status: 'Enabled',
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
      ExpiredObjectDeleteMarker: true,
    },
  ])
  expect(versioned(dev, 'CourierDevData')).toEqual([])
})
