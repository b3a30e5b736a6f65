import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { caller } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor } from '../../support/mail/codes.ts'
import { begin, follow } from '../../support/oauth/sign-in.ts'
import { bodyOf, keyOf } from '../../support/routes/records.ts'
import { invite, newTenant, password, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'

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
/** The errors of a value against a schema of the document, or null. */
function faultsOf(schema: any, value: unknown) {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))
  return ajv.validate(absolute, value) ? null : ajv.errorsText()
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

test('the document’s examples match its own schemas', () => {
  const shown = Object.entries<any>(document.components.schemas).filter(([, { examples }]) => examples)
  expect(shown.map(([name]) => name)).toEqual(expect.arrayContaining(['Error', 'ValidationError', 'Login']))
  for (const [name, schema] of shown)
    for (const example of schema.examples) expect(faultsOf(schema, example), name).toBeNull()
})

/** Requests a code and returns it with its address. */
const requestCode = async (email: string, occasion: 'verification' | 'reset', path: string) => {
  const service = inProcess()
  await service.call(`POST /auth/email/${path}`, { body: { email } })
  return { email, code: await codeFor(service, occasion, email) }
}
/** Fields that depend on the tenant, and replace those of the examples. */
const tenantFields: Record<string, (tenant: Tenant) => object | Promise<object>> = {
  'POST /api/v1/auth/register': () => ({ email: `reader-${randomUUID()}@example.com` }),
  'POST /api/v1/auth/login': ({ email }) => ({ email, password }),
  'POST /api/v1/auth/refresh': ({ refresh_token }) => ({ refresh_token }),
  'POST /api/v1/auth/logout': ({ refresh_token }) => ({ refresh_token }),
  'POST /auth/email/verify': ({ email }) => requestCode(email, 'verification', 'send-verification'),
  'POST /auth/email/reset-password': ({ email }) => requestCode(email, 'reset', 'send-reset-password'),
  'POST /auth/email/accept-invitation': async (tenant) => {
    const { email } = await invite(tenant)
    return { code: await arrivingCode(email) }
  },
  'POST /api/v1/users': (tenant) => verifyManager(tenant).then(() => ({})),
  'POST /api/v1/webhooks': (tenant) => verifyManager(tenant).then(() => ({})),
}

/** The query with which an identity provider redirects people to the callback. */
const callbackQueries: Record<string, () => Promise<string>> = {
  'GET /api/v1/auth/oauth/custom/{name}/callback': async () => {
    const { url } = await begin(caller(), 'custom/local', '?login_hint=reader@example.com')
    return new URL(await follow(url), url).search
  },
}

describe.each(routes.map((route) => [route.key, route] as const))('%s', (key, route) => {
  test('documents its roles, its response and its errors', () => {
    const { summary, description, security, parameters, responses, requestBody } = operationOf(key)
    expect(summary).toBe(route.summary)
    const statuses = Object.keys(responses)
    expect(statuses.filter((status) => status < '300')).toEqual([`${route.status}`])
    if (route.access !== 'public') {
      expect(security).toEqual([{ bearerAuth: [] }])
      for (const role of route.roles) expect(description).toContain(role)
      expect(statuses).toContain('401')
    } else expect(security).toEqual([])
    if (requestBody) expect(statuses).toEqual(expect.arrayContaining(['400', '413', '415', '422']))
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
    const ownKey = (await keyOf(route, tenant)) + ((await callbackQueries[key]?.()) ?? '')
    const example = requestBody && resolved(jsonOf(requestBody)).examples[0]
    const { body } = await bodyOf(route, tenant)
    const answer = await tenant.send(
      ownKey,
      body && { body: { ...example, ...body, ...(await tenantFields[key]?.(tenant)) } },
    )
    const declared = responses[answer.status]
    expect(declared, answer.text).toBeDefined()
    expect(answer.status).toBeLessThan(300)
    if (route.produces) {
      expect(Object.keys(resolved(declared).content)).toContain(answer.headers['content-type'])
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
