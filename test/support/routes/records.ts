import { randomUUID } from 'node:crypto'
import type { Route } from '../../../shared/http/routing/route.ts'
import {
  add,
  addCourier,
  schedule,
  book,
  exampleOf,
  invite,
  openBag,
  openWarehouse,
  pack,
  password,
  scan,
  type Tenant,
} from '../api/tenant.ts'
import { hook, nowhere } from '../webhooks/webhooks.ts'

/** How a tenant comes by a record of each noun, for tests that need any id of that kind. */
const makers: Record<string, (tenant: Tenant) => Promise<string>> = {
  // Identity providers: one that is built in, and the local cloud's own.
  oauth: async () => 'google',
  custom: async () => 'local',
  bags: async (tenant) => (await openBag(tenant)).id,
  entity: async () => 'package',
  events: async (tenant) => (await book(tenant)).id,
  '{entity_type}': async (tenant) => (await add(tenant, (await book(tenant)).id)).id,
  couriers: async (tenant) => (await addCourier(tenant)).id,
  flights: async (tenant) => (await schedule(tenant)).id,
  packages: async (tenant) => (await add(tenant, (await book(tenant)).id)).id,
  scans: async (tenant) => (await scan(tenant, (await openBag(tenant)).qr_data)).id,
  shipments: async (tenant) => (await book(tenant)).id,
  sessions: async ({ call, send, email }) => {
    await call('POST /api/v1/auth/login', { body: { email, password } })
    return (await send('GET /api/v1/users/me/sessions')).body[0].id
  },
  track: async (tenant) => (await book(tenant)).tracking_id,
  users: async (tenant) => (await invite(tenant)).id,
  warehouse: async (tenant) => (await openWarehouse(tenant)).id,
  warehouses: async (tenant) => (await openWarehouse(tenant)).id,
  webhooks: async (tenant) => (await hook(tenant, nowhere)).id,
  // Which of a webhook's it is, its stage says.
  deliveries: async () => randomUUID(),
}
/** What must be so before a route can succeed, beyond that its records are there. */
const stages: Record<string, (tenant: Tenant, ids: Record<string, string>) => Promise<unknown>> = {
  'DELETE /api/v1/bags/{id}/packages/{package_id}': (tenant, { id = '', package_id = '' }) =>
    pack(tenant, id, package_id),
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': deliver,
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': deliver,
}
/** A delivery of the very webhook. */
async function deliver(tenant: Tenant, ids: Record<string, string>) {
  ids['delivery_id'] = (await tenant.send(`POST /api/v1/webhooks/${ids['id']}/test`)).body.id
}
/** What a body's example cannot know: records of the tenant's own. */
const own: Record<string, (tenant: Tenant) => Promise<object>> = {
  'POST /api/v1/bags/{id}/assign-courier': async (tenant) => ({
    courier_id: (await addCourier(tenant)).id,
    flight_id: (await schedule(tenant)).id,
  }),
  'POST /api/v1/couriers/{id}/no-shows': async (tenant) => ({ flight_id: (await schedule(tenant)).id }),
  'POST /api/v1/users': async () => ({ email: `invited-${randomUUID()}@example.com` }),
  'POST /api/v1/scan-event': async (tenant) => ({
    qr_code: (await add(tenant, (await book(tenant)).id)).qr_code,
  }),
  'POST /api/v1/scans': async (tenant) => ({ qr_data: (await openBag(tenant)).qr_data }),
}

/** Makes what a list lists: its path ends in the noun, or says it before a word of its own. */
export async function fill({ key, path }: Route, tenant: Tenant): Promise<void> {
  const make = path
    .split('/')
    .toReversed()
    .map((noun) => makers[noun])
    .find((make) => make !== undefined)
  if (!make) throw new Error(`${key}: add to test/support/routes/records.ts how to create what it lists`)
  await make(tenant)
}

const placeholders = (route: Route) => [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A record of the tenant's own for every placeholder of a route; the noun is the path segment before it. */
export async function idsOf(route: Route, tenant: Tenant): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of placeholders(route)) {
    const noun = new RegExp(`/([^/]+)/\\{${name}\\}`).exec(route.path)?.[1] ?? ''
    const make = makers[noun]
    if (!make)
      throw new Error(`${route.key}: add to test/support/routes/records.ts how to create one of "${noun}"`)
    ids[name] = await make(tenant)
  }
  await stages[route.key]?.(tenant, ids)
  return ids
}

export const filled = (route: Route, ids: Record<string, string>) =>
  `${route.method} ${route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`

/** A route's key with every placeholder filled by a record of the tenant's own. */
export const keyOf = async (route: Route, tenant: Tenant) => filled(route, await idsOf(route, tenant))

/** The body that the reference shows, with records of the tenant's own. */
export const bodyOf = async (route: Route, tenant: Tenant): Promise<{ body?: object }> =>
  route.body ? { body: { ...exampleOf(route.body), ...(await own[route.key]?.(tenant)) } } : {}
