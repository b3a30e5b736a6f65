import { describe, expect, test } from 'vitest'
import { groups, jobs, routes } from '../../functions/index.ts'
import { partitions, type Partition } from '../../shared/db/keys.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import { setUp, all, allOfFunctions, api, jobsStack, mappingOf, statementsOf } from './stack.fixture.ts'

setUp()

/** The routes of the API with the given construct id. */
const routesOf = (id: string) =>
  all(api, 'AWS::ApiGatewayV2::Route')
    .map(({ Properties }) => Properties)
    .filter(({ ApiId }) => new RegExp(`^${id}[0-9A-F]{8}$`).test(ApiId.Ref))

/** Whether requests of a path are among those of a route of the gateway. */
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)

describe('the API stack', () => {
  test('routes each path of the route table to the function of its group, and all others to a default', () => {
    const keys = routesOf('Api').map(({ RouteKey }) => RouteKey as string)
    expect(keys).toContain('$default')
    const gateway = keys.filter((key) => key !== '$default').map((key) => key.replace('ANY ', ''))
    const ofTable = new Set(routes.map(({ path }) => path))
    expect(gateway.filter((path) => !ofTable.has(path))).toEqual([])
    for (const group of Object.values(groups)) {
      const own = group.routes.map(({ path }) => path)
      for (const path of own) {
        // The gateway prefers the route of the path itself. Without one, each that it may choose is of the same function.
        const chosen = gateway.includes(path) ? [path] : gateway.filter((other) => matches(other, path))
        expect(chosen, path).not.toEqual([])
        expect(own, path).toEqual(expect.arrayContaining(chosen))
      }
    }
  })

  test('has each path in one group, whose function answers all its methods', () => {
    const owners = Object.values(groups).flatMap((group) => [...new Set(group.routes.map(({ path }) => path))])
    expect(owners.length).toBe(new Set(owners).size)
  })

  test('lets the gateway invoke the default route’s function, with a source ARN without method and path', () => {
    const sources = all(api, 'AWS::Lambda::Permission')
      .filter(({ Properties }) => JSON.stringify(Properties.FunctionName).includes('health'))
      .map(({ Properties }) => (Properties.SourceArn['Fn::Join'][1] as unknown[]).at(-1))
    expect(sources).toContain('/*/*')
  })

  test('leaves the check of tokens to the functions: no route has an authorizer', () => {
    for (const { Properties } of all(api, 'AWS::ApiGatewayV2::Route'))
      expect(Properties.AuthorizationType).toBe('NONE')
  })

  test('runs one function for each group and job, with Node.js 24 on arm64, and keeps logs for 30 days', () => {
    const functions = allOfFunctions('AWS::Lambda::Function')
    expect(functions.length).toBe(Object.keys({ ...groups, ...jobs }).length)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      })
    for (const { Properties } of allOfFunctions('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(30)
  })

  test('throttles every route', () => {
    const stage = all(api, 'AWS::ApiGatewayV2::Stage').find(
      ({ Properties }) => Properties.StageName === '$default',
    )
    expect(stage!.Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 1000,
      ThrottlingBurstLimit: 2000,
    })
  })

  test('lets each function access only the partitions that it declares', () => {
    for (const [name, exported] of Object.entries({ ...groups, ...jobs } as Record<string, object>)) {
      const { table = {} } = exported as { table?: TableRights }
      const allowed = statementsOf(name)
        .filter(({ Condition }) => Condition?.['ForAllValues:StringLike'])
        .flatMap(({ Action, Condition, Resource }) => {
          expect(Condition.Null, name).toEqual({ 'dynamodb:LeadingKeys': 'false' })
          // Statements that differ only in their index are merged (minimizePolicies in cdk.json).
          const found = [...JSON.stringify(Resource).matchAll(/index\/(\w+)/g)].map(([, name]) => ` ${name}`)
          const indexNames = found.length > 0 ? found : ['']
          const actions = [Action].flat().map((action: string) => action.replace('dynamodb:', ''))
          const keys = [Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']].flat() as string[]
          return actions.flatMap((action) =>
            indexNames.flatMap((index) => keys.map((key) => `${action}${index} ${key}`)),
          )
        })
      const named = Object.entries(table).flatMap(([partition, rights]) =>
        rights.map((right) => `${right} ${partitions[partition as Partition]}*`),
      )
      expect(allowed.sort(), name).toEqual(named.sort())
    }
    const all = Object.keys({ ...groups, ...jobs }).flatMap((name) => statementsOf(name))
    for (const { Action } of all) expect(JSON.stringify(Action)).not.toContain('*')
  })

  test('rotates the signing keys at the first deployment and every 30 days', () => {
    const [schedule] = all(api, 'AWS::SecretsManager::RotationSchedule')
    expect(schedule!.Properties).toMatchObject({ RotationRules: { ScheduleExpression: 'rate(30 days)' } })
    expect(schedule!.Properties.RotateImmediatelyOnUpdate).not.toBe(false)
    expect(JSON.stringify(schedule!.Properties.SecretId)).toContain('Signing')
  })

  test('runs the flight watch every ten minutes, with the rights for a synchronisation', () => {
    const rule = all(api, 'AWS::Events::Rule').find(({ Properties }) =>
      JSON.stringify(Properties.Targets).includes('flightwatchFunction'),
    )
    expect(rule!.Properties).toMatchObject({ ScheduleExpression: 'rate(10 minutes)', State: 'ENABLED' })
    const [target] = rule!.Properties.Targets
    expect(target).toMatchObject({ RetryPolicy: { MaximumRetryAttempts: 0 } })
    for (const name of ['flights', 'flightwatch'])
      expect(JSON.stringify(statementsOf(name)), `${name} reads the provider’s key`).toContain('FlightData')
    api.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'events.amazonaws.com' })
  })

  test('has a WebSocket stage named ws, and lets only two functions manage its connections', () => {
    expect(
      routesOf('Sockets')
        .map(({ RouteKey }) => RouteKey)
        .sort(),
    ).toEqual(['$connect', '$default', '$disconnect'])
    api.hasResourceProperties('AWS::ApiGatewayV2::Stage', { StageName: 'ws' })
    const managing = Object.keys({ ...groups, ...jobs }).filter((name) =>
      JSON.stringify(statementsOf(name)).includes('execute-api:ManageConnections'),
    )
    expect(managing.sort()).toEqual(['livesender', 'sockets'])
  })

  test('lets each function perform only its own operations on the buckets', () => {
    const allowed = (name: string) =>
      statementsOf(name)
        .flatMap(({ Action }) => Action as string | string[])
        .filter((action) => action.startsWith('s3:'))
        .sort()
    expect(allowed('photos')).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:PutObject', 's3:PutObject'])
    expect(allowed('photointake')).toEqual([
      's3:DeleteObject',
      's3:DeleteObject',
      's3:GetObject',
      's3:ListBucket',
      's3:PutObject',
    ])
    expect(allowed('photosweep')).toEqual(['s3:DeleteObject', 's3:ListBucket'])
    expect(allowed('transfers')).toEqual(['s3:GetObject', 's3:PutObject'])
    expect(allowed('transferworker')).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:PutObject'])
    for (const name of ['packages', 'tracking', 'auth']) expect(allowed(name), name).toEqual([])
  })

  test('invokes the photo intake on upload events of S3', () => {
    const rule = ruleOf('aws.s3')
    expect(rule.EventPattern).toMatchObject({ 'detail-type': ['Object Created'] })
    expect(JSON.stringify(rule.Targets)).toContain('photointakeFunction')
  })

  test('starts an import when its upload arrives, by a job in a stack of its own', () => {
    const [rule] = all(jobsStack, 'AWS::Events::Rule').map(({ Properties }) => Properties)
    expect(rule.EventPattern).toMatchObject({
      'detail-type': ['Object Created'],
      detail: { object: { key: [{ prefix: 'uploads/' }] } },
    })
    expect(JSON.stringify(rule.Targets)).toContain('transferworkerFunction')
  })

  test('invokes the mailer on bounces and complaints of its own configuration set', () => {
    const rule = ruleOf('aws.ses')
    const [set] = Object.keys(api.findResources('AWS::SES::ConfigurationSet'))
    expect(rule.EventPattern).toEqual({
      source: ['aws.ses'],
      detail: {
        eventType: ['Bounce', 'Complaint'],
        mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } },
      },
    })
    expect(JSON.stringify(rule.Targets)).toContain('mailerFunction')
    const [destination] = all(api, 'AWS::SES::ConfigurationSetEventDestination')
    expect(destination!.Properties.EventDestination.MatchingEventTypes).toEqual(['bounce', 'complaint'])
  })
  const ruleOf = (source: string) =>
    all(api, 'AWS::Events::Rule')
      .map(({ Properties }) => Properties)
      .find(({ EventPattern }) => EventPattern?.source?.includes(source))

  test('invokes the mailer only for new outbox messages and notices, with retries for half a day', () => {
    const mapping = mappingOf('mailer')
    expect(mapping!.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 43_200,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
    expect(JSON.stringify(mapping!.Properties.EventSourceArn)).toContain('StreamArn')
    expect(mapping!.Properties.FilterCriteria.Filters.map(({ Pattern }: any) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'O#' }] } } } },
      {
        eventName: ['INSERT'],
        dynamodb: { Keys: { pk: { S: [{ prefix: 'T#' }] }, sk: { S: [{ prefix: 'NOTICE#' }] } } },
      },
    ])
  })

  test('lets only the functions that need a secret read it', () => {
    const readers = {
      Signing: ['auth', 'oauth', 'passkeys'],
      Pepper: ['auth'],
      OAuth: ['oauth'],
      Personal: ['couriers'],
      Webhooks: ['webhooks'],
    }
    for (const [secret, allowedGroups] of Object.entries(readers))
      for (const group of Object.keys(groups))
        expect(JSON.stringify(statementsOf(group)).includes(secret), `${group} reads ${secret}`).toBe(
          allowedGroups.includes(group),
        )
  })
})
