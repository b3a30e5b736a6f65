import { expect, test } from 'vitest'
import type { Assembly, Resource } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { functionsOf } from '../../../lib/local/lambda/settings.ts'

const services = {
  ...{ dynamodb: '', mail: '', s3: '', sqs: '' },
  ...{ secretsManager: '', secretsPort: 1, tokenOf: () => '' },
}
const python = {
  stack: 'App',
  logicalId: 'Copier',
  type: 'AWS::Lambda::Function',
  properties: { Code: { S3Key: 'copier.zip' }, Handler: 'index.handler', Runtime: 'python3.13' },
}
const madeBy = (type: string): Resource => ({
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
])('a function that CDK brings along for %s is left out', (type) => {
  expect(functionsWith(madeBy(type))).toEqual([])
})

test('a function of the app’s own that is not for Node.js is refused, whatever it makes', () => {
  const refusal = 'Function App-Copier needs python3.13: the local cloud supports Node.js only.'
  expect(() => functionsWith()).toThrow(refusal)
  expect(() => functionsWith(madeBy('Custom::Greeting'))).toThrow(refusal)
})
