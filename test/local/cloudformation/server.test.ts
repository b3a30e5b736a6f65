import * as sdk from '@aws-sdk/client-cloudformation'
import { expect, test } from 'vitest'
import type { Assembly } from '../../../lib/local/cloudformation/assembly.ts'
import { operations, serveCloudFormation } from '../../../lib/local/cloudformation/server.ts'
import { unrestrictedAccess } from '../../../lib/local/iam/access.ts'
import { answerOf, commandsOf } from '../../support/local/sdk-commands.ts'

const StackName = 'Data'
const resource = (logicalId: string, type: string) => ({ stack: StackName, logicalId, type, properties: {} })

/** A stack with a queue, a secret and `more` functions. */
async function localCloudFormation(more = 0) {
  const resources = [
    resource('Queue', 'AWS::SQS::Queue'),
    resource('Pepper', 'AWS::SecretsManager::Secret'),
    ...Array.from({ length: more }, (_, n) => resource(`Function${n}`, 'AWS::Lambda::Function')),
  ]
  const assembly: Assembly = {
    directory: '',
    resources,
    assets: new Map(),
    templates: new Map([
      ['Data', {}],
      ['Empty', {}],
    ]),
  }
  const server = await serveCloudFormation(assembly, { sqs: 'http://sqs' }, unrestrictedAccess)
  const client = new sdk.CloudFormationClient({
    endpoint: server.url,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  return {
    client,
    async [Symbol.asyncDispose]() {
      client.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('DescribeStackResources returns the physical ids of a stack, or of one resource', async () => {
  await using service = await localCloudFormation()
  const describe = (input: sdk.DescribeStackResourcesCommandInput) =>
    service.client.send(new sdk.DescribeStackResourcesCommand(input))
  const { StackResources = [] } = await describe({ StackName })
  expect(StackResources.map(({ PhysicalResourceId }) => PhysicalResourceId)).toEqual([
    'http://sqs/000000000000/Data-Queue',
    'arn:aws:secretsmanager:eu-west-1:000000000000:secret:Data-Pepper-000000',
  ])
  expect((await describe({ StackName, LogicalResourceId: 'Queue' })).StackResources).toMatchObject([
    {
      StackName,
      LogicalResourceId: 'Queue',
      ResourceType: 'AWS::SQS::Queue',
      ResourceStatus: 'CREATE_COMPLETE',
    },
  ])
  expect((await describe({ StackName: 'Empty' })).StackResources).toEqual([])
})

test('only ListStackResources returns more than 100 resources, in pages', async () => {
  await using service = await localCloudFormation(250)
  const { client } = service
  const { StackResources } = await client.send(new sdk.DescribeStackResourcesCommand({ StackName }))
  expect(StackResources).toHaveLength(100)
  const names: (string | undefined)[][] = []
  for await (const page of sdk.paginateListStackResources({ client }, { StackName }))
    names.push((page.StackResourceSummaries ?? []).map(({ PhysicalResourceId }) => PhysicalResourceId))
  expect(names.map(({ length }) => length)).toEqual([100, 100, 52])
  expect(new Set(names.flat()).size).toBe(252)
})

test.each([
  [{ StackName: 'Other' }, '400 ValidationError Stack with id Other does not exist'],
  [{ StackName, PhysicalResourceId: 'Data-Queue' }, '501 NotImplemented'],
])('DescribeStackResources with %j is refused', async (input, answer) => {
  await using service = await localCloudFormation()
  const call = service.client.send(new sdk.DescribeStackResourcesCommand(input))
  expect(await answerOf(call)).toContain(answer)
})

test('every other operation is answered with 501 NotImplemented', async () => {
  await using service = await localCloudFormation()
  const others = commandsOf(sdk).filter(([name]) => !operations[name])
  expect(others.length).toBeGreaterThan(60)
  for (const [name, Command] of others)
    expect(await answerOf(service.client.send(new Command({ StackName }))), name).toBe(
      `501 NotImplemented The local CloudFormation does not implement the operation ${name}.`,
    )
})
