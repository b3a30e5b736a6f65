import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { routes } from '../../../functions/index.ts'
import { caller } from '../../support/api/client.ts'
import { keyOf } from '../../support/routes/records.ts'
import { exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { seededRandom } from '../../support/chaos-proxy/faults/seeded-random.ts'
import { seed, size } from '../../support/suite/proof.ts'

// Sends wrong values in every field of every body and query of the route table. No value may cause a 5xx, and every 422
// must be well formed: the client checks each response against the contract.
const random = seededRandom(seed)
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
/** JSON texts, to include values that JSON.stringify cannot produce. */
const wrong = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1e999',
  '1e-999',
  '9007199254740993',
  '""',
  '" "',
  '{}',
  '[]',
  '[[]]',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"__proto__"',
  '{"__proto__":1}',
  '{"constructor":{"prototype":1}}',
  '"NaN"',
  '"\\u202e"',
  `"${'x'.repeat(60_000)}"`,
  `"${'🛫'.repeat(600)}"`,
  deep(3000),
  '{"a":'.repeat(3000) + '1' + '}'.repeat(3000),
]
const fieldsOf = (schema: z.ZodType) =>
  Object.keys(
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties as object | undefined) ?? {},
  )

const withBody = routes.filter((route) => route.body).map((route) => [route.key, route] as const)
describe.each(withBody)('%s', (_key, route) => {
  let key: string
  beforeAll(async () => {
    key = await keyOf(route, tenant)
  })
  const send = (raw: string | undefined) => {
    // Public routes have a rate limit for each IP address, so each request comes from another address.
    const call = route.access !== 'public' ? tenant.send : caller()
    return call(key, raw === undefined ? {} : { raw })
  }
  const example = exampleOf(route.body as never)

  test.each(fieldsOf(route.body!))('answers without a 5xx for any value of %s', async (field) => {
    for (const value of random.sample(wrong, size(10, wrong.length))) {
      const rest = JSON.stringify({ ...example, [field]: undefined }).slice(1, -1)
      const { status, body } = await send(
        `{${[rest, `${JSON.stringify(field)}:${value}`].filter(Boolean).join(',')}}`,
      )
      if (status === 422) expect(body.detail[0].loc.slice(0, 2)).toEqual(['body', field])
    }
  })

  test('answers without a 5xx for any body', async () => {
    for (const raw of [
      undefined,
      ...random.sample(wrong, size(10, wrong.length)),
      '',
      '{',
      'x',
      '\u0000',
      deep(60_000),
      '"'.repeat(9),
      '{"a":1}{"b":2}',
    ]) {
      await send(raw)
    }
  })
})

const withQuery = routes
  .filter(({ query, kind }) => query ?? kind === 'list')
  .map((route) => [route.key, route] as const)
describe.each(withQuery)('%s', (_key, route) => {
  test('answers 200 or 422 for any query', async () => {
    const names = [...(route.query ? fieldsOf(route.query) : []), 'limit', 'cursor']
    const key = await keyOf(route, tenant)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(...names),
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '0', 'null', '1.x', '%')),
        ),
        async (query) => {
          const send = route.access !== 'public' ? tenant.send : caller()
          const { status } = await send(`${key}?${new URLSearchParams(query).toString()}`)
          expect([200, 422, ...(route.kind === 'act' ? [400] : [])]).toContain(status)
        },
      ),
      { numRuns: size(15, 100) },
    )
  })
})
