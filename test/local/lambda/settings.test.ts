import { expect, test } from 'vitest'
import type { Assembly, Resource } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { functionsOf } from '../../../lib/local/lambda/settings.ts'

const services = {
  dynamodb: '',
  mail: '',
  s3: '',
  sqs: '',
  secretsManager: '',
  secretsPort: 1,
  tokenOf: () => '',
}
const python = {
  stack: 'App',
  logicalId: 'Copier',
  type: 'AWS::Lambda::Function',
  properties: { Code: { S3Key: 'copier.zip' }, Handler: 'index.handler', Runtime: 'python3.13' },
}
const resourceOf = (type: string): Resource => ({
  stack: 'App',
  logicalId: 'Made',
  type,
  properties: { ServiceToken: { 'Fn::GetAtt': ['Copier', 'Arn'] } },
})

function functionsWith(...resources: Resource[]) {
  const assembly: Assembly = {
    directory: '',
    templates: new Map([['App', {}]]),
    resources: [python, ...resources],
    assets: new Map([['copier.zip', '/assets/copier']]),
  }
  return functionsOf(assembly, intrinsics(assembly), services)
}

test.each([
  'Custom::CDKBucketDeployment',
  'Custom::S3AutoDeleteObjects',
  'Custom::CrossRegionExportReader',
  'Custom::CrossRegionExportWriter',
  'Custom::LogRetention',
])('a function that CDK adds for %s is ignored', (type) => {
  expect(functionsWith(resourceOf(type))).toEqual([])
})

test('a function of the app that does not run on Node.js is refused, also if it serves a custom resource', () => {
  const refusal = 'Function App-Copier needs python3.13: the local cloud supports Node.js only.'
  expect(() => functionsWith()).toThrow(refusal)
  expect(() => functionsWith(resourceOf('Custom::Greeting'))).toThrow(refusal)
})
