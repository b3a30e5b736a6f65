import { decodeJwt } from 'jose'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { reliedOnMilliseconds } from '../../../shared/domain/users/active-access.ts'
import { scopeOf } from '../../../shared/http/routing/scope.ts'
import { exampleOf, newTenant, password, type Tenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { allScopes, createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { filled } from '../../support/routes/records.ts'

// Access tokens are valid for 15 minutes. Changes and files need a session or a key that was active within five seconds.

const confirmed = routes.filter(({ access, checksAccess }) => access === 'tenant' && checksAccess)
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const ids = new Proxy({}, { get: () => randomUUID() })
const idOf = (token: string) => String(decodeJwt(token).sub)

/** What each route answers a token: its status, and the error of RFC 6750. */
const answersTo = async (service: ReturnType<typeof inProcess>, token: string, rows: typeof confirmed) =>
  Promise.all(
    rows.map(async (row) => {
      const { status, headers } = await service.call(filled(row, ids), { token, contract: false })
      return [row.key, status, headers['www-authenticate']]
    }),
  )
const refused = (rows: typeof confirmed) => rows.map(({ key }) => [key, 401, 'Bearer error="invalid_token"'])

test('every change, file and address of a file needs it, or confirms the session in its transaction', () => {
  const others = routes.filter((route) => route.access === 'tenant' && !confirmed.includes(route))
  expect(others.filter(({ method, requires }) => method !== 'GET' && !requires)).toEqual([])
  expect(confirmed.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/v1/packages/{id}/label',
      '/api/v1/packages/{id}/photos',
      '/api/v1/shipments/{id}/proof',
      '/api/v1/exports/{id}',
      '/api/v1/imports/{id}/errors.csv',
    ]),
  )
})

describe('five seconds after they were', () => {
  const before = async (service: ReturnType<typeof inProcess>, token: string) => {
    const { status } = await service.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
    expect(status).toBe(201)
  }

  test.each([
    ['deactivated', (id: string) => tenant.send(`DELETE /api/v1/users/${id}`)],
    ['signed out by a colleague', (id: string) => tenant.send(`DELETE /api/v1/users/${id}/sessions`)],
    ['made a viewer', (id: string) => tenant.send(`PUT /api/v1/users/${id}`, { body: { role: 'viewer' } })],
  ])('%s, an operator changes nothing and reads no file', async (_, dismiss) => {
    const service = inProcess()
    const token = await tokenOf(tenant.user.tenant_id, { role: 'operator' })
    await before(service, token)
    expect((await dismiss(idOf(token))).status).toBe(200)
    service.pass(reliedOnMilliseconds / 1000)
    const rows = confirmed.filter((row) => row.roles.includes('operator'))
    expect(await answersTo(service, token, rows)).toEqual(refused(rows))
  })

  test('deleted, an API key changes nothing and reads no file', async () => {
    const service = inProcess()
    const key = await createKey(tenant, { scopes: allScopes })
    const token = await tokenOfKey(key)
    await before(service, token)
    expect((await tenant.send(`DELETE /api/v1/api-keys/${key.id}`)).status).toBe(200)
    service.pass(reliedOnMilliseconds / 1000)
    const rows = confirmed.filter((row) => scopeOf(row) !== undefined)
    expect(await answersTo(service, token, rows)).toEqual(refused(rows))
  })
})

test('with another role, a user refreshes and goes on at once', async () => {
  const service = inProcess()
  const { body: session } = await service.call('POST /api/v1/auth/login', {
    body: { email: tenant.user.email, password },
  })
  const colleague = await tokenOf(tenant.user.tenant_id, { role: 'manager' })
  const change = { token: colleague, body: { role: 'admin' } }
  expect((await service.call(`PUT /api/v1/users/${tenant.user.id}`, change)).status).toBe(200)
  const book = (token: string) =>
    service.call('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) })
  expect((await book(session.access_token)).status).toBe(401)
  const refreshed = await service.call('POST /api/v1/auth/refresh', {
    body: { refresh_token: session.refresh_token },
  })
  expect((await book(refreshed.body.access_token)).status).toBe(201)
})

test('fifty requests of a key, which is deleted meanwhile, are carried out or refused with 401', async () => {
  const key = await createKey(tenant, { scopes: ['shipments:write'] })
  const token = await tokenOfKey(key)
  const [answers] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, () =>
        tenant.send('POST /api/v1/shipments', { token, body: exampleOf(NewShipment) }),
      ),
    ),
    tenant.send(`DELETE /api/v1/api-keys/${key.id}`),
  ])
  expect([201, 401]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]))
})
