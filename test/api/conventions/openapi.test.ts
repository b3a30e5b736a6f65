import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { scopeOf } from '../../../shared/http/routing/scope.ts'
import { caller } from '../../support/api/client.ts'
import { exampleRequest } from '../../support/routes/examples.ts'
import { newTenant } from '../../support/api/tenant.ts'

// Checks the document that clients get against the OpenAPI specification and against the service's real responses.
let document: any
const ajv = addFormats.default(new Ajv2020({ strict: false }))
beforeAll(async () => {
  document = (await caller()('GET /openapi.json')).body
  ajv.addSchema(document, 'openapi')
})

/** Resolves a node that may be a reference within the document. */
const resolved = (node: any) =>
  '$ref' in node
    ? (node.$ref as string)
        .slice(2)
        .split('/')
        .reduce((at, step) => at[step], document)
    : node
const operationOf = (key: string) => {
  const [method, path] = key.split(' ') as [string, string]
  const operation = document.paths[path]?.[method.toLowerCase()]
  expect(operation, `${key} is not in functions/openapi.json: run npm run docs`).toBeDefined()
  return operation
}
const jsonOf = (message: any) => resolved(message).content['application/json'].schema
const validators = new Map<string, ValidateFunction>()
/** The errors of a value against a schema of the document, or null. */
function faultsOf(schema: any, value: unknown) {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validate = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute))
  validators.set(absolute, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

const validity = async (specification: object) =>
  new Validator().validate(structuredClone(specification) as never)

test('the document is valid OpenAPI 3.1, and clients may cache it', async () => {
  const { headers } = await caller()('GET /openapi.json')
  expect(headers['cache-control']).toBe('public, max-age=300')
  expect(await validity(document)).toEqual({ valid: true })
})

test('a document with a mistake in an operation is not valid', async () => {
  for (const mistake of [{ parameters: [{ name: 'id' }] }, { responses: { 200: {} } }, { tags: 'shipments' }]) {
    const broken = structuredClone(document)
    Object.assign(broken.paths['/api/v1/shipments'].get, mistake)
    expect(await validity(broken), JSON.stringify(mistake)).toMatchObject({ valid: false })
  }
})

test('the document has exactly the routes of the table, each with a unique name', () => {
  const keys = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(keys.sort()).toEqual(routes.map(({ key }) => key).sort())
  const names = routes.map(({ key }) => operationOf(key).operationId as string)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][a-zA-Z0-9]+$/)
})

test('a request has one media type, and no object an index of any values: generators need both', () => {
  for (const { key } of routes) {
    const { content = {} } = operationOf(key).requestBody ?? {}
    expect(Object.keys(content).length, key).toBeLessThanOrEqual(1)
  }
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":{}')
})

test('the document’s examples match its own schemas', () => {
  const shown = Object.entries<any>(document.components.schemas).filter(([, { examples }]) => examples)
  expect(shown.map(([name]) => name)).toEqual(expect.arrayContaining(['ApiError', 'ValidationError', 'Login']))
  for (const [name, schema] of shown)
    for (const example of schema.examples) expect(faultsOf(schema, example), name).toBeNull()
})

describe.each(routes.map((route) => [route.key, route] as const))('%s', (key, route) => {
  test('documents its roles, its response and its errors', () => {
    const { summary, description, security, parameters, responses, requestBody } = operationOf(key)
    expect(summary).toBe(route.summary)
    const statuses = Object.keys(responses)
    const successes = [`${route.status}`, ...(route.redirects ? ['303'] : [])]
    expect(statuses.filter((status) => status < '400' && status !== '304')).toEqual(successes)
    if (route.access !== 'public') {
      const scope = scopeOf(route)
      expect(security).toEqual([{ bearerAuth: [] }, ...(scope === undefined ? [] : [{ apiKey: [scope] }])])
      if (scope !== undefined)
        expect(document.components.securitySchemes.apiKey.flows.clientCredentials.scopes).toHaveProperty([
          scope,
        ])
      for (const role of route.roles) expect(description).toContain(role)
      expect(statuses).toContain('401')
    } else expect(security).toEqual(route.takesToken ? [{}, { bearerAuth: [] }] : [])
    const faulty = ['400', '413', '415', ...(route.refusalForm?.invalid ? [] : ['422'])]
    if (requestBody) expect(statuses).toEqual(expect.arrayContaining(faulty))
    for (const { name, in: place, schema } of parameters)
      expect([name, place, typeof schema]).toEqual([expect.any(String), expect.any(String), 'object'])
    for (const status of statuses.filter((status) => status >= '400')) {
      const { schema, example } = resolved(responses[status]).content['application/json']
      expect(faultsOf(schema, example), status).toBeNull()
      const acceptsGatewayError = faultsOf(schema, { message: 'Too Many Requests' }) === null
      expect(acceptsGatewayError, status).toBe(['413', '429', '503', 'default'].includes(status))
    }
  })

  test('answers the document’s example with a response that matches the document', async () => {
    const tenant = await newTenant()
    const { requestBody, responses } = operationOf(key)
    // No Google client is configured here. The callback of the local provider covers the same code.
    if (key.includes('/oauth/{provider}/callback')) return
    const example = requestBody && resolved(jsonOf(requestBody)).examples[0]
    const { key: ownKey, body } = await exampleRequest(route, tenant, example)
    const answer = await tenant.send(ownKey, body && { body })
    const declared = responses[answer.status]
    expect(declared, answer.text).toBeDefined()
    expect(answer.status).toBe(route.status)
    if (route.produces) {
      const type = answer.headers['content-type']?.replace(/;.*/, '')
      expect(Object.keys(resolved(declared).content)).toContain(type)
      return
    }
    expect(faultsOf(jsonOf(declared), answer.body)).toBeNull()
    expect(faultsOf(jsonOf(declared), [{ of: 'another form' }])).not.toBeNull()
    if (declared.headers?.ETag) expect(answer.headers.etag).toMatch(/^"[\w-]+"$/)
    if (!responses[304]) return
    const again = await tenant.send(ownKey, { headers: { 'if-none-match': answer.headers.etag! } })
    expect([again.status, again.headers.etag]).toEqual([304, answer.headers.etag])
  })
})
