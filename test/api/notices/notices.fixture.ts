import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { book, newTenant, verifyManager, type Tenant } from '../../support/api/tenant.ts'
import { emailsTo } from '../../support/mail/mailbox.ts'
import { waitFor } from '../../support/suite/wait.ts'

export const newAddress = (domain = 'notices.example') => `giorgi-${randomUUID()}@${domain}`

/** A shipment with a recipient, and functions for its status, its notices and its e-mails. */
export async function noticed(fields: Record<string, unknown> = {}, tenant?: Tenant) {
  const company = tenant ?? (await newTenant())
  await verifyManager(company)
  const to = newAddress()
  const shipment = await book(company, { recipient_email: to, language: 'ka', ...fields })
  const path = `/api/v1/shipments/${shipment.id}`
  return {
    tenant: company,
    shipment,
    to,
    path,
    put: async (status: string, body: object = {}) => {
      const { status: code, text } = await company.send(`PUT ${path}`, { body: { status, ...body } })
      expect(code, text).toBe(200)
    },
    notices: async () => (await company.send(`GET ${path}/notices`)).body as Record<string, any>[],
    emails: () => emailsTo({ to }),
  }
}
type Noticed = Awaited<ReturnType<typeof noticed>>

/** Waits until every notice of a shipment is settled, and returns their statuses, parties and states, newest first. */
export const settled = ({ notices }: Pick<Noticed, 'notices'>) =>
  waitFor(async () => {
    const all = await notices()
    expect(all.map(({ state }) => state)).not.toContain('PENDING')
    return all.map(({ status, party, state }) => [status, party, state])
  })
