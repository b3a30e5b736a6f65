import { expect, test } from 'vitest'
import * as z from 'zod'
import { errorsOf } from '../../shared/http/error-responses.ts'
import { schemaWriter } from '../../shared/http/routing/json-schema.ts'
import { openApi } from '../../shared/http/openapi/openapi.ts'
import { operationIdOf } from '../../shared/http/openapi/operation-id.ts'
import { listRoute, publicRoute, route, type RouteKey } from '../../shared/http/routing/route.ts'
import { roles } from '../../shared/domain/kernel/roles.ts'

const reply = z.object({ id: z.string() })
const read = { summary: '', reply, roles, read: async () => ({ id: '' }) }
const decide = { summary: '', reply, roles, decide: async () => ({ writes: [], result: { id: '' } }) }

test.each<[RouteKey, string]>([
  ['GET /', 'getHealth'],
  ['GET /openapi.json', 'getOpenapiJson'],
  ['GET /.well-known/jwks.json', 'getWellKnownJwksJson'],
  ['GET /api/v1/companies/{id}', 'getCompany'],
  ['GET /api/v1/shipments/board', 'getShipmentBoard'],
  ['PUT /api/v1/shipments/{id}/status', 'updateShipmentStatus'],
  ['PATCH /api/v1/couriers/{id}', 'patchCourier'],
  ['DELETE /api/v1/bags/{bag_id}/packages/{id}', 'deleteBagPackage'],
  ['POST /api/v1/shipments/{id}/packages', 'createShipmentPackage'],
  ['POST /api/v1/bags/{id}/check-in', 'checkInBag'],
  ['POST /api/v1/auth/login', 'loginAuth'],
])('%s has the operation id %s', (key, name) => {
  expect(operationIdOf(key.startsWith('POST') ? route(key, decide) : route(key, read), 'health')).toBe(name)
})

test('the operation id of a list is in the plural', () => {
  const list = listRoute('GET /api/v1/bags/{id}/packages', { ...read, list: () => Promise.reject(new Error()) })
  expect(operationIdOf(list, 'bags')).toBe('listBagPackages')
})

test('the error statuses of a route follow from its definition', () => {
  const body = z.object({})
  expect(errorsOf(publicRoute('GET /a', { summary: '', reply, read: read.read }))).toEqual([429, 503])
  expect(errorsOf(route('GET /a/{id}', read))).toEqual([401, 403, 404, 429, 503])
  expect(errorsOf(route('GET /a/{id}', { ...read, roles: ['admin'], refuses: ['conflict'] }))).toEqual([
    401, 403, 404, 409, 429, 503,
  ])
  expect(errorsOf(route('POST /a', decide))).toEqual([401, 403, 409, 422, 429, 503])
  expect(errorsOf(route('DELETE /a/{id}', decide))).toEqual([401, 403, 404, 409, 412, 429, 503])
  expect(errorsOf(route('PUT /a/{id}', { ...decide, body }))).toEqual([
    400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503,
  ])
})

test('a schema with an id is written once, and an id with two different schemas is an error', () => {
  const Thing = z.object({ n: z.number().default(1) }).meta({ id: 'Thing' })
  const { write, components } = schemaWriter()
  expect(write(Thing, 'output')).toEqual({ $ref: '#/components/schemas/Thing' })
  expect(write(z.array(Thing), 'output')).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Thing' },
  })
  expect(Object.keys(components)).toEqual(['Thing'])
  expect(() => write(Thing, 'input')).toThrow('The schema "Thing" has two shapes')
  const echo = { ...read, body: Thing, reply: Thing, read: async () => ({ n: 1 }) }
  expect(() => openApi({ things: { routes: [route('POST /things', echo)] } }, { version: '1' })).toThrow(
    '"Thing"',
  )
})
