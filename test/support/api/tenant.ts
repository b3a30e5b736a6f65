import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import * as z from 'zod'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCase } from '../../../shared/domain/cases/record.ts'
import { NewContact } from '../../../shared/domain/contacts/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { NewUnloading } from '../../../shared/domain/unloadings/record.ts'
import { Invitation } from '../../../shared/domain/users/invitations.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { arrivingCode } from '../mail/mailbox.ts'
import type { Answer } from './answer.ts'
import { caller, freshAddress, type Caller, type Options } from './client.ts'

export const password = 'correct horse battery'

/** Registers a courier company, and returns functions that call the API as its manager. */
export async function newTenant(address = freshAddress(), { api, mail }: { api?: string; mail?: string } = {}) {
  const call = caller(address, api)
  const email = `manager-${randomUUID()}@example.com`
  const registered = await call('POST /api/v1/auth/register', {
    body: { email, password, tenant_name: 'Swift Couriers' },
  })
  expect(registered.status).toBe(201)
  const { access_token: token, refresh_token, user } = registered.body
  const send: Caller = (key, options?: Options) => call(key, { token, ...options })
  const tokens = { token: token as string, refresh_token: refresh_token as string }
  return { call, send, ...tokens, user, email, address, mail }
}
export type Tenant = Awaited<ReturnType<typeof newTenant>>
/** A user of the API, through whatever it is called. */
export interface Sender {
  send: (key: string, options?: { body?: object }) => Promise<Answer>
}

/** Changes a record, by a request without a body of its own or with these fields. Returns the response's body. */
export async function change(tenant: Sender, key: string, body?: object) {
  const changed = await tenant.send(key, body && { body })
  expect(changed.status, changed.text).toBe(200)
  return changed.body
}

/** The example that the API reference shows for a schema. */
export const exampleOf = (schema: z.ZodType) => {
  const unwrapped = schema instanceof z.ZodLazy ? (schema.unwrap() as z.ZodType) : schema
  return structuredClone((unwrapped.meta() as { examples: Record<string, unknown>[] }).examples[0]!)
}

export async function book(tenant: Sender, fields: Record<string, unknown> = {}) {
  const booked = await tenant.send('POST /api/v1/shipments', { body: { ...exampleOf(NewShipment), ...fields } })
  expect(booked.status, booked.text).toBe(201)
  return booked.body
}

/** Adds a package to a shipment. */
export async function add(tenant: Sender, shipmentId: string, fields: Record<string, unknown> = {}) {
  const added = await tenant.send(`POST /api/v1/shipments/${shipmentId}/packages`, {
    body: { ...exampleOf(NewPackage), ...fields },
  })
  expect(added.status, added.text).toBe(201)
  return added.body
}

/** A package of a new shipment. */
export const newParcel = async (tenant: Sender, fields: Record<string, unknown> = {}) =>
  add(tenant, (await book(tenant)).id, fields)

/** Adds a contact. */
export async function addContact(tenant: Sender, fields: Record<string, unknown> = {}) {
  const added = await tenant.send('POST /api/v1/contacts', { body: { ...exampleOf(NewContact), ...fields } })
  expect(added.status, added.text).toBe(201)
  return added.body
}

export async function addCourier(tenant: Sender, fields: Record<string, unknown> = {}) {
  const added = await tenant.send('POST /api/v1/couriers', { body: { ...exampleOf(NewCourier), ...fields } })
  expect(added.status, added.text).toBe(201)
  return added.body
}

export async function openWarehouse(tenant: Sender, fields: Record<string, unknown> = {}) {
  const opened = await tenant.send('POST /api/v1/warehouses', {
    body: { ...exampleOf(NewWarehouse), ...fields },
  })
  expect(opened.status, opened.text).toBe(201)
  return opened.body
}

export async function openBag(tenant: Sender, fields: Record<string, unknown> = {}) {
  const opened = await tenant.send('POST /api/v1/bags', { body: { ...exampleOf(NewBag), ...fields } })
  expect(opened.status, opened.text).toBe(201)
  return opened.body
}

/** Opens a case, by default of a new package. */
export async function openCase(tenant: Tenant, fields: Record<string, unknown> = {}) {
  const package_ids = fields['package_ids'] ?? [(await newParcel(tenant)).id]
  const opened = await tenant.send('POST /api/v1/cases', {
    body: { ...exampleOf(NewCase), ...fields, package_ids },
  })
  expect(opened.status, opened.text).toBe(201)
  return opened.body
}

/** Opens the unloading of a bag, by default of a new one in a new warehouse. */
export async function openUnloading(
  tenant: Tenant,
  { warehouse = randomUUID(), ...fields }: Record<string, unknown> & { warehouse?: string } = {},
) {
  const bag_id = fields['bag_id'] ?? (await openBag(tenant)).id
  const opened = await tenant.send(`POST /api/v1/warehouse/${warehouse}/unloadings`, {
    body: { ...exampleOf(NewUnloading), ...fields, bag_id },
  })
  expect(opened.status, opened.text).toBe(201)
  return opened.body
}

/** Hands a new package of a shipment over, or those that are named. Returns the hand-over. */
export async function handOver(tenant: Tenant, shipmentId: string, fields: Record<string, unknown> = {}) {
  const package_ids = fields['package_ids'] ?? [(await add(tenant, shipmentId)).id]
  const body = { handover_id: randomUUID(), received_by: 'Giorgi Beridze', ...fields, package_ids }
  const handedOver = await tenant.send(`POST /api/v1/shipments/${shipmentId}/handovers`, { body })
  expect(handedOver.status, handedOver.text).toBe(201)
  return handedOver.body
}

/** Puts a package into a bag. Returns the bag after the change. */
export function pack(tenant: Sender, bagId: string, packageId: string) {
  return change(tenant, `POST /api/v1/bags/${bagId}/packages/${packageId}`)
}

/** Schedules a flight. */
export async function schedule(tenant: Sender, fields: Record<string, unknown> = {}) {
  const scheduled = await tenant.send('POST /api/v1/flights', { body: { ...exampleOf(NewFlight), ...fields } })
  expect(scheduled.status, scheduled.text).toBe(201)
  return scheduled.body
}

/** Scans a label, valid or not. Returns the scan. */
export async function scan(tenant: Sender, qr_data: unknown, fields: Record<string, unknown> = {}) {
  const scanned = await tenant.send('POST /api/v1/scans', { body: { qr_data, ...fields } })
  expect(scanned.status, scanned.text).toBe(201)
  return scanned.body
}

const verified = new Set<string>()
/** Verifies the manager's e-mail address, once, as inviting users and creating webhooks require. */
export async function verifyManager({
  send,
  email,
  mail,
}: Pick<Tenant, 'send'> & { email?: string; mail?: string | undefined }): Promise<void> {
  if (email === undefined || verified.has(email)) return
  await send('POST /auth/email/send-verification', { body: { email } })
  const body = { email, code: await arrivingCode(email, mail) }
  const { status, text } = await send('POST /auth/email/verify', { body })
  expect(status, text).toBe(200)
  verified.add(email)
}

/** Ends all sessions of a user, as in the list of sessions. */
export async function endSessions({ send, email, call }: Tenant) {
  const { body } = await call('POST /api/v1/auth/login', { body: { email, password } })
  const { status } = await send('DELETE /api/v1/users/me/sessions', { token: body.access_token })
  expect(status).toBe(200)
}

/** Invites a user; returns the user. */
export async function invite(tenant: Tenant, fields: Record<string, unknown> = {}) {
  await verifyManager(tenant)
  const email = `invited-${randomUUID()}@example.com`
  const invited = await tenant.send('POST /api/v1/users', {
    body: { ...exampleOf(Invitation), email, ...fields },
  })
  expect(invited.status, invited.text).toBe(201)
  return invited.body
}
