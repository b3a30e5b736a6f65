import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type * as z from 'zod'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { bookParcel, packParcel, sendParcel } from '../api/parcel.ts'
import { exampleOf, password, type Sender } from '../api/tenant.ts'
import { noFaults } from '../chaos-proxy/faults/odds.ts'
import { startChaosProxy, type ChaosProxy } from '../chaos-proxy/proxy.ts'
import { flightDataServer, knowingFlights, type FlightDataServer } from '../flight-data/server.ts'
import type { inProcess } from '../in-process/service.ts'
import { openIdProvider, type OpenIdProvider } from '../oauth/openid-provider.ts'
import { newIdentity, serviceWith } from '../oauth/sign-in.ts'
import { verifyAddress } from '../mail/codes.ts'
import { challengeIn, nowhere } from '../webhooks/webhooks.ts'
import { waitFor } from '../suite/wait.ts'

export let proxy: ChaosProxy
export let service: ReturnType<typeof inProcess>
export let account: any
export let provider: FlightDataServer
export let signIns: ReturnType<typeof serviceWith>
let identities: OpenIdProvider
export const register = async (email = `calls-${randomUUID()}@example.com`) => {
  const body = { email, password, tenant_name: 'Swift Couriers' }
  return { ...body, ...(await service.call('POST /api/v1/auth/register', { body })).body }
}
/** An account whose e-mail address is verified. */
export const registerVerified = async (email?: string) => {
  const account = await register(email)
  await verifyAddress(service, account)
  return account
}
export const book = async (headers = {}) =>
  service.call('POST /api/v1/shipments', { token: account.access_token, body: exampleOf(NewShipment), headers })
export const parcel = async () => {
  const { shipment, one } = await bookParcel(company)
  return named(shipment, one)
}
const named = (shipment: any, { id, qr_code }: any) => ({
  shipment: shipment.id as string,
  tracking: shipment.tracking_id as string,
  id: id as string,
  qr_code: qr_code as string,
})
export const schedule = async (fields = {}) => {
  const body = { ...exampleOf(NewFlight), ...fields }
  return service.call('POST /api/v1/flights', as({ body }))
}
/** The company of `account`. */
export const company: Sender = { send: (key, options) => service.call(key, as(options)) }
export const as = (options: object = {}) => ({ token: account.access_token as string, ...options })
export const make = (noun: string, example: z.ZodType) =>
  service.call(`POST /api/v1/${noun}`, as({ body: exampleOf(example) }))
export const packed = async () => {
  const { shipment, one, ...bag } = await packParcel(company)
  return { ...named(shipment, one), ...bag }
}
/** A package in a bag in transit. */
export const departed = async () => {
  const { shipment, one, ...bag } = await sendParcel(company)
  return { ...named(shipment, one), ...bag }
}
export const toBag =
  (method: string, under = '', body?: object) =>
  async () => {
    const { bag } = await packed()
    return () => service.call(`${method} ${bag}${under}`, as({ body }))
  }
/** A request to a courier, or under one. */
export const toCourier =
  (method: string, under = '', body?: object) =>
  async () => {
    const { body: courier } = await make('couriers', NewCourier)
    return () => service.call(`${method} /api/v1/couriers/${courier.id}${under}`, as({ body }))
  }
export const labelOf = async ({ id }: { id: string }) =>
  (await service.call(`GET /api/v1/packages/${id}`, as())).body.qr_data as object
export const scan = (qr_data: unknown, fields = {}, token = account.access_token as string) =>
  service.call('POST /api/v1/scans', { token, body: { qr_data, ...fields } })
export const ask = (path: string, email = `costs-${randomUUID()}@example.com`) =>
  service.call(`POST /auth/email/${path}`, { body: { email } })
export const invite = () =>
  service.call(
    'POST /api/v1/users',
    as({ body: { email: `costs-${randomUUID()}@example.com`, role: 'operator' } }),
  )
export const toWarehouse = (method: string, body?: object) => async () => {
  const { body: warehouse } = await make('warehouses', NewWarehouse)
  return () => service.call(`${method} /api/v1/warehouses/${warehouse.id}`, as({ body }))
}
/** A request to a webhook of a company in which nothing else happens, or under one; `tried` once, where that matters. */
export const toWebhook =
  (method: string, under = '', body?: object, tried = false) =>
  async () => {
    const { access_token: token, user } = await registerVerified()
    const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
    const { id } = (await send('POST /api/v1/webhooks', { url: nowhere() })).body
    const at = `/api/v1/webhooks/${id}`
    const delivery = tried ? (await send(`POST ${at}/test`)).body.id : ''
    const attempts = async () => (await send(`GET ${at}/deliveries/${delivery}`)).body.attempts
    if (tried) await waitFor(async () => expect(await attempts()).toHaveLength(1))
    if (under === '/verify') body = { code: await challengeIn(service.runtime.store, user.tenant_id, id) }
    return () => send(`${method} ${at}${under.replace('{delivery_id}', delivery)}`, body)
  }
/** A user returns from an identity provider; prepared as an existing user or a new one. */
export const comesBack =
  (name: string, prepare: (who: ReturnType<typeof newIdentity>) => Promise<unknown>) => async () => {
    const who = newIdentity()
    await prepare(who)
    const { state, nonce } = await signIns.begin(name)
    return () => signIns.finish({ state, code: identities.code({ nonce, ...who }) }, name)
  }
export const noPreparation = async () => undefined

/** Registers the hooks for a test file; its modules may be shared with others. */
export function setUp(): void {
  beforeAll(async () => {
    proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
    provider = await flightDataServer()
    identities = await openIdProvider()
    const flights = knowingFlights(provider)
    service = signIns = serviceWith(identities, { dynamodb: proxy.url, ...flights })
    account = await registerVerified()
  })
  afterAll(() => Promise.all([proxy.stop(), provider.stop(), identities.stop()]))
}
