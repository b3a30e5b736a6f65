import { Stack } from 'aws-cdk-lib'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import { expect, test } from 'vitest'
import { freshApp } from '../support/suite/stacks.ts'

const validated = (context = {}) => freshApp(context, { builtinCloudFormationValidation: true })
const domain = {
  domainName: 'parcels.example',
  hostedZoneId: 'Z1',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
}

test.each([
  ['prod', {}],
  ['dev with a domain and alarms', { stage: 'dev', alarmEmail: 'operators@example.com', ...domain }],
])('the templates of %s pass the CDK’s validation', async (_, context) => {
  const app = await validated(context)
  expect(app.synth().stacks).toHaveLength(8)
})

test('a property that CloudFormation would refuse does not', async () => {
  const app = await validated()
  new CfnBucket(new Stack(app, 'Extra'), 'Wrong', { bucketName: 'No Name' })
  expect(() => app.synth()).toThrow("'No Name' does not match")
})
