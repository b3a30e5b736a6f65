import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailForms } from '../../../shared/domain/kernel/email-forms.ts'
import { password } from '../../support/api/tenant.ts'
import { book, invite, newTenant } from '../../support/api/tenant.ts'

test.each(emailForms.forms)(
  'the address $given of a contact is stored as $stored',
  async ({ given, stored }) => {
    const tenant = await newTenant()
    const body = { name: 'Anna', phone: '+995599123456', email: given }
    const added = await tenant.send('POST /api/v1/contacts', { body })
    expect([added.status, added.body.email]).toEqual(stored === undefined ? [422, undefined] : [201, stored])
    if (stored === undefined) expect(added.body.detail[0].loc).toEqual(['body', 'email'])
  },
)

test('a user signs in with spaces around the address, in capitals, and with an international domain', async () => {
  const tenant = await newTenant()
  for (const email of [`  ${tenant.email} `, tenant.email.toUpperCase(), `\u202A${tenant.email}\u202C`]) {
    const { status } = await tenant.call('POST /api/v1/auth/login', { body: { email, password } })
    expect(status, email).toBe(200)
  }
  const domain = `x${randomUUID().slice(0, 8)}`
  const registered = await tenant.call('POST /api/v1/auth/register', {
    body: { tenant_name: 'Почта', email: `anna@${domain}.рф`, password },
  })
  expect([registered.status, registered.body.user?.email]).toEqual([201, `anna@${domain}.xn--p1ai`])
  for (const email of [`anna@${domain}.рф`, `ANNA@${domain}.XN--P1AI `]) {
    const { status } = await tenant.call('POST /api/v1/auth/login', { body: { email, password } })
    expect(status, email).toBe(200)
  }
  expect(await invite(tenant, { role: 'operator', email: ` worker@${domain}.рф ` })).toMatchObject({
    email: `worker@${domain}.xn--p1ai`,
  })
})

test('a shipment without an address has none, also if spaces are sent', async () => {
  const shipment = await book(await newTenant(), { recipient_email: '  ', sender_email: '' })
  expect([shipment.recipient_email, shipment.sender_email]).toEqual(['', ''])
})
