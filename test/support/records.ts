import type { Route } from '../../shared/http/route.ts'
import { add, addCourier, book, openWarehouse, type Tenant } from './tenant.ts'

/** How a tenant comes by a record of each noun, for tests that need any id of that kind. */
const makers: Record<string, (tenant: Tenant) => Promise<string>> = {
  shipments: async (tenant) => (await book(tenant)).id,
  packages: async (tenant) => (await add(tenant, (await book(tenant)).id)).id,
  couriers: async (tenant) => (await addCourier(tenant)).id,
  warehouses: async (tenant) => (await openWarehouse(tenant)).id,
  track: async (tenant) => (await book(tenant)).tracking_id,
}

/** Makes the record that a placeholder of a route names: the noun is the path segment before it. */
export function records(route: Route, placeholder: string) {
  const noun = new RegExp(`/([^/]+)/\\{${placeholder}\\}`).exec(route.path)?.[1] ?? ''
  const make = makers[noun]
  if (!make) throw new Error(`${route.key}: tell test/support/records.ts how to make one of "${noun}"`)
  return make
}

/** A route's key with every placeholder filled by a record of the tenant's own. */
export async function keyOf(route: Route, tenant: Tenant): Promise<string> {
  let path = route.path
  for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g))
    path = path.replace(`{${name}}`, await records(route, name)(tenant))
  return `${route.method} ${path}`
}
