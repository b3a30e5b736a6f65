import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { groups, jobs } from '../../../functions/index.ts'
import { appWith, propertiesOf, templateOf } from '../../support/suite/stacks.ts'

let api: Template
let rollout: Template
beforeAll(async () => {
  const app = await appWith()
  api = templateOf(app, 'CourierApi')
  rollout = templateOf(app, 'CourierRollout')
})

const shifted = Object.keys({ ...groups, ...jobs }).filter((name) => name !== 'rotation')
const aliases = () => api.findResources('AWS::Lambda::Alias')

describe('a new version of a function', () => {
  test('gets its traffic by the deployment group of that function', () => {
    const { ApplicationName } = propertiesOf(rollout, 'AWS::CodeDeploy::Application')[0]!
    const policies = Object.entries(aliases()).map(([id, { UpdatePolicy }]) => {
      const { ApplicationName: application, DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate
      expect(application).toBe(ApplicationName)
      expect(id).toMatch(new RegExp(`^${DeploymentGroupName}FunctionLive`))
      return DeploymentGroupName
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

  test('gets ten percent for ten minutes first in the stage prod, and all at once in dev', async () => {
    const configs = async (stage: string, stack: string) =>
      propertiesOf(templateOf(await appWith({ stage }), stack), 'AWS::CodeDeploy::DeploymentGroup').map(
        ({ DeploymentConfigName }) => DeploymentConfigName,
      )
    expect(new Set(await configs('prod', 'CourierRollout'))).toEqual(
      new Set(['CodeDeployDefault.LambdaCanary10Percent10Minutes']),
    )
    expect(new Set(await configs('dev', 'CourierDevRollout'))).toEqual(
      new Set(['CodeDeployDefault.LambdaAllAtOnce']),
    )
  })
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
