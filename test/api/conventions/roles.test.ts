import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { roles, type Role } from '../../../shared/domain/kernel/roles.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { book, exampleOf, newTenant, schedule, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { tokenOf, tokensOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
let tokens: Record<Role, string>
beforeAll(async () => {
  tenant = await newTenant()
  tokens = await tokensOf(tenant.user.tenant_id)
})

const tenantRoutes = routes.filter(({ access }) => access !== 'public')

/** The routes by which a role can change data, other than its own account. */
const changes = (role: Role) =>
  tenantRoutes
    .filter((route) => route.method !== 'GET' && route.roles.includes(role) && !/\/me\b/.test(route.path))
    .map(({ key }) => key)
const intended = 'if the role is to have this right, add the route to the list here'
/** It changes nothing but the list of exports. */
const exporting = 'POST /api/v1/exports'
const anyRole = ['POST /api/v1/realtime/ticket', 'POST /api/v1/scans']

test('viewers change nothing, couriers their own records, and warehouses what they handle', () => {
  expect(changes('viewer').sort(), intended).toEqual([exporting, ...anyRole])
  expect(changes('courier').sort(), intended).toEqual(
    [
      ...anyRole,
      'POST /api/v1/couriers/{id}/no-shows',
      'POST /api/v1/packages/{id}/events/{event_id}/void',
      'POST /api/v1/scan-event',
      'POST /api/v1/scan-events/batch',
      'PUT /api/v1/bags/{id}/checkin',
      'PUT /api/v1/couriers/{id}',
    ].sort(),
  )
  expect(changes('warehouse').sort(), intended).toEqual(
    [
      ...anyRole,
      exporting,
      'POST /api/v1/bags',
      'POST /api/v1/cases',
      'PATCH /api/v1/cases/{id}',
      'PUT /api/v1/bags/{id}',
      'POST /api/v1/bags/{id}/packages',
      'POST /api/v1/bags/{id}/packages/{package_id}',
      'DELETE /api/v1/bags/{id}/packages/{package_id}',
      'PUT /api/v1/bags/{id}/seal',
      'PUT /api/v1/packages/{id}',
      'POST /api/v1/packages/{id}/photo',
      'POST /api/v1/packages/{id}/photo-upload',
      'POST /api/v1/packages/{id}/events/{event_id}/void',
      'POST /api/v1/scan-event',
      'POST /api/v1/scan-events/batch',
      'POST /api/v1/unloadings/{id}/finds',
      'POST /api/v1/unloadings/{id}/close',
      'POST /api/v1/warehouse/{id}/unloadings',
      'POST /api/v1/warehouse/{id}/receive',
      'POST /api/v1/warehouse/{id}/consolidate',
      'PUT /api/v1/shipments/{id}',
      'POST /api/v1/shipments/{id}/handovers',
      'POST /api/v1/shipments/{id}/handover-code',
      'POST /api/v1/shipments/{id}/notices',
    ].sort(),
  )
})

test('managers alone delete, review, see passport numbers, change warehouses and settings, administer users, webhooks and API keys, and read the audit log', () => {
  const theirs = tenantRoutes.filter((route) => !route.roles.includes('operator')).map(({ key }) => key)
  const all =
    /^[A-Z]+ \/api\/v1\/(users|webhooks|api-keys|audit)(?!\/me\b)|^(POST|PUT) \/api\/v1\/(warehouses|settings)/
  const some =
    /^DELETE \/api\/v1\/(bags|contacts|couriers|flights|packages|shipments)\/{id}$|^PATCH .*\/review$|\/passport\/reveal$/
  expect(theirs).toEqual(tenantRoutes.map(({ key }) => key).filter((key) => all.test(key) || some.test(key)))
  for (const { key, roles } of tenantRoutes)
    expect(roles, key).toEqual(expect.arrayContaining(['admin', 'manager']))
})
describe.each(roles)('a %s', (role) => {
  test.each(tenantRoutes.map((route) => [route.key, route] as const))(
    'may call %s exactly as its row says',
    async (_key, route) => {
      const key = `${route.method} ${route.path.replace(/\{\w+\}/g, randomUUID())}`
      // A user who leaves, or signs out, is a user for this alone.
      const leaves = /^DELETE .+\/users\/me\b/.test(route.key)
      const { status } = await tenant.send(key, {
        token: leaves ? await tokenOf(tenant.user.tenant_id, { role }) : tokens[role],
        ...(route.body && { raw: '{not json' }),
      })
      // Permitted roles get an error for the bad body or the unknown id. Other roles get 403 first.
      if (route.roles.includes(role))
        expect([route.status, 400, 404, ...(leaves ? [409] : [])]).toContain(status)
      else expect(status).toBe(403)
    },
  )
})

test('an Idempotency-Key is its user’s own: the same key of a colleague is another request', async () => {
  const options = { body: exampleOf(NewShipment), headers: { 'idempotency-key': randomUUID() } }
  const [manager, colleague] = [await post(tenant.token), await post(tokens.manager)]
  expect(manager.body.id).not.toBe(colleague.body.id)
  function post(token: string) {
    return tenant.send('POST /api/v1/shipments', { ...options, token })
  }
})

test('a warehouse changes a shipment’s status and weight, but no other field', async () => {
  const { id } = await book(tenant)
  const put = async (body: object) =>
    (await tenant.send(`PUT /api/v1/shipments/${id}`, { token: tokens.warehouse, body })).status
  expect(await put({ status: 'PREPARING', weight: 3 })).toBe(200)
  expect(await put({ recipient_phone: '+1' })).toBe(403)
  expect(await put({ weight: 4, price: 1 })).toBe(403)
})

test('only a manager moves a shipment’s status backward', async () => {
  const { id } = await book(tenant)
  const put = async (role: Role, status: string) =>
    (await tenant.send(`PUT /api/v1/shipments/${id}`, { token: tokens[role], body: { status } })).status
  expect(await put('operator', 'IN_TRANSIT')).toBe(200)
  expect(await put('operator', 'PREPARING')).toBe(409)
  expect(await put('warehouse', 'RECEIVED')).toBe(409)
  expect(await put('admin', 'PREPARING')).toBe(200)
})

test('a warehouse moves packages forward and sets their weight only; only a manager moves them backward', async () => {
  const { id } = await newParcel(tenant)
  const put = async (role: Role, body: object) =>
    (await tenant.send(`PUT /api/v1/packages/${id}`, { token: tokens[role], body })).status
  expect(await put('warehouse', { status: 'ARRIVED', weight: 3 })).toBe(200)
  expect(await put('warehouse', { category: 'fragile' })).toBe(403)
  expect(await put('operator', { status: 'IN_WAREHOUSE' })).toBe(409)
  expect(await put('warehouse', { status: 'LOST' })).toBe(200)
  expect(await put('warehouse', { status: 'ARRIVED' })).toBe(200)
  expect(await put('warehouse', { status: 'DELIVERED' })).toBe(200)
  expect(await put('operator', { status: 'ARRIVED' })).toBe(409)
  expect(await put('admin', { status: 'ARRIVED' })).toBe(200)
})

test('operators change and synchronise flights, managers delete them, warehouses and viewers read them', async () => {
  const { id } = await schedule(tenant)
  const at = `/api/v1/flights/${id}`
  const as = async (role: Role, key: string, body?: object) =>
    (await tenant.send(key, { token: tokens[role], ...(body && { body }) })).status
  for (const role of ['warehouse', 'viewer'] as const) {
    expect(await as(role, `GET ${at}`)).toBe(200)
    expect(await as(role, `GET ${at}/status`)).toBe(200)
    expect(await as(role, `PUT ${at}`, { status: 'BOARDING' })).toBe(403)
    expect(await as(role, `POST ${at}/sync`)).toBe(403)
  }
  expect(await as('operator', `PUT ${at}`, { status: 'BOARDING' })).toBe(200)
  expect(await as('operator', `POST ${at}/sync`)).toBe(200)
  expect(await as('operator', `DELETE ${at}`)).toBe(403)
  expect(await as('manager', `DELETE ${at}`)).toBe(200)
})
