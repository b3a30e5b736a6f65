import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import openapi from '../../functions/openapi.json' with { type: 'json' }
import { routes } from '../../functions/index.ts'
import { withoutFaults } from '../support/in-process/context.ts'
import { naughty, valueFor } from '../support/routes/arbitrary.ts'
import { flightDataServer, knowingFlights, type FlightDataServer } from '../support/flight-data/server.ts'
import { inProcess } from '../support/in-process/service.ts'
import { seed, size, report } from '../support/suite/proof.ts'
import { bodyOf, idsOf } from '../support/routes/records.ts'
import { newTenant, type Tenant } from '../support/api/tenant.ts'
import { seconds } from '../support/suite/time.ts'

// Sends arbitrary values in every parameter and body of the OpenAPI document. No request may cause a server error, and
// every response must conform to the document, which the tests' client checks.
let service: ReturnType<typeof inProcess>
let provider: FlightDataServer
beforeAll(async () => {
  provider = await flightDataServer()
  service = inProcess({ ...withoutFaults(), ...knowingFlights(provider) })
})
/** A separate company for each route, because some requests end its manager's session. */
async function company(): Promise<Tenant> {
  // Codes of authenticator apps are of the present time.
  service.clock.now = new Date()
  const tenant = await newTenant()
  const send: Tenant['send'] = (key, options) =>
    service.call(key, { token: tenant.token, from: address(), ...options })
  return { ...tenant, call: service.call, send }
}
afterAll(() => provider.stop())

let sent = 0
const statuses = new Map<number, number>()
/** A new address for each request, so that no rate limit applies. */
const address = () => `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent++ & 255}`

interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
}
const operationOf = (method: string, path: string) =>
  (openapi.paths as Record<string, Record<string, Operation>>)[path]?.[method.toLowerCase()] ?? {}
const runs = Math.ceil(size(600, 100_000) / routes.length)
/** Headers that keep their values. */
const fixedHeaders = ['content-type', 'x-edge-key']

describe.each(routes.map((route) => [route.key, route] as const))('%s', (_key, route) => {
  test('responds as the OpenAPI document specifies', { timeout: seconds(300) }, async () => {
    const { parameters = [], requestBody } = operationOf(route.method, route.path)
    const places = (where: string) =>
      parameters.filter((one) => one.in === where && !fixedHeaders.includes(one.name))
    const tenant = await company()
    const ids = await idsOf(route, tenant)
    const { body: example } = await bodyOf(route, tenant, ids)
    const text = fc.oneof(fc.constantFrom(...naughty), fc.string({ unit: 'binary', maxLength: 30 }))
    const written = (schema: object) =>
      valueFor(schema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    const some = (where: 'query' | 'header') =>
      fc.record(Object.fromEntries(places(where).map(({ name, schema }) => [name, written(schema)])), {
        requiredKeys: [],
      })
    const schema = requestBody?.content['application/json']?.schema
    const request = fc.record({
      path: fc.record(
        Object.fromEntries(
          Object.entries(ids).map(([name, id]) => [
            name,
            fc.oneof({ weight: 5, arbitrary: fc.constant(id) }, { weight: 1, arbitrary: text }),
          ]),
        ),
      ),
      query: some('query'),
      header: some('header'),
      // Mostly the example with some fields replaced, otherwise an arbitrary value.
      body: schema ? fc.tuple(fc.integer({ min: 0, max: 3 }), valueFor(schema)) : fc.constant(undefined),
      bare: fc.integer({ min: 0, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ path, query, header, body, bare }) => {
        const filled = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent((path[name] ?? '').toWellFormed()),
        )
        const asked = new URLSearchParams(query as Record<string, string>).toString()
        const [mixed, value] = body ?? []
        const sending =
          mixed && example && value && typeof value === 'object' ? { ...example, ...value } : value
        const answer = await tenant.send(`${route.method} ${filled}${asked && `?${asked}`}`, {
          headers: header as Record<string, string>,
          ...(sending !== undefined &&
            (bare === 0 ? { raw: JSON.stringify(sending).slice(1) } : { body: sending })),
          ...(bare === 1 && { token: 'x' }),
        })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status !== 502 && answer.status !== 504) expect(answer.status, answer.text).toBeLessThan(500)
      }),
      { numRuns: runs, seed },
    )
  })
})

test('the number of requests is reported', () => {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  report(
    'Fuzzing',
    'No input causes a server error, and every response conforms to the OpenAPI document',
    `${sent} requests to ${routes.length} routes (${counts.join(', ')})`,
  )
})
