import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Proof } from '../../../shared/domain/settings/record.ts'
import { add, book, newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { arrivingCode } from '../../support/mail/mailbox.ts'

export const signature = { width: 300, height: 120, path: 'M20 80L60 30L95 85M160 60L250 58' }

/** A company that requires these proofs. */
export async function companyThatRequires(...require: Proof[]): Promise<Tenant> {
  const tenant = await newTenant()
  await verifyManager(tenant)
  const { status } = await tenant.send('PUT /api/v1/settings', { body: { handover: { require } } })
  expect(status).toBe(200)
  return tenant
}

/** A shipment with packages that wait for the recipient, who has an e-mail address, and what is done with it. */
export async function waiting(tenant: Tenant, packages = 1, fields: Record<string, unknown> = {}) {
  const recipient_email = `recipient-${randomUUID()}@example.com`
  const { id, tracking_id } = await book(tenant, { recipient_email, ...fields })
  const parcels = []
  for (let n = 0; n < packages; n++) parcels.push(await add(tenant, id))
  for (const { id } of parcels)
    await tenant.send(`PUT /api/v1/packages/${id}`, { body: { status: 'READY_FOR_PICKUP' } })
  const all = parcels.map((one) => one.id as string)
  const at = `/api/v1/shipments/${id}`
  return {
    id: id as string,
    tracking_id: tracking_id as string,
    at,
    parcels,
    all,
    recipient_email,
    handOver: (fields: object = {}, options: object = {}) =>
      tenant.send(`POST ${at}/handovers`, {
        body: { handover_id: randomUUID(), package_ids: all, received_by: 'Giorgi Beridze', ...fields },
        ...options,
      }),
    sendCode: () => tenant.send(`POST ${at}/handover-code`),
    /** Sends a code, and reads it in the recipient's mailbox. */
    async code() {
      const { status, text } = await tenant.send(`POST ${at}/handover-code`)
      expect(status, text).toBe(202)
      return arrivingCode(recipient_email)
    },
    status: async () => (await tenant.send(`GET ${at}`)).body.status,
    statuses: async () =>
      Promise.all(all.map(async (one) => (await tenant.send(`GET /api/v1/packages/${one}`)).body.status)),
    timeline: async (one: string) => (await tenant.send(`GET /api/v1/packages/${one}/events`)).body,
  }
}

/** Another code of the same form. */
export const otherCode = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')
