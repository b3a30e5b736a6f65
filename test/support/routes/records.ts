import { randomUUID } from 'node:crypto'
import { ScanBatch } from '../../../shared/domain/scans/scan-batch.ts'
import { ScanEvent } from '../../../shared/domain/scans/scan-events.ts'
import type { Route } from '../../../shared/http/routing/route.ts'
import { requestExport } from '../api/exports.ts'
import { importTable, requestImport, shipmentFile } from '../api/imports.ts'
import {
  add,
  addContact,
  addCourier,
  schedule,
  book,
  exampleOf,
  handOver,
  invite,
  openBag,
  openCase,
  openUnloading,
  openWarehouse,
  pack,
  password,
  scan,
  verifyManager,
  type Tenant,
  newParcel,
} from '../api/tenant.ts'
import { addPasskey, newPasskey, passkeySignIn } from '../auth/passkeys.ts'
import { addSecondFactor, requireFactor } from '../auth/second-factor.ts'
import { inProcess } from '../in-process/service.ts'
import { testStore } from '../in-process/store.ts'
import { createKey } from '../integrations/api-keys.ts'
import { stopToken } from '../mail/notices.ts'
import { arrivingCode } from '../mail/mailbox.ts'
import { challengeIn, nowhere, pendingHook } from '../webhooks/webhooks.ts'

/** Seals all tokens, so that they read the secret once. */
let service: ReturnType<typeof inProcess> | undefined

/** Creates a record for a path segment, such as `bags`, and returns its id, code or name. */
const makers: Record<string, (tenant: Tenant) => Promise<string>> = {
  // Names of identity providers: a built-in one, and the local cloud's own.
  oauth: async () => 'google',
  custom: async () => 'local',
  'api-keys': async (tenant) => (await createKey(tenant)).id,
  audit: async (tenant) => (await openBag(tenant)).id,
  bags: async (tenant) => (await openBag(tenant)).id,
  notices: async (tenant) => stopToken((service ??= inProcess()), await book(tenant), 'giorgi@example.com'),
  cases: async (tenant) => (await openCase(tenant)).id,
  entity: async () => 'package',
  events: async (tenant) => (await book(tenant)).id,
  '{entity_type}': async (tenant) => (await newParcel(tenant)).id,
  contacts: async (tenant) => (await addContact(tenant)).id,
  couriers: async (tenant) => (await addCourier(tenant)).id,
  imports: async (tenant) => (await requestImport(tenant)).id,
  exports: async (tenant) => (await requestExport(tenant)).id,
  flights: async (tenant) => (await schedule(tenant)).id,
  passkeys: async (tenant) => {
    await verifyManager(tenant)
    return (await addPasskey(tenant, tenant.token)).passkey.id
  },
  packages: async (tenant) => (await newParcel(tenant)).id,
  scans: async (tenant) => (await scan(tenant, (await openBag(tenant)).qr_data)).id,
  shipments: async (tenant) => (await book(tenant)).id,
  sessions: async ({ call, send, email }) => {
    await call('POST /api/v1/auth/login', { body: { email, password } })
    return (await send('GET /api/v1/users/me/sessions')).body[0].id
  },
  track: async (tenant) => (await book(tenant)).tracking_id,
  unloadings: async (tenant) => (await openUnloading(tenant)).id,
  users: async (tenant) => (await invite(tenant)).id,
  warehouse: async (tenant) => (await openWarehouse(tenant)).id,
  warehouses: async (tenant) => (await openWarehouse(tenant)).id,
  webhooks: async (tenant) => (await pendingHook(tenant, nowhere())).id,
  // The preparation of the route replaces this id by that of the webhook's delivery.
  deliveries: async () => randomUUID(),
}
/** What a route needs to succeed, in addition to existing records. */
const preparations: Record<string, (tenant: Tenant, ids: Record<string, string>) => Promise<unknown>> = {
  'DELETE /api/v1/bags/{id}/packages/{package_id}': (tenant, { id = '', package_id = '' }) =>
    pack(tenant, id, package_id),
  'POST /api/v1/packages/{id}/events/{event_id}/void': scanPackage,
  'POST /api/v1/shipments/{id}/notices': makeReady,
  'DELETE /api/v1/users/me': passOwnership,
  'POST /api/v1/users/{id}/ownership': async (tenant, ids) => {
    ids['id'] = (await hireManager(tenant)).user.id
  },
  'POST /api/v1/users/me/second-factor': verifyManager,
  'POST /api/v1/users/me/passkeys/options': verifyManager,
  'DELETE /api/v1/users/{id}/second-factor': async (tenant, ids) => {
    const { user, access_token: token } = await hireManager(tenant)
    ids['id'] = user.id
    await addApp({ ...tenant, token })
  },
  'POST /api/v1/users/{id}/grants/end': nameSelf,
  'DELETE /api/v1/users/{id}/sessions/{session_id}': nameSelf,
  'GET /api/v1/imports/{id}/errors.csv': importOne,
  'GET /api/v1/shipments/{id}/proof': (tenant, { id = '' }) => handOver(tenant, id),
  'POST /api/v1/shipments/{id}/handover-code': makeReady,
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': deliverWebhook,
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': deliverWebhook,
}
/** Scans the request's package: its event is the one. */
async function scanPackage(tenant: Tenant, ids: Record<string, string>) {
  const { qr_code } = (await tenant.send(`GET /api/v1/packages/${ids['id']}`)).body
  const body = { ...exampleOf(ScanEvent), qr_code }
  ids['event_id'] = (await tenant.send('POST /api/v1/scan-event', { body })).body.event_id
}
/** Gives the request's shipment a recipient to write to, and a status to write about. */
async function makeReady(tenant: Tenant, ids: Record<string, string>) {
  await verifyManager(tenant)
  const body = { status: 'READY_FOR_PICKUP', recipient_email: `ready-${randomUUID()}@example.com` }
  await tenant.send(`PUT /api/v1/shipments/${ids['id']}`, { body })
}
/** Makes the user of a session that of the request, whose sessions are known. */
async function nameSelf({ user }: Tenant, ids: Record<string, string>) {
  ids['id'] = user.id
}
/** Imports a table, so that its errors are known. */
async function importOne(tenant: Tenant, ids: Record<string, string>) {
  ids['id'] = (await importTable(tenant, shipmentFile(1, [0]))).id
}
/** Adds an authenticator app to the account of a token. Returns a recovery code. */
export async function addApp(tenant: Pick<Tenant, 'call' | 'token' | 'send' | 'email' | 'mail'>) {
  await verifyManager(tenant)
  const now = new Date(Date.now() + 30_000)
  const { recovery_codes } = await addSecondFactor({ call: tenant.call, clock: { now } }, tenant.token)
  return recovery_codes[0] ?? ''
}
/** The ticket of a user without an app, in the tenant's company, which requires one of all from then on. */
export async function ticketToEnrol(tenant: Tenant) {
  await addApp(tenant)
  await requireFactor(tenant, tenant.token)
  const { email } = await invite(tenant, { role: 'operator' })
  const body = { code: await arrivingCode(email), password }
  const refused = await tenant.call('POST /auth/email/accept-invitation', { body })
  return { ticket: refused.body.params.ticket as string, email }
}
async function recoveryCode(tenant: Tenant) {
  return { code: await addApp(tenant) }
}
/** Adds another manager. */
async function hireManager(tenant: Tenant) {
  const { email } = await invite(tenant, { role: 'manager' })
  const body = { code: await arrivingCode(email), password }
  return (await tenant.call('POST /auth/email/accept-invitation', { body })).body
}
/** Passes the ownership of the company to another manager, since its owner cannot leave. */
async function passOwnership(tenant: Tenant) {
  const { user, access_token: token } = await hireManager(tenant)
  await tenant.send(`POST /api/v1/users/${user.id}/ownership`)
  await tenant.send(`POST /api/v1/users/${user.id}/ownership`, { token })
}
/** Creates a delivery of the request's webhook. */
async function deliverWebhook(tenant: Tenant, ids: Record<string, string>) {
  ids['delivery_id'] = (await tenant.send(`POST /api/v1/webhooks/${ids['id']}/test`)).body.id
}
/** Fields of a body that the example cannot contain, because they refer to the tenant's records. */
const references: Record<string, (tenant: Tenant, ids: Record<string, string>) => Promise<object>> = {
  'POST /api/v1/bags/{id}/assign-courier': async (tenant) => ({
    courier_id: (await addCourier(tenant)).id,
    flight_id: (await schedule(tenant)).id,
  }),
  'POST /api/v1/bags/{id}/packages': async (tenant) => ({
    package_ids: [(await newParcel(tenant)).id],
  }),
  'POST /api/v1/cases': async (tenant) => ({
    package_ids: [(await newParcel(tenant)).id],
  }),
  // A code of the app would be too old if the request is sent a minute later.
  'POST /api/v1/users/me/second-factor/recovery-codes': recoveryCode,
  'POST /api/v1/users/me/second-factor/prove': recoveryCode,
  'POST /api/v1/users/me/second-factor/end': recoveryCode,
  'POST /api/v1/users/me/passkeys': async (tenant) => {
    await verifyManager(tenant)
    return newPasskey(tenant, tenant.token)
  },
  'POST /api/v1/users/me/passkeys/prove': async (tenant) => {
    await verifyManager(tenant)
    return passkeySignIn(tenant, (await addPasskey(tenant, tenant.token)).authenticator)
  },
  'POST /api/v1/couriers/{id}/no-shows': async (tenant) => ({ flight_id: (await schedule(tenant)).id }),
  'POST /api/v1/shipments/{id}/handovers': async (tenant, { id }) => ({
    handover_id: randomUUID(),
    package_ids: [(await add(tenant, id ?? (await book(tenant)).id)).id],
    // The example's code was never sent.
    code: null,
  }),
  'POST /api/v1/users': async () => ({ email: `invited-${randomUUID()}@example.com` }),
  'POST /api/v1/users/{id}/grants/end': async (tenant) => ({ ids: [(await createKey(tenant)).id] }),
  'POST /api/v1/scan-event': async (tenant) => ({
    qr_code: (await newParcel(tenant)).qr_code,
  }),
  'POST /api/v1/scan-events/batch': async (tenant) => ({
    events: [scanOf((await newParcel(tenant)).qr_code)],
  }),
  'POST /api/v1/warehouse/{id}/unloadings': async (tenant) => ({ bag_id: (await openBag(tenant)).id }),
  'POST /api/v1/unloadings/{id}/finds': async (tenant) => ({
    finds: [findOf((await newParcel(tenant)).qr_code)],
  }),
  'POST /api/v1/webhooks/{id}/verify': async ({ user }, { id = '' }) => ({
    code: await challengeIn(testStore(), user.tenant_id, id),
  }),
  'POST /api/v1/scans': async (tenant) => ({ qr_data: (await openBag(tenant)).qr_data }),
}

/** A scan of a batch. */
export const scanOf = (qr_code: string) => ({
  ...(exampleOf(ScanBatch)['events'] as object[])[0],
  scan_id: randomUUID(),
  qr_code,
  occurred_at: new Date().toISOString(),
})

/** A find in an unloading. */
export const findOf = (qr_code: string, fields: object = {}) => ({
  find_id: randomUUID() as string,
  qr_code,
  condition: 'OK',
  ...fields,
})

/** Creates a record for a list. The last path segment that names records determines which. */
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

/** Creates one of the tenant's records for each placeholder of a route. The path segment before it determines which. */
export async function idsOf(route: Route, tenant: Tenant): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of placeholders(route)) {
    const noun = new RegExp(`/([^/]+)/\\{${name}\\}`).exec(route.path)?.[1] ?? ''
    const make = makers[noun]
    if (!make)
      throw new Error(`${route.key}: add to test/support/routes/records.ts how to create one of "${noun}"`)
    ids[name] = await make(tenant)
  }
  await preparations[route.key]?.(tenant, ids)
  return ids
}

export const filled = (route: Route, ids: Record<string, string>) =>
  `${route.method} ${route.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`

/** A route's key, with each placeholder filled by the id of one of the tenant's records. */
export const keyOf = async (route: Route, tenant: Tenant) => filled(route, await idsOf(route, tenant))

/** The example body in the API reference, with references to the tenant's records, under those with the ids of the path. */
export const bodyOf = async (
  route: Route,
  tenant: Tenant,
  ids: Record<string, string> = {},
): Promise<{ body?: object }> =>
  route.body ? { body: { ...exampleOf(route.body), ...(await references[route.key]?.(tenant, ids)) } } : {}
