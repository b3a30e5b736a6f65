import { expect } from 'vitest'
import { invite, password, type Tenant } from '../api/tenant.ts'
import { arrivingCode } from '../mail/mailbox.ts'

/** Invites a user and accepts the invitation. Returns the user's e-mail address. */
export async function colleague(tenant: Tenant, fields: { role: string; courier_id?: string }) {
  const { email } = await invite(tenant, fields)
  await accept(tenant, email)
  return email as string
}
export async function accept(tenant: Tenant, email: string) {
  const body = { code: await arrivingCode(email), password }
  expect((await tenant.call('POST /auth/email/accept-invitation', { body })).status).toBe(200)
}
