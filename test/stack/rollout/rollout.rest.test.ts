import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { groups } from '../../../functions/index.ts'
import { appWith, propertiesOf, templateOf } from '../../support/suite/stacks.ts'

let api: Template
let rollout: Template
beforeAll(async () => {
  const app = await appWith()
  api = templateOf(app, 'CourierApi')
  rollout = templateOf(app, 'CourierRollout')
})

const shifted = Object.keys(groups)
const aliases = () => api.findResources('AWS::Lambda::Alias')

describe('a new version of a function that answers requests', () => {
  test('gets its traffic by the deployment group of that function', () => {
    const { ApplicationName } = propertiesOf(rollout, 'AWS::CodeDeploy::Application')[0]!
    const policies = Object.entries(aliases()).flatMap(([id, { UpdatePolicy }]) => {
      if (!UpdatePolicy) return []
      const { ApplicationName: application, DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate
      expect(application).toBe(ApplicationName)
      expect(id).toMatch(new RegExp(`^${DeploymentGroupName}FunctionLive`))
      return [DeploymentGroupName]
    })
    const created = propertiesOf(rollout, 'AWS::CodeDeploy::DeploymentGroup')
    expect(policies.sort()).toEqual(shifted.sort())
    expect(created.map(({ DeploymentGroupName }) => DeploymentGroupName).sort()).toEqual(shifted)
  })

  test('is rolled back if an alarm goes off that exists under this name', async () => {
    const app = await appWith()
    const alarms = propertiesOf(templateOf(app, 'CourierWatch'), 'AWS::CloudWatch::Alarm')
    const names = alarms.map(({ AlarmName }) => AlarmName)
    for (const { AlarmConfiguration, AutoRollbackConfiguration } of propertiesOf(
      rollout,
      'AWS::CodeDeploy::DeploymentGroup',
    )) {
      expect(AutoRollbackConfiguration).toMatchObject({ Enabled: true })
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM')
      expect(AlarmConfiguration.Alarms.length).toBeGreaterThan(1)
      for (const { Name } of AlarmConfiguration.Alarms) expect(names).toContain(Name)
    }
  })

  const configs = async (context: Record<string, string>, stack = 'CourierRollout') =>
    new Set(
      propertiesOf(templateOf(await appWith(context), stack), 'AWS::CodeDeploy::DeploymentGroup').map(
        ({ DeploymentConfigName, AlarmConfiguration }) =>
          `${DeploymentConfigName}, ${AlarmConfiguration.Enabled ? 'stopped' : 'not stopped'} by alarms`,
      ),
    )

  test('gets ten percent more every minute in the stage prod, and all at once in dev', async () => {
    expect(await configs({})).toEqual(
      new Set(['CodeDeployDefault.LambdaLinear10PercentEvery1Minute, stopped by alarms']),
    )
    expect(await configs({ stage: 'dev' }, 'CourierDevRollout')).toEqual(
      new Set(['CodeDeployDefault.LambdaAllAtOnce, not stopped by alarms']),
    )
  })

  test('is deployed during an alarm if traffic shifts all at once, since it may be the fix', async () => {
    expect(await configs({ rollout: 'LambdaAllAtOnce' })).toEqual(
      new Set(['CodeDeployDefault.LambdaAllAtOnce, not stopped by alarms']),
    )
  })

  test('comes with two journeys at least in the period of their alarm, which counts two failures', async () => {
    const app = await appWith({ canaryMinutes: '7' })
    const alarms = propertiesOf(templateOf(app, 'CourierWatch'), 'AWS::CloudWatch::Alarm')
    const { Period, Threshold } = alarms.find(({ AlarmName }) => AlarmName === 'CourierWatch-JourneyFails')!
    expect(Math.floor(Period / (7 * 60))).toBeGreaterThan(Threshold)
    await expect(appWith({ canaryMinutes: '8' })).rejects.toThrow('from 0 to 7')
  })
})

test('jobs get a new version at once', () => {
  const without = Object.values(aliases()).filter(({ UpdatePolicy }) => !UpdatePolicy)
  expect(without.length).toBe(Object.keys(aliases()).length - shifted.length)
  expect(without.length).toBeGreaterThan(5)
})

test('whatever invokes a function invokes its alias, except the rotation of secrets', () => {
  const ids = new Set(Object.keys(aliases()))
  const invokesAlias = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"Ref":"(\w+)"/g)].some(([, id]) => ids.has(id!))
  const invocations = [
    ...propertiesOf(api, 'AWS::ApiGatewayV2::Integration').map(({ IntegrationUri }) => IntegrationUri),
    ...propertiesOf(api, 'AWS::Lambda::EventSourceMapping').map(({ FunctionName }) => FunctionName),
    ...propertiesOf(api, 'AWS::Events::Rule').flatMap(({ Targets }) => Targets.map(({ Arn }: any) => Arn)),
    ...propertiesOf(api, 'AWS::Lambda::Permission').flatMap(({ FunctionName, Principal }) =>
      Principal === 'secretsmanager.amazonaws.com' ? [] : [FunctionName],
    ),
  ]
  expect(invocations.length).toBeGreaterThan(50)
  for (const invoked of invocations) expect(invokesAlias(invoked), JSON.stringify(invoked)).toBe(true)
})
