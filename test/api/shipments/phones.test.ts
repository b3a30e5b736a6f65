import { expect, test } from 'vitest'
import { addContact, addCourier, book, change, newTenant } from '../../support/api/tenant.ts'

const withCountry = async (country: string | null) => {
  const tenant = await newTenant()
  await change(tenant, 'PUT /api/v1/settings', { country })
  return tenant
}

test.each([
  ['+995 599 12-34-56', null, '+995599123456'],
  ['00995599123456', null, '+995599123456'],
  ['+44 (0)20 7946 0958', null, '+442079460958'],
  ['+٩٩٥ ٥٩٩ ١٢٣ ٤٥٦', null, '+995599123456'],
  ['+995 599 123456, in the evening', null, '+995599123456'],
  ['8 (916) 123-45-67', null, null],
  ['8 (916) 123-45-67', 'RU', '+79161234567'],
  ['916 123 45 67', 'RU', '+79161234567'],
  ['599 12 34 56', 'GE', '+995599123456'],
  ['8 (916) 123-45-67', 'GE', null],
  ['+995 599 123456', 'RU', '+995599123456'],
  ['ask the neighbour', 'GE', null],
  ['+12', 'GE', null],
])('%s in a company of %s is %s', async (phone, country, e164) => {
  const tenant = await withCountry(country)
  const shipment = await book(tenant, { sender_phone: phone, recipient_phone: '+995 32 2000000' })
  expect(shipment).toMatchObject({
    sender_phone: phone,
    sender_phone_e164: e164,
    recipient_phone: '+995 32 2000000',
    recipient_phone_e164: '+995322000000',
  })
  expect(await addContact(tenant, { phone })).toMatchObject({ phone, phone_e164: e164 })
  expect(await addCourier(tenant, { phone })).toMatchObject({ phone, phone_e164: e164 })
})

test('a changed number is another in E.164 too, and one that is removed is none', async () => {
  const tenant = await withCountry('GE')
  const [{ id }, contact, courier] = [await book(tenant), await addContact(tenant), await addCourier(tenant)]
  const put = (path: string, body: object) => change(tenant, `PUT /api/v1/${path}`, body)
  expect(await put(`shipments/${id}`, { recipient_phone: '555 11 22 33' })).toMatchObject({
    recipient_phone_e164: '+995555112233',
    sender_phone_e164: '+79161234567',
  })
  expect((await put(`contacts/${contact.id}`, { phone: '555 11 22 33' })).phone_e164).toBe('+995555112233')
  expect((await put(`contacts/${contact.id}`, { phone: '' })).phone_e164).toBeNull()
  expect((await put(`couriers/${courier.id}`, { phone: '+7 916 765 43 21' })).phone_e164).toBe('+79167654321')
})

test('a number that was given before the company had a country gets one with the next change', async () => {
  const tenant = await newTenant()
  const { id, sender_phone_e164 } = await book(tenant, { sender_phone: '599 12 34 56' })
  expect(sender_phone_e164).toBeNull()
  await change(tenant, 'PUT /api/v1/settings', { country: 'GE' })
  const changed = await change(tenant, `PUT /api/v1/shipments/${id}`, { description: 'Documents' })
  expect(changed.sender_phone_e164).toBe('+995599123456')
})
