import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { scopeOf } from '../../../shared/http/routing/scope.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { allScopes, createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'

let tenant: Tenant
let tokens: readonly (readonly [string, string])[]
beforeAll(async () => {
  tenant = await newTenant()
  const key = await createKey(tenant)
  tokens = await Promise.all(allScopes.map(async (scope) => [scope, await tokenOfKey(key, { scope })] as const))
})

const tenantRoutes = routes.filter(({ access }) => access !== 'public')

test('every scope permits a route, and keys manage neither people nor keys', () => {
  expect(new Set(tenantRoutes.flatMap((route) => scopeOf(route) ?? []))).toEqual(new Set(allScopes))
  const withoutScope = tenantRoutes.filter((route) => scopeOf(route) === undefined)
  for (const { path } of withoutScope) expect(path).toMatch(/^\/api\/v1\/(users|api-keys)(\/|$)/)
  expect(withoutScope.length).toBeGreaterThan(14)
})

describe.each(tenantRoutes.map((route) => [route.key, route] as const))('%s', (_key, route) => {
  test('may be called by keys with its scope, and by no others', async () => {
    const key = `${route.method} ${route.path.replace(/\{\w+\}/g, randomUUID())}`
    const own = scopeOf(route)
    for (const [scope, token] of tokens) {
      const answer = await tenant.send(key, { token, ...(route.body && { raw: '{not json' }) })
      // A permitted key gets an error for the bad body or the unknown id. Others get 403 first.
      if (scope === own) expect([route.status, 400, 404], answer.text).toContain(answer.status)
      else {
        expect([answer.status, answer.body.code], scope).toEqual([403, 'forbidden'])
        const named = own === undefined ? '' : `, scope="${own}"`
        expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope"${named}`)
      }
    }
  })
})
