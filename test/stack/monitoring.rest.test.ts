import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { alarmNames } from '../../lib/stacks/monitoring/alarms.ts'
import { logFilters } from '../../lib/stacks/monitoring/metrics.ts'
import { inProcess } from '../support/in-process/service.ts'
import { appWith, propertiesOf, templateOf } from '../support/suite/stacks.ts'
import { invite, newTenant, password } from '../support/api/tenant.ts'
import { waitFor } from '../support/suite/wait.ts'

let watch: Template
beforeAll(async () => {
  watch = templateOf(await appWith(), 'CourierWatch')
})

test('the runbook has exactly one section for each alarm, in the same order', () => {
  const runbook = readFileSync(new URL('../../docs/operations/runbook.md', import.meta.url), 'utf8')
  const [, sections = ''] = /\n## When an alarm goes off\n(.*?)\n## /s.exec(runbook) ?? []
  expect([...sections.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual(alarmNames)
})

test('every alarm says what it means and where to look, and notifies the topic', async () => {
  const atEdge = templateOf(await appWith(), 'CourierEdgeWatch')
  const names = [watch, atEdge].flatMap((template) => {
    const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'))
    return propertiesOf(template, 'AWS::CloudWatch::Alarm').map(
      ({ AlarmName, AlarmDescription, AlarmActions, Metrics = [] }) => {
        expect(AlarmDescription).toMatch(/^More than .*\. .*\. See docs\/operations\/runbook\.md, \w+\.$/)
        expect(AlarmActions).toEqual([{ Ref: topic }])
        // CloudWatch allows ten metrics in an alarm, and an expression over them.
        expect(Metrics.length).toBeLessThanOrEqual(11)
        return AlarmName.replace(/^.*-/, '')
      },
    )
  })
  expect(names.sort()).toEqual([...alarmNames].sort())
  expect(propertiesOf(watch, 'AWS::SNS::Subscription')).toEqual([])
  const withEmail = await appWith({ alarmEmail: 'operators@example.com' })
  for (const stack of ['CourierWatch', 'CourierEdgeWatch'])
    expect(propertiesOf(templateOf(withEmail, stack), 'AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'operators@example.com' },
    ])
})

test('only CloudWatch can publish to the alarm topic, which is encrypted and requires TLS', () => {
  const [topic] = propertiesOf(watch, 'AWS::SNS::Topic')
  expect(JSON.stringify(topic!.KmsMasterKeyId)).toContain('Key')
  const [policy] = propertiesOf(watch, 'AWS::SNS::TopicPolicy')
  expect(policy!.PolicyDocument.Statement).toMatchObject([
    { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ])
})

test('the dashboard reads the edge’s metrics in us-east-1', async () => {
  vi.stubEnv('CDK_DEFAULT_REGION', 'eu-central-1')
  const app = await appWith()
  vi.unstubAllEnvs()
  const [dashboard] = propertiesOf(templateOf(app, 'CourierWatch'), 'AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(dashboard!.DashboardBody)
  for (const metric of ['5xxErrorRate', 'BlockedRequests'])
    expect(body).toMatch(new RegExp(`${metric}[^\\[\\]]*us-east-1`))
  const [firewall] = propertiesOf(templateOf(app, 'CourierFirewall'), 'AWS::WAFv2::WebACL')
  expect(firewall).toMatchObject({
    Name: 'CourierFirewall',
    VisibilityConfig: { MetricName: 'CourierFirewall' },
  })
})

/**
 * Whether a log line matches a filter pattern. Supports comparisons with `=`, joined by `&&` and `||` in brackets
 * (CloudWatch Logs user guide, "Filter pattern syntax").
 */
function matches(pattern: string, line: string): boolean {
  const record = JSON.parse(line)
  let rest = pattern.replace(/\$\.(\w+) = ("(?:[^"\\]|\\.)*"|\d+)/g, (_, field: string, value: string) =>
    String(record[field] === JSON.parse(value)),
  )
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest
      .replace(/\((true|false)\)/g, '$1')
      .replace(/(true|false) (&&|\|\|) (true|false)/, (_, one: string, joined: string, other: string) =>
        String(joined === '&&' ? one === 'true' && other === 'true' : one === 'true' || other === 'true'),
      )
  }
  expect(rest).toMatch(/^\{ (true|false) \}$/)
  return rest.includes('true')
}

/** Waits for log lines that contain a text, and returns them. */
const linesOf = (mark: string) =>
  waitFor(() => {
    const lines = readFileSync(inject('functionLog'), 'utf8').split('\n')
    const found = lines.flatMap((line) => (line.includes(mark) ? [line.slice(line.indexOf('{'))] : []))
    expect(found).not.toEqual([])
    return found
  })

test('the alarm for guessed passwords counts the log lines of failed sign-ins, and no others', async () => {
  const { send, user } = await newTenant()
  const requests = [
    ['wrong', true],
    [password, false],
  ] as const
  for (const [tried, counted] of requests) {
    const { headers } = await send('POST /api/v1/auth/login', { body: { email: user.email, password: tried } })
    const lines = await linesOf(headers['x-request-id']!)
    expect(lines.map((line) => matches(logFilters.PasswordsGuessed.logPatternString, line))).toEqual([counted])
  }
  const { headers } = await send('GET /api/v1/users/me', { token: 'none' })
  const [line = ''] = await linesOf(headers['x-request-id']!)
  expect(matches(logFilters.PasswordsGuessed.logPatternString, line)).toBe(false)
})

test('the alarm for rejected e-mails counts the log lines of e-mails that SES rejects, and no others', async () => {
  await invite(await newTenant(), { email: `nobody-${randomUUID()}@rejected.invalid` })
  const outcomes = [
    ['rejected', true],
    ['sent', false],
  ] as const
  for (const [outcome, counted] of outcomes)
    for (const line of await linesOf(`"outcome":"${outcome}"`))
      expect(matches(logFilters.LettersRejected.logPatternString, line), line).toBe(counted)
})

test('the alarm for stolen sessions counts the log line of a refresh token that is used twice', async () => {
  const lines: string[] = []
  const { call, clock } = inProcess({ log: (line) => lines.push(line) })
  const account = { email: `stolen-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  const { body } = await call('POST /api/v1/auth/register', { body: account })
  const refresh = () => call('POST /api/v1/auth/refresh', { body: { refresh_token: body.refresh_token } })
  await refresh()
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect((await refresh()).status).toBe(401)
  expect(lines.map((line) => matches(logFilters.SessionStolen.logPatternString, line))).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(lines.join()).not.toContain(account.email)
})
