import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { transact } from '../../../shared/db/commit.ts'
import type { TenantContext } from '../../../shared/domain/kernel/context.ts'
import { codeOf, NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { warehouseAt } from '../../../shared/domain/warehouses/warehouses.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { eventually, ids } from '../../support/api/lists.ts'
import { exampleOf, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const at = (id: string) => `/api/v1/warehouses/${id}`
const send = (method: string, id: string, body?: object, headers = {}) =>
  tenant.send(`${method} ${at(id)}`, { headers, ...(body && { body }) })

test('creating a warehouse returns the whole warehouse', async () => {
  const example = exampleOf(NewWarehouse)
  const { status, body, headers } = await tenant.send('POST /api/v1/warehouses', { body: example })
  expect([status, headers.etag]).toEqual([201, '"1"'])
  const { id, created_at } = body
  const { tenant_id } = tenant.user
  expect(body).toEqual({ ...example, id, tenant_id, created_at, updated_at: created_at })
  expect((await send('GET', id.toUpperCase())).body).toEqual(body)
})

test('a new warehouse needs only a name; its code is derived from its id by default', async () => {
  const { body } = await tenant.send('POST /api/v1/warehouses', {
    body: { name: 'Hub', airport_code: ' svo ' },
  })
  expect(body).toMatchObject({
    code: codeOf(body.id),
    city: '',
    country: '',
    airport_code: 'SVO',
    address: '',
    hours: '',
    phone: '',
  })
  expect(body.code).toMatch(/^WH-[0-9A-HJKMNP-TV-Z]{6}$/)
  const refused = await tenant.send('POST /api/v1/warehouses', { body: { code: '', airport_code: 'SV' } })
  expect(refused.body.detail.map(({ loc }: any) => loc[1]).sort()).toEqual(['airport_code', 'code', 'name'])
})

test('a PUT changes only the given fields, and with If-Match only the version that was read', async () => {
  const before = await openWarehouse(tenant)
  const changed = await send('PUT', before.id, { code: 'TBS-9', airport_code: '', id: randomUUID() })
  const { updated_at } = changed.body
  expect(changed.body).toEqual({ ...before, code: 'TBS-9', airport_code: '', updated_at })
  const same = await send('PUT', before.id, changed.body)
  expect([same.body, same.headers.etag]).toEqual([changed.body, '"2"'])
  expect((await send('PUT', before.id, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
})

test('an unknown id gets 404', async () => {
  for (const id of [randomUUID(), 'none'])
    for (const { status, body } of [await send('GET', id), await send('PUT', id, { name: 'x' })])
      expect([status, body.detail]).toEqual([404, 'Warehouse not found'])
})

test('the list is newest first, with pages of any size; two warehouses may have the same code', async () => {
  const own = await newTenant()
  const opened: any[] = []
  for (let n = 0; n < 5; n++) opened.unshift(await openWarehouse(own))
  for (const limit of [2, 100]) await eventually(own, `/api/v1/warehouses?limit=${limit}`, ids(opened))
})

test('an unused UUID becomes a warehouse on first use, once, even if many requests use it at once', async () => {
  const { runtime } = inProcess()
  const id: string = randomUUID()
  const using = async ({ user }: Tenant, of = id) => {
    const ctx = {
      table: runtime.tenant(mintGrant(user.tenant_id)),
      actor: { tenant_id: user.tenant_id },
      now: new Date(),
    } as TenantContext
    return transact(runtime.store, async () => {
      const { warehouse, writes } = await warehouseAt(ctx, of)
      return { writes, result: warehouse }
    })
  }
  const used = await Promise.all(
    Array.from({ length: 16 }, (_, n) => using(tenant, n % 2 ? id : id.toUpperCase())),
  )
  expect(new Set(used.map((warehouse) => JSON.stringify(warehouse))).size).toBe(1)
  const { body } = await send('GET', id)
  expect(body).toEqual({
    id,
    tenant_id: tenant.user.tenant_id,
    code: codeOf(id),
    name: '',
    city: '',
    country: '',
    airport_code: '',
    address: '',
    hours: '',
    phone: '',
    created_at: body.created_at,
    updated_at: body.created_at,
  })
  expect((await send('PUT', id, { ...body, city: 'Tbilisi' })).body).toMatchObject({
    name: '',
    city: 'Tbilisi',
  })

  const other = await newTenant()
  expect((await other.send(`GET ${at(id)}`)).status).toBe(404)
  expect(await using(other)).toMatchObject({ tenant_id: other.user.tenant_id, code: codeOf(id), city: '' })
  await expect(using(other, 'none')).rejects.toThrow('Warehouse not found')
})

test('a company may require that a warehouse is created before anything names it', async () => {
  const own = await newTenant()
  const bagAt = (warehouse_id: string) =>
    own.send('POST /api/v1/bags', {
      body: { label: `BAG-${warehouse_id}`, origin: 'SVO', destination: 'TBS', warehouse_id },
    })
  const put = (body: object) => own.send('PUT /api/v1/settings', { body })
  // Before, an unused id is one.
  expect((await bagAt(randomUUID())).status).toBe(201)
  expect((await put({ warehouses: { registered_only: true } })).body).toMatchObject({
    warehouses: { registered_only: true },
  })
  // What a change of another setting does not name stays.
  await put({ country: 'GE' })
  const id = randomUUID()
  const refused = await bagAt(id)
  expect([refused.status, refused.body.detail]).toEqual([
    404,
    'Warehouse not found: create it first, as the settings of the company require',
  ])
  expect((await own.send(`GET ${at(id)}`)).status).toBe(404)
  expect((await bagAt((await openWarehouse(own)).id)).status).toBe(201)
  await put({ warehouses: { registered_only: false } })
  expect((await bagAt(id)).status).toBe(201)
})
