import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { schemaWriter, type Json } from '../../../shared/http/routing/json-schema.ts'
import { addCourier, newTenant, schedule, type Tenant } from '../../support/api/tenant.ts'
import { filled, idsOf } from '../../support/routes/records.ts'

// What a read shows as null, a change can set to null. The cases come from the route table: every field of a body that the
// response may have as null.
const { write, components } = schemaWriter()
const resolved = (schema: Json | undefined) => {
  const [, name] = /schemas\/(\w+)$/.exec(String(schema?.['$ref'])) ?? []
  return name === undefined ? schema : components[name]
}
function mayBeNull(schema: Json | undefined): boolean {
  const { type, anyOf = [] } = (resolved(schema) ?? {}) as { type?: string | string[]; anyOf?: Json[] }
  return [type].flat().includes('null') || anyOf.some(mayBeNull)
}
/** The paths of fields, also of nested objects, that the body has and the response may have as null. */
function clearable(body: Json | undefined, reply: Json | undefined, path: string[] = []): string[][] {
  const fieldsOf = (schema: Json | undefined) =>
    (resolved(schema)?.['properties'] ?? {}) as Record<string, Json>
  const shown = fieldsOf(reply)
  return Object.entries(fieldsOf(body)).flatMap(([field, schema]) => {
    if (mayBeNull(shown[field])) return [[...path, field]]
    const [given] = [schema, ...((schema['anyOf'] ?? []) as Json[])].filter(
      (one) => resolved(one)?.['properties'],
    )
    return clearable(given, shown[field], [...path, field])
  })
}
const cases = routes
  .filter(({ method }) => method === 'PUT' || method === 'PATCH')
  .flatMap((route) =>
    clearable(route.body && write(route.body, 'input'), write(route.reply, 'output')).map(
      (path) => [route.key, path.join('.'), route] as const,
    ),
  )

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** A value that each field can be changed to. A new field that may be null needs one. */
const values: Record<string, () => unknown> = {
  'PATCH /api/v1/cases/{id} assignee_id': () => tenant.user.id,
  'PATCH /api/v1/cases/{id} due_at': () => '2026-12-24T00:00:00.000Z',
  'PUT /api/v1/contacts/{id} language': () => 'ka',
  'PUT /api/v1/flights/{id} courier_id': () => addCourier(tenant).then(({ id }) => id),
  'PUT /api/v1/settings country': () => 'GE',
  'PUT /api/v1/settings time_zone': () => 'Asia/Tbilisi',
  'PUT /api/v1/shipments/{id} reference': () => 'ORDER-7',
}
/** Fields that a rule of the domain ties to another one; tests of their own have them. */
const tied = new Set(['PUT /api/v1/users/{id} courier_id', 'PUT /api/v1/settings second_factor.from'])

describe('a change', () => {
  test.each(cases.filter(([key, field]) => !tied.has(`${key} ${field}`)))(
    '%s clears %s with null, and leaves it without',
    async (key, field, route) => {
      const value = values[`${key} ${field}`]
      expect(value, `a value for "${key} ${field}" is in this file`).toBeDefined()
      const path = filled(route, await idsOf(route, tenant)).split(' ')[1]
      const change = (given: unknown) =>
        field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), given)
      const shown = (body: any) => field.split('.').reduce((inner, name) => inner[name], body)
      const send = async (body: unknown) => {
        const answer = await tenant.send(`${route.method} ${path}`, { body })
        expect(answer.status, answer.text).toBe(200)
        const read = await tenant.send(`GET ${path}`)
        expect(shown(read.body)).toEqual(shown(answer.body))
        return shown(read.body)
      }
      const given = await value!()
      expect(await send(change(given))).toEqual(given)
      expect(await send({})).toEqual(given)
      expect(await send(change(null))).toBeNull()
      expect(await send(change(null)), 'again').toBeNull()
    },
  )

  test('null leaves a field that no read shows as null', async () => {
    const { id, max_weight_kg, airline } = await schedule(tenant)
    const { body } = await tenant.send(`PUT /api/v1/flights/${id}`, {
      body: { max_weight_kg: null, airline: null },
    })
    expect(body).toMatchObject({ max_weight_kg, airline })
  })
})
