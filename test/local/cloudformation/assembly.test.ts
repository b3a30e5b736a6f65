import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAssembly, type Template } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'

const url = 'http://127.0.0.1:3000'
const templates: Record<string, Template> = {
  Data: {
    Resources: {
      Table: { Type: 'AWS::DynamoDB::GlobalTable' },
      Named: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { TableName: 'orders' } },
      Secret: { Type: 'AWS::SecretsManager::Secret' },
    },
    Outputs: {
      Table: { Value: { Ref: 'Table' } },
    },
  },
  Api: {
    Resources: {
      Fn: { Type: 'AWS::Lambda::Function' },
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'Api' } },
      Inner: {
        Type: 'AWS::CloudFormation::Stack',
        Properties: {
          Parameters: { Table: { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Table' } } },
          TemplateURL: { 'Fn::Join': ['', ['https://s3.', { Ref: 'AWS::Region' }, '/assets/inner.json']] },
        },
      },
    },
    Parameters: { Stage: { Default: 'prod' }, Open: {} },
    Mappings: { Sizes: { 'eu-west-1': { small: 7 } } },
  },
}

const inner: Template = {
  Resources: { Fn: { Type: 'AWS::Lambda::Function' } },
  Parameters: { Table: {}, Other: {} },
  Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Fn', 'Arn'] } }, Table: { Value: { Ref: 'Table' } } },
}

let directory: string
let resolve: (value: unknown, stack?: string) => unknown
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assembly-'))
  const artifacts: Record<string, object> = {}
  for (const [stack, template] of Object.entries(templates)) {
    writeFileSync(join(directory, `${stack}.json`), JSON.stringify(template))
    artifacts[stack] = { type: 'aws:cloudformation:stack', properties: { templateFile: `${stack}.json` } }
  }
  const files = {
    inner: { source: { path: 'nested.json' }, destinations: { here: { objectKey: 'inner.json' } } },
  }
  artifacts['Api.assets'] = { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } }
  writeFileSync(join(directory, 'assets.json'), JSON.stringify({ files }))
  writeFileSync(join(directory, 'nested.json'), JSON.stringify(inner))
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ artifacts }))
  const resolveIn = intrinsics(readAssembly(directory), { api: url })
  resolve = (value, stack = 'Api') => resolveIn(value, stack)
})
afterAll(() => rmSync(directory, { recursive: true }))

test.each([
  [{ Ref: 'Table' }, 'Data', 'Data-Table'],
  [{ Ref: 'Named' }, 'Data', 'orders'],
  [{ Ref: 'Secret' }, 'Data', 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:Data-Secret-000000'],
  [{ Ref: 'Stage' }, 'Api', 'prod'],
  [{ Ref: 'Api' }, 'Api', 'api'],
  [{ Ref: 'AWS::Region' }, 'Api', 'eu-west-1'],
  [{ 'Fn::GetAtt': ['Fn', 'Arn'] }, 'Api', 'arn:aws:lambda:eu-west-1:000000000000:function:Api-Fn'],
  [{ 'Fn::GetAtt': 'Api.ApiEndpoint' }, 'Api', url],
  [{ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }]] }, 'Api', 'a-aws'],
  [
    { 'Fn::Sub': '${AWS::StackName}/${Fn.Arn}/${!Literal}' },
    'Api',
    'Api/arn:aws:lambda:eu-west-1:000000000000:function:Api-Fn/${Literal}',
  ],
  [{ 'Fn::Sub': ['${Word}!', { Word: { Ref: 'Stage' } }] }, 'Api', 'prod!'],
  [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'Api', 'b'],
  [{ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'small'] }, 'Api', 7],
  [
    { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Table', Region: { Ref: 'AWS::Region' } } },
    'Api',
    'Data-Table',
  ],
  [{ Ref: 'Table' }, 'Api-Inner', 'Data-Table'],
  [{ Ref: 'Fn' }, 'Api-Inner', 'Api-Inner-Fn'],
  [
    { 'Fn::GetAtt': ['Inner', 'Outputs.Arn'] },
    'Api',
    'arn:aws:lambda:eu-west-1:000000000000:function:Api-Inner-Fn',
  ],
  [{ 'Fn::GetAtt': ['Inner', 'Outputs.Table'] }, 'Api', 'Data-Table'],
  [{ list: [{ Ref: 'AWS::NoValue' }, 1], gone: { Ref: 'AWS::NoValue' } }, 'Api', { list: [1] }],
])('%j in the stack %s resolves to %j', (value, stack, expected) => {
  expect(resolve(value, stack)).toEqual(expected)
})

test.each([
  [{ 'Fn::Cidr': ['10.0.0.0/16'] }, 'Fn::Cidr'],
  [{ Ref: 'Unknown' }, 'Unknown'],
  [{ Ref: 'Open' }, 'Open'],
  [{ 'Fn::GetAtt': ['Fn', 'Colour'] }, 'Colour of Fn'],
  [{ 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'Nothing' } }, 'the output Nothing of Data'],
  [{ 'Fn::GetStackOutput': { StackName: 'Unknown', OutputName: 'Table' } }, 'of Unknown'],
  [{ 'Fn::FindInMap': ['Sizes', 'us-east-1', 'small'] }, 'Sizes.us-east-1.small'],
  [{ 'Fn::GetAtt': ['Inner', 'Outputs.Nothing'] }, 'the output Nothing of Api-Inner'],
])('a value that cannot be resolved is an error that names it: %j', (value, named) => {
  expect(() => resolve(value)).toThrow(named)
})

test('a nested stack whose template is no asset is an error', () => {
  const broken = mkdtempSync(join(tmpdir(), 'assembly-'))
  const properties = { TemplateURL: 'https://elsewhere/inner.json' }
  const template = { Resources: { Inner: { Type: 'AWS::CloudFormation::Stack', Properties: properties } } }
  writeFileSync(join(broken, 'Api.json'), JSON.stringify(template))
  const artifacts = { Api: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Api.json' } } }
  writeFileSync(join(broken, 'manifest.json'), JSON.stringify({ artifacts }))
  expect(() => readAssembly(broken)).toThrow('The template of Api/Inner is not an asset')
  rmSync(broken, { recursive: true })
})
