import { ResourceImpact } from '@aws-cdk/cloudformation-diff'
import { CfnOutput, RemovalPolicy, type App } from 'aws-cdk-lib'
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { AttributeType } from 'aws-cdk-lib/aws-dynamodb'
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DataStack } from '../../../lib/stacks/data/stack.ts'
import { Account } from '../../support/cloudformation/account.ts'
import { release, templatesOf, undivided } from '../../support/cloudformation/templates.ts'
import type { Template } from '../../support/cloudformation/template.ts'
import { appWith, freshApp } from '../../support/suite/stacks.ts'

// Deployments as CloudFormation would do them, step by step, by its documented rules.
const crossStack = (strength: string) => ({ '@aws-cdk/core:defaultCrossStackReferences': strength })
const current = async (context = {}) => templatesOf(await appWith(context))
/** As `cdk deploy --all` deploys them. */
const order = [
  'CourierData',
  'CourierRollout',
  'CourierApi',
  'CourierJobs',
  'CourierFirewall',
  'CourierEdge',
  'CourierEdgeWatch',
  'CourierWatch',
]
const stackOf = (app: App, name: string) => app.node.findChild(name) as never

/** An account in which these templates are deployed. */
function deployed(templates: Iterable<[string, Template]>): Account {
  const account = new Account()
  expect(account.deployAll(templates)).toEqual([])
  return account
}

beforeAll(async () => {
  await appWith()
})

test('no stack exports or imports a value', async () => {
  for (const [stack, template] of await current())
    expect(JSON.stringify(template), stack).not.toMatch(/"(Export|Fn::ImportValue)":/)
})

test('the first deployment', async () => {
  const account = deployed(await current())
  expect(account.deployAll(await current()), 'again').toEqual([])
})

describe('from release 1.0.0, whose stacks import exports', () => {
  const steps = [...release].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))

  test('outputs are added beside the exports first, and then the exports are removed', async () => {
    const account = deployed(steps)
    expect(account.deployAll(await current(crossStack('both')))).toEqual([])
    expect(account.deployAll(await current())).toEqual([])
  })

  test('not at once', async () => {
    const refusals = deployed(steps).deployAll(await current())
    expect(refusals).toContainEqual(expect.stringMatching(/^CourierData removes the export .*Table/))
  })
})

describe('from the version whose stack CourierApi contained the functions', () => {
  const steps = order.flatMap((name) => (undivided.has(name) ? [[name, undivided.get(name)!] as const] : []))
  const before = () => deployed(steps.map(([name, template]) => [name, structuredClone(template)]))

  /** The changes of CourierApi and its nested stacks. */
  async function changesOfApi() {
    const account = before()
    const templates = new Map(await current())
    for (const name of ['CourierData', 'CourierRollout']) account.deploy(name, templates.get(name)!)
    const { refusals, changes } = account.deploy('CourierApi', templates.get('CourierApi')!)
    expect(refusals).toEqual([])
    // Functions and paths that the former version does not have get a log and a route.
    const added = ['AWS::Logs::LogGroup', 'AWS::ApiGatewayV2::Route']
    const ofFormer = changes.filter(({ before, after }) => before ?? !added.includes(after?.Type ?? ''))
    return ofFormer.map(({ before, after, impact, logicalId }) => ({
      type: (after ?? before)!.Type,
      impact,
      logicalId,
    }))
  }

  test('the functions move with one deployment', async () => {
    const account = before()
    expect(account.deployAll(await current())).toEqual([])
    // The outputs with the names of the former functions are gone (docs/operations/deploying.md, Upgrading).
    for (const stack of order.filter((name) => name !== 'CourierWatch'))
      expect(account.refusedRollback(stack), stack).toEqual([])
    expect(account.deployAll(await current()), 'again').toEqual([])
  })

  test('addresses, queues, logs, positions in the stream and rotations stay', async () => {
    const kept = new Set([
      'AWS::ApiGatewayV2::Api',
      'AWS::ApiGatewayV2::Stage',
      'AWS::ApiGatewayV2::Route',
      'AWS::SQS::Queue',
      'AWS::SQS::QueuePolicy',
      'AWS::Logs::LogGroup',
      'AWS::SES::ConfigurationSet',
      'AWS::SecretsManager::RotationSchedule',
    ])
    const changes = await changesOfApi()
    for (const { type, impact, logicalId } of changes)
      if (kept.has(type) || /^(publisher|mailer)\w+DynamoDBEventSource/.test(logicalId))
        expect(impact, logicalId).toBe(ResourceImpact.WILL_UPDATE)
    const updated = changes.flatMap(({ type, impact }) => (impact === ResourceImpact.WILL_UPDATE ? [type] : []))
    // The routes lead to the integrations of the nested stacks, the mappings and integrations to the functions.
    expect(updated.filter((type) => type === 'AWS::ApiGatewayV2::Route').length).toBeGreaterThan(90)
    expect(updated.filter((type) => type === 'AWS::Lambda::EventSourceMapping')).toHaveLength(2)
  })

  test('what is created again is what has neither a name nor a state', async () => {
    const changes = await changesOfApi()
    const typesOf = (...impacts: ResourceImpact[]) =>
      [...new Set(changes.flatMap(({ type, impact }) => (impacts.includes(impact) ? [type] : [])))].sort()
    const functions = [
      'AWS::ApiGatewayV2::Integration',
      'AWS::Events::Rule',
      'AWS::IAM::Policy',
      'AWS::IAM::Role',
      'AWS::Lambda::Alias',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::EventSourceMapping',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Lambda::Version',
    ]
    expect(typesOf(ResourceImpact.WILL_CREATE)).toEqual(functions)
    expect(typesOf(ResourceImpact.WILL_DESTROY)).toEqual(functions)
    expect(
      typesOf(ResourceImpact.WILL_REPLACE, ResourceImpact.MAY_REPLACE, ResourceImpact.WILL_ORPHAN),
    ).toEqual([])
  })

  test('and back, if the deployment has to be undone', async () => {
    const account = deployed(await current())
    expect(account.deployAll(steps.map(([name, template]) => [name, structuredClone(template)]))).toEqual([])
  })
})

describe('a restored table, whose stream has another ARN', () => {
  const tableStreamArn =
    'arn:aws:dynamodb:eu-west-1:123456789012:table/CourierData-Table/stream/2026-01-31T12:00:00.000'

  test('is processed after a deployment with it, and stays so', async () => {
    const account = deployed(await current())
    const changed = new Map<string, string[]>()
    for (const [stack, template] of await current({ tableStreamArn })) {
      const { refusals, changes } = account.deploy(stack, template)
      expect(refusals).toEqual([])
      changed.set(
        stack,
        changes.map(({ after, before, impact }) => `${impact} ${(after ?? before)!.Type}`),
      )
    }
    const mappings = changed.get('CourierApi')!.filter((change) => change.includes('EventSourceMapping'))
    expect(mappings.sort()).toEqual([
      ...Array(2).fill('WILL_CREATE AWS::Lambda::EventSourceMapping'),
      ...Array(2).fill('WILL_DESTROY AWS::Lambda::EventSourceMapping'),
    ])
    for (const stack of ['CourierData', 'CourierEdge', 'CourierFirewall', 'CourierWatch'])
      expect(changed.get(stack), stack).toEqual([])
    expect(account.refusedRollback('CourierApi')).toEqual([])
    expect(account.deployAll(await current({ tableStreamArn })), 'the next deployment').toEqual([])
  })

  test('is not that of another stage', async () => {
    const stage = 'dev'
    await expect(appWith({ stage, tableStreamArn })).rejects.toThrow('the stream of no table of CourierDevData')
  })
})

test('another origin key changes only the distribution', async () => {
  const account = deployed(await current())
  const changed = (await current({ originKey: 2 })).flatMap(([stack, template]) => {
    const { refusals, changes } = account.deploy(stack, template)
    expect(refusals).toEqual([])
    return changes.map(({ logicalId, impact }) => `${impact} ${stack}/${logicalId.replace(/[0-9A-F]{8}$/, '')}`)
  })
  expect(changed).toEqual(['WILL_UPDATE CourierEdge/Edge'])
})

describe('what an earlier version had can be removed:', () => {
  /** The templates of a version that had more. */
  async function withMore(add: (app: App) => void, context = {}) {
    const app = await freshApp(context)
    add(app)
    return templatesOf(app)
  }
  const aFunction = (app: App) => {
    const api = stackOf(app, 'CourierApi')
    const runtime = Runtime.NODEJS_24_X
    const extra = new Lambda(api, 'Extra', { code: Code.fromInline('0'), handler: 'index.handler', runtime })
    const metric = extra.metricErrors()
    new Alarm(stackOf(app, 'CourierWatch'), 'ExtraFails', { metric, threshold: 1, evaluationPeriods: 1 })
  }
  const aSecret = (app: App) => {
    const extra = new Secret(stackOf(app, 'CourierData'), 'Extra', { removalPolicy: RemovalPolicy.RETAIN })
    const [reader] = app.node
      .findChild('CourierApi')
      .node.findAll()
      .filter((one) => one instanceof Lambda)
    reader!.addEnvironment('EXTRA_SECRET', extra.secretArn)
  }
  const anIndex = (app: App, indexName = 'gsi9') => {
    const { table } = stackOf(app, 'CourierData') as DataStack
    const partitionKey = { name: `${indexName}pk`, type: AttributeType.STRING }
    table.addGlobalSecondaryIndex({ indexName, partitionKey })
  }

  test.each(Object.entries({ aFunction, aSecret, anIndex }))('%s', async (_, add) => {
    const more = await withMore((app) => add(app))
    const account = deployed(more)
    expect(account.deployAll(await current())).toEqual([])
    expect(account.deployAll(more), 'and added').toEqual([])
  })

  test('a secret in two releases, so that the first can be rolled back', async () => {
    const unused = (app: App) => {
      const extra = new Secret(stackOf(app, 'CourierData'), 'Extra', { removalPolicy: RemovalPolicy.RETAIN })
      new CfnOutput(stackOf(app, 'CourierApi'), 'ExtraUnused', { value: extra.secretArn })
    }
    const more = await withMore(aSecret)
    const account = deployed(more)
    expect(account.deployAll(await withMore(unused))).toEqual([])
    expect(account.refusedRollback('CourierApi')).toEqual([])
    expect(account.deployAll(await current())).toEqual([])
    expect(account.refusedRollback('CourierApi')).toEqual([])

    const atOnce = deployed(more)
    expect(atOnce.deployAll(await current())).toEqual([])
    expect(atOnce.refusedRollback('CourierApi')).toContainEqual(
      expect.stringMatching(/reads the output .*Extra/),
    )
  })

  test.each(Object.entries({ aFunction, aSecret }))('but not %s whose export is imported', async (_, add) => {
    const account = deployed(await withMore(add, crossStack('strong')))
    const refusals = account.deployAll(await current(crossStack('strong')))
    expect(refusals).toContainEqual(expect.stringMatching(/removes the export .*Extra/))
  })

  test('but not two indexes at once', async () => {
    const account = deployed(
      await withMore((app) => {
        anIndex(app, 'gsi8')
        anIndex(app, 'gsi9')
      }),
    )
    expect(account.deployAll(await current())[0]).toMatch('deletes 2 indexes at once: gsi8, gsi9')
  })
})
