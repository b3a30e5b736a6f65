import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { emailForms } from '../../../shared/domain/kernel/email-forms.ts'
import { shipments } from '../../../shared/domain/shipments/record.ts'
import { addCourier, book, change, invite, newTenant, password } from '../../support/api/tenant.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'

test.each(emailForms.forms)(
  'the address $given of a contact is stored as $stored',
  async ({ given, stored, shown }) => {
    const tenant = await newTenant()
    const body = { name: 'Anna', phone: '+995599123456', email: given }
    const added = await tenant.send('POST /api/v1/contacts', { body })
    expect([added.status, added.body.email]).toEqual(
      stored === undefined ? [422, undefined] : [201, shown ?? stored],
    )
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
  expect([registered.status, registered.body.user?.email]).toEqual([201, `anna@${domain}.рф`])
  for (const email of [`anna@${domain}.рф`, `ANNA@${domain}.XN--P1AI `]) {
    const { status } = await tenant.call('POST /api/v1/auth/login', { body: { email, password } })
    expect(status, email).toBe(200)
  }
  expect(await invite(tenant, { role: 'operator', email: ` worker@${domain}.рф ` })).toMatchObject({
    email: `worker@${domain}.рф`,
  })
})

test('an international domain is shown in its own script wherever an address is, and stored in ASCII', async () => {
  const tenant = await newTenant()
  const name = `anna-${randomUUID().slice(0, 8)}`
  const shown = `${name}@почта.рф`
  const shipment = await book(tenant, { recipient_email: shown })
  expect(shipment.recipient_email).toBe(shown)
  const stored = await tableOn(testStore(), mintGrant(tenant.user.tenant_id)).get(shipments, {
    id: shipment.id,
  })
  expect(stored.recipient_email).toBe(`${name}@xn--80a1acny.xn--p1ai`)
  expect((await addCourier(tenant, { email: shown })).email).toBe(shown)
  expect((await change(tenant, 'PUT /api/v1/settings', { contact: { email: shown } })).contact.email).toBe(
    shown,
  )
  const tracked = await tenant.call(`GET /api/v1/track/${shipment.tracking_id}`)
  expect(tracked.body.company.email).toBe(shown)
  // What is read can be sent back.
  const body = { recipient_email: shown }
  const same = await tenant.send(`PUT /api/v1/shipments/${shipment.id}`, { body })
  expect(same.body.updated_at).toBe((await tenant.send(`GET /api/v1/shipments/${shipment.id}`)).body.updated_at)
})

test('a shipment without an address has none, also if spaces are sent', async () => {
  const shipment = await book(await newTenant(), { recipient_email: '  ', sender_email: '' })
  expect([shipment.recipient_email, shipment.sender_email]).toEqual(['', ''])
})
