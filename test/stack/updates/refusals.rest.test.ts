import { beforeAll, expect, test } from 'vitest'
import { Account } from '../../support/cloudformation/account.ts'
import { templatesOf } from '../../support/cloudformation/templates.ts'
import type { Resource, Template } from '../../support/cloudformation/template.ts'
import { appWith } from '../../support/suite/stacks.ts'

// The model of updates refuses what CloudFormation refuses, and what would lose data.

type Change = (template: Template) => void
const oneOf = ({ Resources }: Template, type: string): Resource & { Properties: Record<string, any> } => {
  const found = Object.values(Resources).find(({ Type }) => Type === type)
  if (!found?.Properties) throw new Error(`No ${type}`)
  return found as Resource & { Properties: Record<string, any> }
}
const remove =
  (type: string): Change =>
  ({ Resources }) => {
    const [logicalId] = Object.entries(Resources).find(([, { Type }]) => Type === type)!
    Reflect.deleteProperty(Resources, logicalId)
  }
const set =
  (type: string, change: (properties: Record<string, any>) => void): Change =>
  (template) =>
    change(oneOf(template, type).Properties)

/** Gives a resource another logical id. */
const rename =
  (type: string): Change =>
  ({ Resources }) => {
    const [logicalId, resource] = Object.entries(Resources).find(([, { Type }]) => Type === type)!
    Reflect.deleteProperty(Resources, logicalId)
    Resources[`Other${logicalId}`] = resource
  }
/** Moves a resource to a nested stack. */
const nest =
  (type: string, nested: string): Change =>
  ({ Resources, Nested = {} }) => {
    const [logicalId, resource] = Object.entries(Resources).find(([, { Type }]) => Type === type)!
    Reflect.deleteProperty(Resources, logicalId)
    Nested[nested]!.Resources[logicalId] = structuredClone(resource)
  }

const table = 'AWS::DynamoDB::GlobalTable'
const bad: [string, string, Change, RegExp, Change?][] = [
  [
    'another key of the table',
    'CourierData',
    set(table, (it) => (it.KeySchema[0].AttributeName = 'id')),
    /Table.*replaced/,
  ],
  [
    'another name of the table',
    'CourierData',
    set(table, (it) => (it.TableName = 'orders')),
    /Table.*replaced/,
  ],
  [
    'another projection of an index',
    'CourierData',
    set(table, (it) => (it.GlobalSecondaryIndexes[0].Projection = { ProjectionType: 'ALL' })),
    /changes the index gsi1/,
  ],
  [
    'two new indexes',
    'CourierData',
    set(table, (it) => it.GlobalSecondaryIndexes.push({ IndexName: 'a' }, { IndexName: 'b' })),
    /creates or deletes 2 indexes/,
  ],
  [
    'another name of a bucket',
    'CourierData',
    set('AWS::S3::Bucket', (it) => (it.BucketName = 'photos')),
    /Photos.*replaced/,
  ],
  [
    'another name of a secret',
    'CourierData',
    set('AWS::SecretsManager::Secret', (it) => (it.Name = 'x')),
    /replaced/,
  ],
  [
    'a queue that becomes FIFO',
    'CourierApi',
    set('AWS::SQS::Queue', (it) => (it.FifoQueue = true)),
    /Queue.*replaced/,
  ],
  ['a queue less', 'CourierApi', remove('AWS::SQS::Queue'), /Queue.*deleted with its data/],
  [
    'a bucket less that is not retained',
    'CourierData',
    remove('AWS::S3::Bucket'),
    /deleted with its data/,
    (template) => (oneOf(template, 'AWS::S3::Bucket').DeletionPolicy = 'Delete'),
  ],
  [
    'a custom name that is kept over a replacement',
    'CourierApi',
    set('AWS::IAM::Role', (it) => (it.Path = '/other/')),
    /replaced under the same RoleName/,
    set('AWS::IAM::Role', (it) => (it.RoleName = 'courier')),
  ],
  [
    'a route under another id',
    'CourierApi',
    rename('AWS::ApiGatewayV2::Route'),
    /Route.* refused while it exists/,
  ],
  [
    'a configuration set in a nested stack',
    'CourierApi',
    nest('AWS::SES::ConfigurationSet', 'Outward'),
    /ConfigurationSet.* refused while it exists/,
  ],
  [
    'a rotation under another id',
    'CourierApi',
    rename('AWS::SecretsManager::RotationSchedule'),
    /RotationSchedule.*its deletion removes the setting/,
  ],
  [
    'a queue in a nested stack',
    'CourierApi',
    nest('AWS::SQS::Queue', 'Outward'),
    /Queue.*deleted with its data/,
  ],
  [
    'another type under the same id',
    'CourierData',
    (it) => (oneOf(it, table).Type = 'AWS::DynamoDB::Table'),
    /changes its type/,
  ],
  [
    'an output that is read but not there',
    'CourierApi',
    (it) =>
      (oneOf(it, 'AWS::Lambda::Function').Properties.Description = {
        'Fn::GetStackOutput': { StackName: 'CourierData', OutputName: 'None' },
      }),
    /reads the output None of CourierData/,
  ],
  [
    'an import of what nobody exports',
    'CourierApi',
    (it) => (oneOf(it, 'AWS::Lambda::Function').Properties.Description = { 'Fn::ImportValue': 'None' }),
    /imports None/,
  ],
  [
    'too many resources in a nested stack',
    'CourierApi',
    ({ Nested }) => {
      for (let n = 0; n < 500; n++) Nested!['Outward']!.Resources[`Queue${n}`] = { Type: 'AWS::SQS::Queue' }
    },
    /CourierApi\/Outward has \d+ resources; the limit is 500/,
  ],
  [
    'too many resources',
    'CourierWatch',
    ({ Resources }) => {
      for (let n = 0; n < 500; n++) Resources[`Queue${n}`] = { Type: 'AWS::SQS::Queue' }
    },
    /resources; the limit is 500/,
  ],
]

beforeAll(async () => {
  await appWith()
})

test.each(bad)('%s is refused', async (_, stack, change, refusal, before) => {
  const templates = templatesOf(await appWith()).map(([name, one]) => [name, structuredClone(one)] as const)
  const wanted = templates.find(([name]) => name === stack)![1]
  before?.(wanted)
  const account = new Account()
  expect(account.deployAll(templates.map(([name, one]) => [name, structuredClone(one)]))).toEqual([])
  change(wanted)
  expect(account.deploy(stack, wanted).refusals.join('\n')).toMatch(refusal)
  expect(account.deploy(stack, wanted).refusals, 'nothing was changed').not.toEqual([])
})
