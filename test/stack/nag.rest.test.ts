import { Stack, Validations, type App } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freshApp } from '../support/suite/stacks.ts'

afterEach(() => vi.unstubAllEnvs())

/** Every finding with its rule and construct path. With `all`, also acknowledged findings. */
const findings = (app: App, all = false) =>
  [AwsSolutionsChecks, ServerlessChecks].flatMap((Checks) => {
    const checks = Object.assign(new Checks(app), all && { isAcknowledged: () => false })
    return checks
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }: any) => ({ rule: ruleName, path: constructPath as string })),
      )
  })

/** CDK's own warnings, which appear at each deployment. */
const warnings = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === 'aws:cdk:warning'))
    .map(({ data }) => data as string)

/** Every acknowledged rule, with the path of the construct to which it applies. */
const reasons = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) =>
          Object.keys(data).map((id) => ({ rule: id.replace(/^annotation::/i, ''), path: node.path })),
        ),
    )

describe.each([
  ['prod', {}],
  ['prod with an alarm e-mail address', { alarmEmail: 'operators@example.com' }],
  ['dev', { stage: 'dev' }],
])('in stage %s', (_, context) => {
  test('there are no findings and warnings without a written reason', async () => {
    const app = await freshApp(context)
    expect([...findings(app), ...warnings(app)]).toEqual([])
  })

  test('every written reason applies to a finding', async () => {
    const app = await freshApp(context)
    const found = findings(app, true)
    const unused = reasons(app).filter(
      (reason) => !found.some(({ rule, path }) => rule === reason.rule && path.startsWith(reason.path)),
    )
    expect(unused).toEqual([])
  })
})

test('there are no findings with a given region and account', async () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1')
  vi.stubEnv('CDK_DEFAULT_ACCOUNT', '123456789012')
  expect(findings(await freshApp())).toEqual([])
})

test('two stages can be deployed to one account', async () => {
  const names = [await freshApp(), await freshApp({ stage: 'dev' })].flatMap((app) =>
    app.node.children.filter((child) => Stack.isStack(child)).map(({ stackName }) => stackName),
  )
  expect(names).toHaveLength(16)
  expect(new Set(names).size).toBe(16)
})
