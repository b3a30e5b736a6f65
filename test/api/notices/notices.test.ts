import { expect, test } from 'vitest'
import { exampleOf, add, openWarehouse } from '../../support/api/tenant.ts'
import { NewWarehouse } from '../../../shared/domain/warehouses/record.ts'
import { emailsTo } from '../../support/mail/mailbox.ts'
import { newAddress, noticed, settled } from './notices.fixture.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

test('ready, corrected back and ready again: the recipient gets an e-mail of each, in their language', async () => {
  const one = await noticed()
  await one.put('READY_FOR_PICKUP')
  expect(await settled(one)).toEqual([['READY_FOR_PICKUP', 'recipient', 'SENT']])
  for (const status of ['CONSOLIDATING', 'READY_FOR_PICKUP', 'DELIVERED']) {
    await one.put(status)
    expect((await settled(one))[0]).toEqual([status, 'recipient', 'SENT'])
  }
  const [ready, corrected, again, delivered, ...more] = await one.emails()
  expect(more).toEqual([])
  expect(ready!.subject).toBe(`მზადაა გასატანად: ${one.shipment.tracking_id}`)
  expect(corrected!.body.text).toContain('ჩვენი წინა წერილი „მზადაა გასატანად“ აღარ მოქმედებს.')
  expect(again!.subject).toBe(ready!.subject)
  expect(delivered!.subject).toBe(`ჩაბარებულია: ${one.shipment.tracking_id}`)
})

test('the e-mail names company, place, hours and phone, and links to the tracking page', async () => {
  const one = await noticed({ language: 'ar' })
  const { id } = await add(one.tenant, one.shipment.id)
  const { id: warehouse_id } = await openWarehouse(one.tenant)
  for (const body of [{ status: 'ARRIVED', warehouse_id }, { status: 'READY_FOR_PICKUP' }])
    expect((await one.tenant.send(`PUT /api/v1/packages/${id}`, { body })).status).toBe(200)
  await settled(one)
  const [email] = await one.emails()
  const { name, address, city, hours, phone } = exampleOf(NewWarehouse)
  for (const part of [email!.body.text, email!.body.html])
    for (const text of ['Swift Couriers', name, address, city, hours, phone, one.shipment.tracking_id])
      expect(part).toContain(text)
  expect(email!.body.html).toContain('<html lang="ar" dir="rtl"')
  expect(email!.body.text).toMatch(
    new RegExp(`^https?://[^/]+/track/${one.shipment.tracking_id}\\?lang=ar$`, 'm'),
  )
})

test('who is told of returns is told that a parcel was cancelled before it left', async () => {
  const one = await noticed({ language: 'en' })
  const settings = { notices: { statuses: ['RETURNED'] } }
  expect((await one.tenant.send('PUT /api/v1/settings', { body: settings })).status).toBe(200)
  expect((await one.tenant.send(`POST ${one.path}/cancel`, { body: {} })).status).toBe(200)
  expect(await settled(one)).toEqual([['RETURNED', 'recipient', 'SENT']])
  const [email] = await one.emails()
  expect(email!.subject).toBe(`Cancelled: ${one.shipment.tracking_id}`)
  expect(email!.body.text).toMatch(/^This parcel was cancelled before it left\./)
})

test('the sender gets one when it is delivered; an address that is both gets one', async () => {
  const sender_email = newAddress()
  const one = await noticed({ sender_email, language: 'en' })
  await one.put('DELIVERED')
  expect((await settled(one)).sort()).toEqual([
    ['DELIVERED', 'recipient', 'SENT'],
    ['DELIVERED', 'sender', 'SENT'],
  ])
  const [toSender] = await emailsTo({ to: sender_email })
  expect(toSender!.body.text).toMatch(/^Your parcel was handed over to its recipient\.\n/)
  const both = await noticed({ sender_email: one.to, recipient_email: one.to.toUpperCase() }, one.tenant)
  await both.put('DELIVERED')
  expect(await settled(both)).toEqual([['DELIVERED', 'recipient', 'SENT']])
})

test('without an address nothing is written; an address that is added later gets the next ones', async () => {
  const one = await noticed({ recipient_email: '' })
  await one.put('READY_FOR_PICKUP')
  expect(await one.notices()).toEqual([])
  await one.put('DELIVERED', { recipient_email: one.to })
  expect(await settled(one)).toEqual([['DELIVERED', 'recipient', 'SENT']])
})

test('the company’s settings add statuses, from booking on, or turn notices off', async () => {
  const { tenant } = await noticed()
  const set = async (notices: object) =>
    expect((await tenant.send('PUT /api/v1/settings', { body: { notices } })).body.notices).toMatchObject(
      notices,
    )
  await set({ statuses: ['IN_TRANSIT', 'RECEIVED'].reverse() })
  const one = await noticed({}, tenant)
  expect(await settled(one)).toEqual([['RECEIVED', 'recipient', 'SENT']])
  await one.put('IN_TRANSIT')
  expect(await settled(one)).toEqual([
    ['IN_TRANSIT', 'recipient', 'SENT'],
    ['RECEIVED', 'recipient', 'SENT'],
  ])
  await one.put('CONSOLIDATING')
  await set({ enabled: false })
  await one.put('READY_FOR_PICKUP')
  expect(await one.notices()).toHaveLength(2)
  expect((await one.tenant.send(`POST ${one.path}/notices`)).status).toBe(409)
})

test('an address that SES rejects is suppressed', async () => {
  const recipient_email = newAddress('rejected.invalid')
  const one = await noticed({ recipient_email })
  await one.put('READY_FOR_PICKUP')
  expect(await settled(one)).toEqual([['READY_FOR_PICKUP', 'recipient', 'REJECTED']])
  const again = await one.tenant.send(`POST ${one.path}/notices`)
  expect([again.status, again.body.detail]).toEqual([409, 'The address gets no notices: rejected'])
  const other = await noticed({ recipient_email: recipient_email.toUpperCase() }, one.tenant)
  await other.put('READY_FOR_PICKUP')
  expect(await settled(other)).toEqual([['READY_FOR_PICKUP', 'recipient', 'SUPPRESSED']])
})

test.each([
  ['bounced.invalid', 'bounced'],
  ['complained.invalid', 'complained'],
])('an address at %s is suppressed when SES reports it', async (domain, reason) => {
  const recipient_email = newAddress(domain)
  const one = await noticed({ recipient_email })
  await one.put('READY_FOR_PICKUP')
  expect(await settled(one)).toEqual([['READY_FOR_PICKUP', 'recipient', 'SENT']])
  const detail = async () => {
    const other = await noticed({ recipient_email }, one.tenant)
    await other.put('READY_FOR_PICKUP')
    return (await settled(other))[0]
  }
  await waitFor(async () => expect(await detail()).toEqual(['READY_FOR_PICKUP', 'recipient', 'SUPPRESSED']), {
    timeout: seconds(20),
    interval: 200,
  })
  const again = await one.tenant.send(`POST ${one.path}/notices`)
  expect([again.status, again.body.detail]).toEqual([409, `The address gets no notices: ${reason}`])
  // Another company may write to it.
  const elsewhere = await noticed({ recipient_email })
  await elsewhere.put('READY_FOR_PICKUP')
  expect(await settled(elsewhere)).toEqual([['READY_FOR_PICKUP', 'recipient', 'SENT']])
})

test('staff send the notices of the current status again, three times a day', async () => {
  const one = await noticed()
  const resend = () => one.tenant.send(`POST ${one.path}/notices`)
  expect((await resend()).body.detail).toContain('There is no notice of RECEIVED to send')
  await one.put('READY_FOR_PICKUP')
  const answers = await Promise.all(Array.from({ length: 5 }, resend))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429])
  const refused = answers.find(({ status }) => status === 429)!
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(24 * 3600 - 60)
  expect(answers.find(({ status }) => status === 202)!.body.notices).toMatchObject([
    { status: 'READY_FOR_PICKUP', party: 'recipient', state: 'PENDING', resent: true },
  ])
  await settled(one)
  expect(await one.emails()).toHaveLength(4)
})
