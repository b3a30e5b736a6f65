import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { caller } from '../../support/api/client.ts'
import { newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { bodyOf, filled, idsOf, keyOf } from '../../support/routes/records.ts'

// Rules for every route, including future ones: the cases come from the route table.
const tenantRoutes = routes
  .filter(({ access }) => access !== 'public')
  .map((route) => [route.key, route] as const)
const publicRoutes = routes
  .filter(({ access }) => access === 'public')
  .map((route) => [route.key, route] as const)

let [alice, bob]: Tenant[] = []
beforeAll(async () => {
  ;[alice, bob] = await Promise.all([newTenant(), newTenant()])
  await Promise.all([verifyManager(alice), verifyManager(bob)])
})

describe.each(tenantRoutes)('%s', (_key, route) => {
  const key = `${route.method} ${route.path.replace(/\{\w+\}/g, randomUUID())}`

  test('refuses a caller without a valid access token before it checks anything else', async () => {
    const call = caller()
    const unauthenticated = async (authorization: string | undefined, challenge: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(authorization !== undefined && { authorization }),
      }
      const raw = route.method === 'GET' ? {} : { raw: '{not json' }
      const { status, headers: answered } = await call(`${key}?limit=nonsense`, { headers, ...raw })
      expect([status, answered['www-authenticate']], authorization).toEqual([401, challenge])
    }
    for (const none of [undefined, '', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', alice!.token])
      await unauthenticated(none, 'Bearer')
    for (const bad of ['x', alice!.refresh_token, `${alice!.token}x`, 'a.b.c', 'é'])
      await unauthenticated(`Bearer ${bad}`, 'Bearer error="invalid_token"')
  })

  test('answers another tenant’s id exactly like an id that does not exist', async () => {
    const foreign = await idsOf(route, alice!)
    const nowhere = Object.fromEntries(Object.keys(foreign).map((name) => [name, randomUUID()]))
    const body = await bodyOf(route, bob!)
    for (const [name, id] of Object.entries(foreign)) {
      const [theirs, unknown] = await Promise.all(
        [id, randomUUID()].map((id) => bob!.send(filled(route, { ...nowhere, [name]: id }), body)),
      )
      // Each tenant has its own warehouse ids, and a warehouse is created on first use.
      if (route.path.startsWith('/api/v1/warehouse/')) continue
      expect(theirs!.status).toBe(404)
      expect([theirs!.status, theirs!.text]).toEqual([unknown!.status, unknown!.text])
      const shown = ({ headers }: typeof unknown & {}) => Object.keys(headers).sort()
      expect(shown(theirs!)).toEqual(shown(unknown!))
    }
    const own = await alice!.send(filled(route, foreign), await bodyOf(route, alice!, foreign))
    expect(own.status, `its owner finds it: ${own.text}`).toBeLessThan(400)
    // A user who left, or ended their own session, no longer manages users; and a user has one second factor.
    if (route.path.startsWith('/api/v1/users/me') && route.kind === 'decide') {
      ;[alice, bob] = await Promise.all([newTenant(), newTenant()])
      await Promise.all([verifyManager(alice), verifyManager(bob)])
    }
  })

  test('has roles, including managers, and a summary', () => {
    expect(route.roles.length).toBeGreaterThan(0)
    expect(route.roles).toContain('manager')
    expect(route.summary).toMatch(/^[A-Z].{5,79}[^.]$/)
  })
})

describe.each(publicRoutes)('%s', (_key, route) => {
  test('needs no token, and ignores a given one', async () => {
    const key = await keyOf(route, alice!)
    // The callback answers 400, because it lacks the identity provider's query; so does a token endpoint (RFC 6749 §5.2).
    const isBad = route.path.endsWith('/callback') || route.refusalForm?.invalid
    const status = isBad ? 400 : route.body ? 422 : route.status
    for (const authorization of ['', 'Bearer nonsense', alice!.refresh_token])
      expect((await caller()(key, { headers: { authorization } })).status).toBe(status)
  })
})

describe('a path that is not in the route table', () => {
  test.each(['GET /nothing', 'GET /api/v1', 'GET /api//v1/shipments', 'POST /api/v1/auth'])(
    'gets 404: %s',
    async (key) => {
      const { status, body } = await caller()(key, { contract: true })
      expect([status, body.detail]).toEqual([404, 'Not Found'])
    },
  )
})

test.each([
  ['/api/v1/shipments/', '/api/v1/shipments'],
  ['/api/v1/shipments/board//?page=2', '/api/v1/shipments/board'],
])('past the edge, a slash at the end of %s gets 404, which names the path without it', async (path, right) => {
  const { status, body } = await caller()(`GET ${path}`)
  expect([status, body.code]).toEqual([404, 'not_found'])
  expect(body.detail).toMatch(new RegExp(` use ${right}$`))
})

test('the health endpoint returns the version, and the time without a time zone', async () => {
  const { status, body } = await caller()('GET /')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'healthy', version: '1.0.0' })
  expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}$/)
})

test('browsers may call the API from any origin, without credentials', async () => {
  const preflight = await caller()('OPTIONS /api/v1/shipments', {
    contract: false,
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-origin']).toBe('*')
  expect(preflight.headers['access-control-allow-headers']).toContain('idempotency-key')
  const answer = await alice!.send('GET /api/v1/shipments', { headers: { origin: 'https://app.example' } })
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  for (const name of ['link', 'x-next-cursor', 'etag', 'retry-after', 'x-request-id'])
    expect(answer.headers['access-control-expose-headers']!.toLowerCase()).toContain(name)
})
