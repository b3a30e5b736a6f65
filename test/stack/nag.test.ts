import { Stack, Validations, type App } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freshApp } from '../support/suite/stacks.ts'

afterEach(() => vi.unstubAllEnvs())

/** Every finding by rule and place; with `all` also suppressed ones. */
const findings = (app: App, all = false) =>
  [AwsSolutionsChecks, ServerlessChecks].flatMap((Checks) => {
    const checks = Object.assign(new Checks(app), all && { isAcknowledged: () => false })
    return checks
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }: any) => ({ rule: ruleName, path: constructPath as string })),
      )
  })

/** What CDK itself warns of, at each deployment. */
const warnings = (app: App) =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === 'aws:cdk:warning'))
    .map(({ data }) => data as string)

/** Every reason, by the rule that it answers and the construct below which it holds. */
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
  ['prod, with somebody who hears of alarms', { alarmEmail: 'operators@example.com' }],
  ['dev', { stage: 'dev' }],
])('in stage %s', (_, context) => {
  test('nothing goes against AWS’s advice without a written reason', async () => {
    const app = await freshApp(context)
    expect([...findings(app), ...warnings(app)]).toEqual([])
  })

  test('every written reason answers something', async () => {
    const app = await freshApp(context)
    const found = findings(app, true)
    const idle = reasons(app).filter(
      (reason) => !found.some(({ rule, path }) => rule === reason.rule && path.startsWith(reason.path)),
    )
    expect(idle).toEqual([])
  })
})

test('nor with a given region and account', async () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1')
  vi.stubEnv('CDK_DEFAULT_ACCOUNT', '123456789012')
  expect(findings(await freshApp())).toEqual([])
})

test('two stages may go to one account', async () => {
  const names = [await freshApp(), await freshApp({ stage: 'dev' })].flatMap((app) =>
    app.node.children.filter((child) => Stack.isStack(child)).map(({ stackName }) => stackName),
  )
  expect(names).toHaveLength(10)
  expect(new Set(names).size).toBe(10)
})
