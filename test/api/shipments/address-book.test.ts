import { beforeAll, expect, test } from 'vitest'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { eventually, ids, walk } from '../../support/api/lists.ts'
import { addContact, exampleOf, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const { origin, destination, weight } = exampleOf(NewShipment)
const bookWith = (fields: object, one = tenant) =>
  one.send('POST /api/v1/shipments', { body: { origin, destination, weight, ...fields } })
const anna = {
  name: 'Anna Petrova',
  phone: '+79161234567',
  email: 'anna@book.example',
  address: 'Tverskaya 1',
  language: 'ru',
}
const shop = { kind: 'COMPANY', name: 'Books & Co', phone: '0322 12 34 56', email: '', language: null }

test('a contact is created, read, changed and deleted', async () => {
  const added = await tenant.send('POST /api/v1/contacts', { body: { name: 'Nino' } })
  expect([added.status, added.headers.location]).toEqual([201, `/api/v1/contacts/${added.body.id}`])
  const none = { phone: '', email: '', address: '', notes: '', language: null }
  expect(added.body).toMatchObject({ ...none, kind: 'PERSON', name: 'Nino', tenant_id: tenant.user.tenant_id })
  const at = `/api/v1/contacts/${added.body.id}`
  expect((await tenant.send(`GET ${at}`)).body).toEqual(added.body)
  const changed = await tenant.send(`PUT ${at}`, { body: { ...shop, language: 'ka' } })
  expect(changed.body).toMatchObject({ ...shop, language: 'ka' })
  expect((await tenant.send(`PUT ${at}`, { body: { language: null } })).body).toMatchObject({ language: null })
  const stale = await tenant.send(`PUT ${at}`, { body: { name: 'X' }, headers: { 'if-match': '"1"' } })
  expect(stale.status).toBe(412)
  expect((await tenant.send(`DELETE ${at}`)).body).toMatchObject({ id: added.body.id, deleted: true })
  expect((await tenant.send(`GET ${at}`)).status).toBe(404)
  expect((await tenant.send('POST /api/v1/contacts', { body: { ...anna, email: 'none' } })).status).toBe(422)
})

test('contacts are listed, the newest first, and found by words and phone numbers at once', async () => {
  const own = await newTenant()
  const all = []
  for (const fields of [anna, shop, { ...anna, name: 'Зоя Беляева', phone: '8 916 123-45-67' }])
    all.push(await addContact(own, fields))
  const [first, second, third] = ids(all) as [string, string, string]
  await eventually(own, '/api/v1/contacts?limit=2', [third, second, first])
  const found = async (filter: Record<string, string>) =>
    ids((await walk(own, `/api/v1/contacts?${new URLSearchParams(filter).toString()}`)).records)
  expect(await found({ q: 'petr' })).toEqual([first])
  expect(await found({ q: 'books co' })).toEqual([second])
  expect(await found({ phone: '+7 916 123 45 67' })).toEqual([first])
  await own.send('PUT /api/v1/settings', { body: { country: 'RU' } })
  expect(await found({ phone: '(8916) 123-45-67', limit: '1' })).toEqual([third, first])
  await own.send(`PUT /api/v1/contacts/${first}`, { body: { name: 'Anna Ivanova', phone: '' } })
  expect([await found({ q: 'petr' }), await found({ q: 'ivan' })]).toEqual([[], [first]])
  expect(await found({ phone: '+79161234567' })).toEqual([third])
  await own.send(`DELETE /api/v1/contacts/${third}`)
  expect([await found({ phone: '+79161234567' }), await found({ q: 'зоя' })]).toEqual([[], []])
  // Shipments are not found among contacts, nor contacts among shipments.
  expect((await own.send('GET /api/v1/shipments?q=ivan')).body).toEqual([])
})

test('a booking copies its contacts, and keeps what they were', async () => {
  const [sender, recipient] = [await addContact(tenant, shop), await addContact(tenant, anna)]
  const booked = await bookWith({ sender_contact_id: sender.id, recipient_contact_id: recipient.id })
  const copy = {
    sender_name: shop.name,
    sender_phone: shop.phone,
    sender_email: '',
    sender_address: sender.address,
    recipient_name: anna.name,
    recipient_phone: anna.phone,
    recipient_email: anna.email,
    recipient_address: anna.address,
    language: 'ru',
  }
  expect([booked.status, booked.body]).toMatchObject([201, copy])
  await tenant.send(`PUT /api/v1/contacts/${recipient.id}`, { body: { name: 'Anna Ivanova', language: 'ka' } })
  await tenant.send(`DELETE /api/v1/contacts/${sender.id}`)
  expect((await tenant.send(`GET /api/v1/shipments/${booked.body.id}`)).body).toEqual(booked.body)
  expect((await bookWith({ sender_contact_id: sender.id, recipient_contact_id: recipient.id })).status).toBe(
    404,
  )
})

test('fields of the booking win, and the language is the recipient’s', async () => {
  const [one, other] = [await addContact(tenant, { ...shop, language: 'ar' }), await addContact(tenant, anna)]
  const both = { sender_contact_id: one.id, recipient_contact_id: other.id }
  const named = {
    recipient_phone: '+1',
    recipient_email: '',
    recipient_address: 'Elsewhere 2',
    sender_name: 'Z',
  }
  const copied = { recipient_name: anna.name, language: anna.language }
  expect((await bookWith({ ...both, ...named })).body).toMatchObject({ ...named, ...copied })
  expect((await bookWith({ ...both, language: 'en' })).body.language).toBe('en')
  const alone = { recipient_name: 'Giorgi', recipient_phone: '+2' }
  expect((await bookWith({ sender_contact_id: one.id, ...alone })).body.language).toBe('ar')
  const { id } = await openWarehouse(tenant)
  const { recipient_name, recipient_phone } = exampleOf(ReceivedParcel)
  const body = { weight, recipient_name, recipient_phone, sender_contact_id: other.id }
  const received = await tenant.send(`POST /api/v1/warehouse/${id}/receive`, { body })
  const shipment = await tenant.send(`GET /api/v1/shipments/${received.body.shipment_id}`)
  expect(shipment.body).toMatchObject({ sender_name: anna.name, sender_phone: anna.phone, language: 'ru' })
})

test('a party without a contact needs a name and a phone number, and a contact a phone number', async () => {
  const missing = (field: string) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' })
  const { id } = await addContact(tenant, { phone: '' })
  const none = await tenant.send('POST /api/v1/shipments', { body: { origin: 7, sender_contact_id: id } })
  expect(none.body.detail).toEqual(
    expect.arrayContaining([missing('recipient_name'), missing('recipient_phone')]),
  )
  expect(none.body.detail).not.toContainEqual(missing('sender_name'))
  const mute = await bookWith({ sender_contact_id: id, recipient_name: 'Giorgi', recipient_phone: '+2' })
  expect([mute.status, mute.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'sender_phone'], type: 'missing' }],
  ])
  const strange = await addContact(await newTenant())
  const foreign = { sender_contact_id: strange.id, recipient_name: 'Giorgi', recipient_phone: '+2' }
  expect((await bookWith(foreign)).status).toBe(404)
})
