import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type * as z from 'zod'
import { CheckIn, NewBag } from '../../../shared/domain/bags/record.ts'
import { ReceivedParcel } from '../../../shared/domain/operations/scanning/receive.ts'
import { NewScan } from '../../../shared/domain/scans/record.ts'
import { ScanEvent } from '../../../shared/domain/operations/scanning/scan-events.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import {
  accessPatterns,
  accessPatternsFile,
  accessPatternsPath,
  routeOf,
  rowOf,
  withAccessPatterns,
  type AccessPattern,
} from '../../../bin/generate/access-patterns.ts'
import { routes } from '../../../functions/index.ts'
import { SentPhoto } from '../../../shared/http/body/photo.ts'
import {
  contract,
  flightDataServer,
  knowingFlights,
  type FlightDataServer,
} from '../../support/flight-data/server.ts'
import type { inProcess } from '../../support/in-process/service.ts'
import { codeFor } from '../../support/mail/codes.ts'
import { chaosControl, startChaosProxy, type ChaosProxy } from '../../support/chaos-proxy/proxy.ts'
import { noFaults } from '../../support/chaos-proxy/odds.ts'
import { inSequence, sequenceOf } from '../../support/chaos-proxy/calls.ts'
import { path as oauthPath, serviceWith, newIdentity } from '../../support/oauth/sign-in.ts'
import { openIdProvider, type OpenIdProvider } from '../../support/oauth/openid-provider.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { nowhere } from '../../support/webhooks/webhooks.ts'

// Measures what every request costs. `npm run docs:costs` writes docs/reference/access-patterns.md from it; otherwise each row
// of that page must be what is measured.

let proxy: ChaosProxy
let service: ReturnType<typeof inProcess>
let account: any
let provider: FlightDataServer
let signIns: ReturnType<typeof serviceWith>
let identities: OpenIdProvider
beforeAll(async () => {
  proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
  provider = await flightDataServer()
  identities = await openIdProvider()
  service = signIns = serviceWith(identities, { dynamodb: proxy.url, ...knowingFlights(provider) })
  account = await register()
})
afterAll(() => Promise.all([proxy.stop(), provider.stop(), identities.stop()]))

const register = async () => {
  const body = { email: `calls-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
  return { ...body, ...(await service.call('POST /api/v1/auth/register', { body })).body }
}
const book = async (headers = {}) =>
  service.call('POST /api/v1/shipments', { token: account.access_token, body: exampleOf(NewShipment), headers })
/** A shipment with one package. */
const parcel = async () => {
  const { body } = await book()
  const added = await service.call(`POST /api/v1/shipments/${body.id}/packages`, as({ body: {} }))
  return { shipment: body.id, tracking: body.tracking_id, id: added.body.id }
}
const schedule = async (fields = {}) => {
  const body = { ...exampleOf(NewFlight), ...fields }
  return service.call('POST /api/v1/flights', as({ body }))
}
const as = (options: object = {}) => ({ token: account.access_token as string, ...options })

const make = (noun: string, example: z.ZodType) =>
  service.call(`POST /api/v1/${noun}`, as({ body: exampleOf(example) }))
/** That in a bag with a courier and a flight. */
const packed = async () => {
  const { body } = await make('bags', NewBag)
  const bag = `/api/v1/bags/${body.id}`
  const one = await parcel()
  const assignment = {
    courier_id: (await make('couriers', NewCourier)).body.id,
    flight_id: (await schedule()).body.id,
  }
  await service.call(`POST ${bag}/assign-courier`, as({ body: assignment }))
  await service.call(`POST ${bag}/packages/${one.id}`, as())
  return { ...one, bag, assignment }
}
const toBag =
  (method: string, under = '', body?: object) =>
  async () => {
    const { bag } = await packed()
    return () => service.call(`${method} ${bag}${under}`, as({ body }))
  }
/** A request to a courier, or under one. */
const toCourier =
  (method: string, under = '', body?: object) =>
  async () => {
    const { body: courier } = await make('couriers', NewCourier)
    return () => service.call(`${method} /api/v1/couriers/${courier.id}${under}`, as({ body }))
  }
const labelOf = async ({ id }: { id: string }) =>
  (await service.call(`GET /api/v1/packages/${id}`, as())).body.qr_data as object
const scan = (qr_data: unknown, fields = {}, token = account.access_token as string) =>
  service.call('POST /api/v1/scans', { token, body: { qr_data, ...fields } })
const ask = (path: string, email = `costs-${randomUUID()}@example.com`) =>
  service.call(`POST /auth/email/${path}`, { body: { email } })
const invite = () =>
  service.call(
    'POST /api/v1/users',
    as({ body: { email: `costs-${randomUUID()}@example.com`, role: 'operator' } }),
  )
const toUser =
  (method: string, path = '', body?: object) =>
  async () => {
    const { id } = (await invite()).body
    return () => service.call(`${method} /api/v1/users/${id}${path}`, as({ ...(body && { body }) }))
  }
const toWarehouse = (method: string, body?: object) => async () => {
  const { body: warehouse } = await make('warehouses', NewWarehouse)
  return () => service.call(`${method} /api/v1/warehouses/${warehouse.id}`, as({ body }))
}

/** A request to a webhook of a company in which nothing else happens, or under one; `tried` once, where that matters. */
const toWebhook =
  (method: string, under = '', body?: object, tried = false) =>
  async () => {
    const { access_token: token } = await register()
    const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
    const { id } = (await send('POST /api/v1/webhooks', { url: nowhere })).body
    const at = `/api/v1/webhooks/${id}`
    const delivery = tried ? (await send(`POST ${at}/test`)).body.id : ''
    const attempts = async () => (await send(`GET ${at}/deliveries/${delivery}`)).body.attempts
    if (tried) await vi.waitFor(async () => expect(await attempts()).toHaveLength(1), 10_000)
    return () => send(`${method} ${at}${under.replace('{delivery_id}', delivery)}`, body)
  }

/** Somebody comes back from an identity provider, who was here before if that is prepared. */
const comesBack =
  (name: string, prepare: (who: ReturnType<typeof newIdentity>) => Promise<unknown>) => async () => {
    const who = newIdentity()
    await prepare(who)
    const { state, nonce } = await signIns.begin(name)
    return () => signIns.finish({ state, code: identities.code({ nonce, ...who }) }, name)
  }
const nobody = async () => undefined

/** What is sent for each row; `ready` is done before, and not measured. */
const requests: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
  'GET /': async () => () => service.call('GET /'),
  'GET /.well-known/jwks.json': async () => () => service.call('GET /.well-known/jwks.json'),
  'GET /openapi.json': async () => () => service.call('GET /openapi.json'),
  'POST /api/v1/auth/register': async () => async () => ({ status: (await register()).user ? 201 : 500 }),
  'POST /api/v1/auth/login': async () => () =>
    service.call('POST /api/v1/auth/login', { body: { email: account.email, password } }),
  'POST /api/v1/auth/login, wrong password': async () => () =>
    service.call('POST /api/v1/auth/login', { body: { email: account.email, password: 'wrong password' } }),
  'POST /api/v1/auth/refresh': async () => {
    const { refresh_token } = await register()
    return () => service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
  },
  'POST /api/v1/auth/logout': async () => {
    const { refresh_token } = await register()
    return () => service.call('POST /api/v1/auth/logout', { body: { refresh_token } })
  },
  'GET /api/v1/auth/oauth/{provider}': async () => () => service.call(`GET ${oauthPath}/google`),
  'GET /api/v1/auth/oauth/{provider}/callback': comesBack('google', (who) => signIns.signIn(who, 'google')),
  'GET /api/v1/auth/oauth/{provider}/callback, new here': comesBack('google', nobody),
  'GET /api/v1/auth/oauth/{provider}/callback, of an account': comesBack('google', ({ email }) =>
    service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Swift Couriers' } }),
  ),
  'GET /api/v1/auth/oauth/custom/{custom_provider}': async () => () =>
    service.call(`GET ${oauthPath}/custom/one`),
  'GET /api/v1/auth/oauth/custom/{name}/callback': comesBack('custom/one', (who) => signIns.signIn(who)),
  'GET /api/v1/flights': async () => () => service.call('GET /api/v1/flights?limit=1', as()),
  'POST /api/v1/flights': async () => () => schedule(),
  'POST /api/v1/flights, with courier_id': async () => {
    const courier_id = (await make('couriers', NewCourier)).body.id
    return () => schedule({ courier_id })
  },
  'GET /api/v1/flights/search': async () => () =>
    service.call('GET /api/v1/flights/search?from=svo&date=2030-06-01', as()),
  'GET /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`GET /api/v1/flights/${body.id}`, as())
  },
  'PUT /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`PUT /api/v1/flights/${body.id}`, as({ body: { max_weight_kg: 80 } }))
  },
  'DELETE /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`DELETE /api/v1/flights/${body.id}`, as())
  },
  'GET /api/v1/flights/{id}/status': async () => {
    const { body } = await schedule()
    return () => service.call(`GET /api/v1/flights/${body.id}/status`, as())
  },
  'POST /api/v1/flights/{id}/sync': async () => {
    const { body } = await schedule()
    provider.says(contract(body, { status: 'Boarding' }))
    return () => service.call(`POST /api/v1/flights/${body.id}/sync`, as())
  },
  'POST /api/v1/flights/{id}/sync, within a minute': async () => {
    const { body } = await schedule()
    await service.call(`POST /api/v1/flights/${body.id}/sync`, as())
    return () => service.call(`POST /api/v1/flights/${body.id}/sync`, as())
  },
  'POST /api/v1/shipments': async () => () => book(),
  'POST /api/v1/shipments, with Idempotency-Key': async () => () => book({ 'idempotency-key': randomUUID() }),
  'POST /api/v1/shipments, repeated': async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await book(headers)
    return () => book(headers)
  },
  'GET /api/v1/shipments': async () => () => service.call('GET /api/v1/shipments?limit=1', as()),
  'GET /api/v1/shipments, by tracking_id': async () => {
    const { body } = await book()
    return () => service.call(`GET /api/v1/shipments?tracking_id=${body.tracking_id}`, as())
  },
  'GET /api/v1/shipments/{id}': async () => {
    const { body } = await book()
    return () => service.call(`GET /api/v1/shipments/${body.id}`, as())
  },
  'PUT /api/v1/shipments/{id}': async () => {
    const { body } = await book()
    return () => service.call(`PUT /api/v1/shipments/${body.id}`, as({ body: { recipient_phone: '+1' } }))
  },
  'PUT /api/v1/shipments/{id}, to DELIVERED': async () => {
    const { shipment } = await parcel()
    return () => service.call(`PUT /api/v1/shipments/${shipment}`, as({ body: { status: 'DELIVERED' } }))
  },
  'DELETE /api/v1/shipments/{id}': async () => {
    const { shipment } = await parcel()
    return () => service.call(`DELETE /api/v1/shipments/${shipment}`, as())
  },
  'GET /api/v1/shipments/board': async () => () => service.call('GET /api/v1/shipments/board', as()),
  'GET /api/v1/shipments/{id}/packages': async () => {
    const { shipment } = await parcel()
    return () => service.call(`GET /api/v1/shipments/${shipment}/packages`, as())
  },
  'POST /api/v1/shipments/{id}/packages': async () => {
    const { body } = await book()
    return () => service.call(`POST /api/v1/shipments/${body.id}/packages`, as({ body: exampleOf(NewPackage) }))
  },
  'GET /api/v1/packages/{id}': async () => {
    const { id } = await parcel()
    return () => service.call(`GET /api/v1/packages/${id}`, as())
  },
  'GET /api/v1/packages/{id}/events': async () => {
    const { id } = await parcel()
    return () => service.call(`GET /api/v1/packages/${id}/events`, as())
  },
  'POST /api/v1/packages/{id}/photo': async () => {
    const { id } = await parcel()
    return () => service.call(`POST /api/v1/packages/${id}/photo`, as({ body: exampleOf(SentPhoto) }))
  },
  'POST /api/v1/packages/{id}/photo-upload': async () => {
    const { id } = await parcel()
    return () => service.call(`POST /api/v1/packages/${id}/photo-upload`, as({ body: {} }))
  },
  'GET /api/v1/packages/{id}/photos': async () => {
    const { id } = await parcel()
    for (let n = 0; n < 3; n++)
      await service.call(`POST /api/v1/packages/${id}/photo`, as({ body: exampleOf(SentPhoto) }))
    return () => service.call(`GET /api/v1/packages/${id}/photos`, as())
  },
  'GET /api/v1/packages/{id}/label': async () => {
    const { id } = await parcel()
    return () => service.call(`GET /api/v1/packages/${id}/label?format=zpl`, as())
  },
  'GET /api/v1/bags/{id}/label': toBag('GET', '/label?format=zpl'),
  'GET /api/v1/bags/{id}/manifest': toBag('GET', '/manifest?format=csv'),
  'PUT /api/v1/packages/{id}': async () => {
    const { id } = await parcel()
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { weight: 2 } }))
  },
  'PUT /api/v1/packages/{id}, with status': async () => {
    const { id } = await parcel()
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { status: 'ARRIVED' } }))
  },
  'DELETE /api/v1/packages/{id}': async () => {
    const { id } = await parcel()
    return () => service.call(`DELETE /api/v1/packages/${id}`, as())
  },
  'GET /api/v1/packages/{id}, in a bag': async () => {
    const { id } = await packed()
    return () => service.call(`GET /api/v1/packages/${id}`, as())
  },
  'GET /api/v1/packages/{id}/events, in a bag': async () => {
    const { id } = await packed()
    return () => service.call(`GET /api/v1/packages/${id}/events`, as())
  },
  'PUT /api/v1/packages/{id}, delivered from a bag': async () => {
    const { id, bag } = await packed()
    await service.call(`PUT ${bag}/seal`, as())
    return () => service.call(`PUT /api/v1/packages/${id}`, as({ body: { status: 'DELIVERED' } }))
  },
  'GET /api/v1/bags': async () => () => service.call('GET /api/v1/bags?limit=1', as()),
  'POST /api/v1/bags': async () => () => make('bags', NewBag),
  'GET /api/v1/bags/{id}': toBag('GET'),
  'PUT /api/v1/bags/{id}': toBag('PUT', '', { label: 'another' }),
  'DELETE /api/v1/bags/{id}': async () => {
    const { body } = await make('bags', NewBag)
    return () => service.call(`DELETE /api/v1/bags/${body.id}`, as())
  },
  'GET /api/v1/bags/{id}/packages': toBag('GET', '/packages'),
  'POST /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { bag } = await packed()
    const { id } = await parcel()
    return () => service.call(`POST ${bag}/packages/${id}`, as())
  },
  'DELETE /api/v1/bags/{id}/packages/{package_id}': async () => {
    const { bag, id } = await packed()
    return () => service.call(`DELETE ${bag}/packages/${id}`, as())
  },
  'POST /api/v1/bags/{id}/assign-courier': async () => {
    const { bag, assignment } = await packed()
    const { body } = await schedule()
    return () => service.call(`POST ${bag}/assign-courier`, as({ body: { ...assignment, flight_id: body.id } }))
  },
  'PUT /api/v1/bags/{id}/seal': toBag('PUT', '/seal'),
  'PUT /api/v1/bags/{id}/checkin': toBag('PUT', '/checkin', exampleOf(CheckIn)),
  'PUT /api/v1/flights/{id}, departs with a bag': async () => {
    const { bag, assignment } = await packed()
    await service.call(`PUT ${bag}/checkin`, as({ body: exampleOf(CheckIn) }))
    return () =>
      service.call(`PUT /api/v1/flights/${assignment.flight_id}`, as({ body: { status: 'DEPARTED' } }))
  },
  'GET /api/v1/couriers/{id}/bags': toCourier('GET', '/bags'),
  'GET /api/v1/couriers/{id}/flights': toCourier('GET', '/flights'),
  'POST /api/v1/scan-event': async () => {
    const { id } = await packed()
    const { body } = await service.call(`GET /api/v1/packages/${id}`, as())
    const scan = { ...exampleOf(ScanEvent), qr_code: body.qr_code, event_type: 'ARRIVED_AT_WAREHOUSE' }
    return () => service.call('POST /api/v1/scan-event', as({ body: scan }))
  },
  'POST /api/v1/warehouse/{id}/receive': async () => {
    const { body } = await make('warehouses', NewWarehouse)
    return () =>
      service.call(`POST /api/v1/warehouse/${body.id}/receive`, as({ body: exampleOf(ReceivedParcel) }))
  },
  'POST /api/v1/warehouse/{id}/consolidate': async () => {
    const { id } = await parcel()
    const { body: one } = await service.call(`GET /api/v1/packages/${id}`, as())
    const { body: warehouse } = await make('warehouses', NewWarehouse)
    const scan = { qr_code: one.qr_code, warehouse_id: warehouse.id, event_type: 'ARRIVED_AT_WAREHOUSE' }
    await service.call('POST /api/v1/scan-event', as({ body: scan }))
    return () => service.call(`POST /api/v1/warehouse/${warehouse.id}/consolidate`, as())
  },
  'GET /api/v1/track/{tracking_id}, in a bag': async () => {
    const { tracking } = await packed()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'GET /api/v1/track/{tracking_id}': async () => {
    const { tracking } = await parcel()
    return () => service.call(`GET /api/v1/track/${tracking}`)
  },
  'POST /api/v1/scans': async () => {
    const label = await labelOf(await parcel())
    return () => scan(label)
  },
  'POST /api/v1/scans, in a bag': async () => {
    const label = await labelOf(await packed())
    return () => scan(label)
  },
  'POST /api/v1/scans, forged': async () => () => scan({ ...(exampleOf(NewScan).qr_data as object), c: '' }),
  'POST /api/v1/scans, of another tenant': async () => {
    const label = await labelOf(await parcel())
    const stranger = await register()
    return () => scan(label, {}, stranger.access_token)
  },
  'POST /api/v1/scans, sent again by scan_id': async () => {
    const label = await labelOf(await parcel())
    const scan_id = randomUUID()
    await scan(label, { scan_id })
    return () => scan(label, { scan_id })
  },
  'GET /api/v1/scans': async () => {
    await scan({})
    return () => service.call('GET /api/v1/scans?limit=1', as())
  },
  'GET /api/v1/scans/{id}': async () => {
    const { body } = await scan({})
    return () => service.call(`GET /api/v1/scans/${body.id}`, as())
  },
  'PATCH /api/v1/scans/{id}/review': async () => {
    const { body } = await scan({})
    return () => service.call(`PATCH /api/v1/scans/${body.id}/review`, as({ body: { verdict: 'confirmed' } }))
  },
  'GET /api/v1/scans/entity/{entity_type}/{entity_id}': async () => {
    const one = await parcel()
    const label = await labelOf(one)
    for (let n = 0; n < 2; n++) await scan(label)
    return () => service.call(`GET /api/v1/scans/entity/package/${one.id}`, as())
  },
  'GET /api/v1/couriers': async () => () => service.call('GET /api/v1/couriers?limit=1', as()),
  'POST /api/v1/couriers': async () => () => make('couriers', NewCourier),
  'GET /api/v1/couriers/{id}': toCourier('GET'),
  'PUT /api/v1/couriers/{id}': toCourier('PUT', '', { phone: '+1' }),
  'DELETE /api/v1/couriers/{id}': toCourier('DELETE'),
  'GET /api/v1/couriers/{id}/stats': toCourier('GET', '/stats'),
  'GET /api/v1/couriers/{id}/no-shows': toCourier('GET', '/no-shows'),
  'POST /api/v1/couriers/{id}/no-shows': toCourier('POST', '/no-shows', { cause: 'ILLNESS' }),
  'POST /api/v1/couriers/{id}/no-shows, of a flight': async () => {
    const { body } = await schedule()
    return toCourier('POST', '/no-shows', { flight_id: body.id, cause: 'ILLNESS' })()
  },
  'POST /api/v1/couriers/{id}/ratings': toCourier('POST', '/ratings', { rating: 5 }),
  'POST /auth/email/send-verification': async () => () => ask('send-verification'),
  'POST /auth/email/send-reset-password': async () => () => ask('send-reset-password'),
  'POST /auth/email/verify': async () => {
    const email = `costs-${randomUUID()}@example.com`
    await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Costs' } })
    await ask('send-verification', email)
    const code = await codeFor(service, 'verification', email)
    return () => service.call('POST /auth/email/verify', { body: { email, code } })
  },
  'POST /auth/email/reset-password': async () => {
    const email = `costs-${randomUUID()}@example.com`
    await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Costs' } })
    await ask('send-reset-password', email)
    const code = await codeFor(service, 'reset', email)
    const body = { email, code, new_password: 'quite another password' }
    return () => service.call('POST /auth/email/reset-password', { body })
  },
  'POST /auth/email/accept-invitation': async () => {
    const { email } = (await invite()).body
    const code = await codeFor(service, 'invitation', email)
    return () => service.call('POST /auth/email/accept-invitation', { body: { code, password } })
  },
  'GET /api/v1/users': async () => () => service.call('GET /api/v1/users?limit=1', as()),
  'POST /api/v1/users': async () => () => invite(),
  'GET /api/v1/users/{id}': toUser('GET'),
  'PUT /api/v1/users/{id}': toUser('PUT', '', { role: 'viewer' }),
  'DELETE /api/v1/users/{id}': toUser('DELETE'),
  'POST /api/v1/users/{id}/invitation': toUser('POST', '/invitation'),
  'GET /api/v1/users/me': async () => () => service.call('GET /api/v1/users/me', as()),
  'GET /api/v1/users/me/sessions': async () => () =>
    service.call('GET /api/v1/users/me/sessions?limit=1', as()),
  'DELETE /api/v1/users/me/sessions': async () => () => service.call('DELETE /api/v1/users/me/sessions', as()),
  'DELETE /api/v1/users/me/sessions/{id}': async () => {
    const { access_token: token } = await register()
    const [{ id }] = (await service.call('GET /api/v1/users/me/sessions', { token })).body
    return () => service.call(`DELETE /api/v1/users/me/sessions/${id}`, { token })
  },
  'GET /asyncapi.json': async () => () => service.call('GET /asyncapi.json'),
  'GET /api/v1/events': async () => {
    const { access_token: token } = await register()
    return () => service.call('GET /api/v1/events?limit=1', { token })
  },
  'GET /api/v1/events, after an event': async () => {
    await book()
    const newest = async () => (await service.call('GET /api/v1/events?limit=200', as())).body.at(-1)
    const { id } = await vi.waitUntil(newest, 10_000)
    return () => service.call(`GET /api/v1/events?limit=1&after=${id}`, as())
  },
  'POST /api/v1/realtime/ticket': async () => () => service.call('POST /api/v1/realtime/ticket', as()),
  'GET /api/v1/webhooks': async () => () => service.call('GET /api/v1/webhooks?limit=1', as()),
  'POST /api/v1/webhooks': async () => {
    const { access_token: token } = await register()
    return () => service.call('POST /api/v1/webhooks', { token, body: { url: nowhere } })
  },
  'GET /api/v1/webhooks/{id}': toWebhook('GET'),
  'PUT /api/v1/webhooks/{id}': toWebhook('PUT', '', { description: 'Ours' }),
  'PUT /api/v1/webhooks/{id}, off': toWebhook('PUT', '', { status: 'DISABLED' }),
  'DELETE /api/v1/webhooks/{id}': toWebhook('DELETE'),
  'POST /api/v1/webhooks/{id}/rotate-secret': toWebhook('POST', '/rotate-secret'),
  'POST /api/v1/webhooks/{id}/test': toWebhook('POST', '/test'),
  'GET /api/v1/webhooks/{id}/deliveries': toWebhook('GET', '/deliveries?limit=1'),
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': toWebhook(
    'GET',
    '/deliveries/{delivery_id}',
    undefined,
    true,
  ),
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': toWebhook(
    ...(['POST', '/deliveries/{delivery_id}/replay', undefined, true] as const),
  ),
  'GET /api/v1/warehouses': async () => () => service.call('GET /api/v1/warehouses?limit=1', as()),
  'POST /api/v1/warehouses': async () => () => make('warehouses', NewWarehouse),
  'GET /api/v1/warehouses/{id}': toWarehouse('GET'),
  'PUT /api/v1/warehouses/{id}': toWarehouse('PUT', { name: 'Hub' }),
}

const command = 'UPDATE=1 npx vitest run test/api/conventions/access-patterns.test.ts'
const updating = process.env.UPDATE === '1'
const measured = new Map<string, AccessPattern>()
const documented = new Map(accessPatterns.map((row) => [row.name, row]))

afterAll(async () => {
  if (!updating) return
  // Rows that were not measured in this run (`-t`) stay as they are.
  const rows = Object.keys(requests).flatMap((name) => measured.get(name) ?? documented.get(name) ?? [])
  const order = routes.map(({ key }) => key as string)
  rows.sort((a, b) => order.indexOf(routeOf(a)) - order.indexOf(routeOf(b)))
  const page = withAccessPatterns(readFileSync(accessPatternsFile, 'utf8'), rows)
  const options = await resolveConfig(accessPatternsFile)
  writeFileSync(accessPatternsFile, await format(page, { ...options, parser: 'markdown' }))
})

test('every route is measured, and no other', () => {
  const [keys, named] = [routes.map(({ key }) => key), Object.keys(requests).map((name) => routeOf({ name }))]
  const missing = keys.filter((key: string) => !named.includes(key))
  const unknown = named.filter((route) => !keys.some((key) => key === route))
  expect(
    missing,
    `Routes without a measurement: add ${missing.join(', ')} to \`requests\` of this test.`,
  ).toEqual([])
  expect(unknown, `Measurements without a route: remove ${unknown.join(', ')} from \`requests\`.`).toEqual([])
})

test.skipIf(updating)('the page has a row for each measurement, and no other', () => {
  const [rows, names] = [accessPatterns.map(({ name }) => name), Object.keys(requests)]
  const missing = names.filter((name) => !documented.has(name))
  const stale = rows.filter((name) => !names.includes(name))
  expect(missing, `${accessPatternsPath} has no row for ${missing.join(', ')}: ${command}`).toEqual([])
  expect(
    stale,
    `${accessPatternsPath} has rows that nothing measures, ${stale.join(', ')}: ${command}`,
  ).toEqual([])
  expect(new Set(rows).size, `${accessPatternsPath} has a row twice: ${command}`).toBe(rows.length)
})

test.each(Object.entries(requests))('%s costs what its row says', async (name, prepare) => {
  const send = await prepare()
  const control = chaosControl(proxy.url)
  await control.record()
  const { status } = await send()
  const calls = await control.recorded()
  expect(status).toBeLessThan(name.includes('wrong') ? 402 : 300)
  const units = calls.reduce((sum, call) => sum + call.units, 0)
  const row = { name, calls: sequenceOf(calls), sequential: inSequence(calls), units }
  measured.set(name, row)
  const expected = documented.get(name)
  if (updating || (expected !== undefined && rowOf(expected) === rowOf(row))) return
  const both = expected !== undefined && expected.calls !== row.calls
  expect.fail(
    `${accessPatternsPath} says of ${name}: ${expected ? costOf(expected, both) : 'nothing'}. ` +
      `Measured: ${costOf(row, both)}. If that is intended, rewrite the row: ${command} -t '${name}'`,
  )
})
const costOf = ({ calls, sequential, units }: AccessPattern, withCalls: boolean) =>
  `${sequential} sequential calls, ${units} units${withCalls ? `, ${calls}` : ''}`

test('checking an access token makes no call', async () => {
  const control = chaosControl(proxy.url)
  await control.record()
  const forbidden = await service.call('GET /api/v1/shipments', { token: 'not.a.token' })
  expect([forbidden.status, await control.recorded()]).toEqual([401, []])
})
