import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { groups } from '../../functions/index.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { openApi } from '../../shared/http/openapi/openapi.ts'

// What readers and generators of the OpenAPI document need, checked by the rules of others.
const document: any = openApi(groups, packageJson)
const operations: [string, any][] = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as [string, any],
  ),
)
const resolved = (node: any) =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: any, step: string) => at[step], document)
    : node

/** Every schema below a node, with the path to it. */
function* schemasIn(node: any, path = ''): Generator<[string, any]> {
  if (typeof node !== 'object' || node === null) return
  if (node.properties) for (const [name, one] of Object.entries(node.properties)) yield [`${path}.${name}`, one]
  for (const [key, value] of Object.entries(node)) yield* schemasIn(value, `${path}.${key}`)
}

test('every field, parameter and tag has a description', () => {
  const all = [...schemasIn(document.components.schemas), ...schemasIn(document.paths)]
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([])
  for (const [key, { parameters, description, summary }] of operations) {
    expect(description && summary, key).toBeTruthy()
    for (const { name, description } of parameters) expect(description, `${key} ${name}`).toMatch(/\w/)
  }
  for (const { description } of document.tags) expect(description).toMatch(/\w/)
  expect(document.tags).toHaveLength(Object.keys(groups).length)
})

const binary = ['application/pdf', 'image/png']
test('every operation has an example of each parameter, of its success and of each of its errors', () => {
  for (const [key, { parameters, responses }] of operations) {
    for (const { name, example } of parameters) expect(example, `${key} ${name}`).toBeDefined()
    for (const [status, response] of Object.entries(responses))
      for (const [type, { example }] of Object.entries<any>(resolved(response).content ?? {}))
        if (!binary.includes(type)) expect(example, `${key} ${status} ${type}`).toBeDefined()
  }
})

test('each operation that changes something is described beyond its roles, and each description is of an operation', () => {
  for (const [key, { description }] of operations)
    if (!key.startsWith('GET')) expect(description, key).not.toMatch(/^For (anyone|the roles)\b/)
})

test('the example of a response has the values of the request’s example', () => {
  const example = (id: string) => operations.find(([, { operationId }]) => operationId === id)![1].responses
  expect(example('sealBag')[200].content['application/json'].example.status).toBe('SEALED')
  expect(example('updatePackage')[200].content['application/json'].example.status).toBe('IN_WAREHOUSE')
  expect(example('inviteUser')[201].content['application/json'].example).toMatchObject({
    email: 'operator@example.com',
    role: 'operator',
  })
})

test('success bodies are named, and enumerations of three and more values are components', () => {
  for (const [key, { responses }] of operations)
    for (const [status, response] of Object.entries<any>(responses)) {
      const schema = resolved(response).content?.['application/json']?.schema
      if (schema && status < '300')
        expect((schema.items ?? schema).$ref, key).toMatch(/^#\/components\/schemas\//)
    }
  const inline = [...schemasIn(document)].filter(([, schema]) => schema.enum?.length > 2)
  expect(inline.map(([path]) => path)).toEqual([])
})

/** Findings of a Spectral ruleset, by rule. */
async function findings(ruleset: unknown) {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[ruleset, 'recommended']] } as never)
  return [
    ...new Set(
      (await linter.run(structuredClone(document))).map(({ code, path }) => `${code} ${path.join('.')}`),
    ),
  ]
}
const rulesOf = (found: string[]) => [...new Set(found.map((one) => one.split(' ')[0]))].sort()

test('Spectral finds nothing', async () => {
  expect(await findings(rulesets.oas)).toEqual([])
})

const exceptions: Record<string, string> = {
  'owasp:api2:2023-no-credentials-in-url':
    'a mail program that stops notices has their address only (RFC 8058)',
  'owasp:api2:2023-read-restricted': 'public by the interface: health, tracking, sign-in, keys, documents',
  'owasp:api2:2023-short-lived-access-tokens':
    'client credentials need no refresh token: the client has its secret (RFC 6749 §4.4.3)',
  'owasp:api2:2023-write-restricted': 'who signs in has no token yet',
  'owasp:api4:2023-array-limit': 'responses: their length is what was stored',
  'owasp:api4:2023-integer-format': 'JSON has one kind of number (RFC 8259 §6)',
  'owasp:api4:2023-rate-limit': 'only routes with a quota of their own have such headers',
  'owasp:api4:2023-string-limit':
    'formats and patterns bound what has no maxLength; a body has at most 256 KiB',
  'owasp:api4:2023-string-restricted': 'names and remarks are free text',
  'owasp:api8:2023-define-cors-origin': 'the gateway adds CORS headers to each response',
  'owasp:api8:2023-define-error-responses-401': 'public routes answer no 401',
  'owasp:api8:2023-define-error-responses-500': '`default` describes it',
  'owasp:api8:2023-define-error-validation': 'routes without input but an id answer 404',
}
test('each finding of OWASP’s rules has a reason', async () => {
  const found = await findings(owasp)
  expect(rulesOf(found)).toEqual(Object.keys(exceptions))
})

test('Redocly’s recommended rules find nothing but the ambiguous paths of the interface', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    expect.stringMatching(/^no-ambiguous-paths: .*oauth/),
  ])
})
