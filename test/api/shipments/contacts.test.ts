import { beforeAll, expect, test } from 'vitest'
import { ReceivedParcel } from '../../../shared/domain/scans/receive.ts'
import { caller } from '../../support/api/client.ts'
import { book, exampleOf, newTenant, openWarehouse, type Tenant } from '../../support/api/tenant.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const contacts = {
  sender_email: 'anna@contacts.example',
  recipient_email: 'giorgi@contacts.example',
  language: 'ka',
}
const shipment = async (id: string) => (await tenant.send(`GET /api/v1/shipments/${id}`)).body

test('e-mail addresses and a language are optional, also of a parcel that a warehouse receives', async () => {
  expect(await book(tenant)).toMatchObject({ sender_email: '', recipient_email: '', language: 'en' })
  const booked = await book(tenant, contacts)
  expect(await shipment(booked.id)).toMatchObject(contacts)
  const { id } = await openWarehouse(tenant)
  const body = { ...exampleOf(ReceivedParcel), ...contacts, language: null }
  const received = (await tenant.send(`POST /api/v1/warehouse/${id}/receive`, { body })).body
  expect(await shipment(received.shipment_id)).toMatchObject({ ...contacts, language: 'en' })
})

test('they can be changed and cleared, and are checked', async () => {
  const { id } = await book(tenant, contacts)
  const put = (body: object) => tenant.send(`PUT /api/v1/shipments/${id}`, { body })
  expect((await put({ recipient_email: 'nino@contacts.example', language: 'ru' })).body).toMatchObject({
    ...contacts,
    recipient_email: 'nino@contacts.example',
    language: 'ru',
  })
  expect((await put({ recipient_email: '' })).body).toMatchObject({ recipient_email: '' })
  const { status, body } = await put({ sender_email: 'nobody', recipient_email: '@', language: 'xx' })
  expect([status, body.detail.map(({ loc }: any) => loc[1]).sort()]).toEqual([
    422,
    ['language', 'recipient_email', 'sender_email'],
  ])
})

test('they are neither public nor in events', async () => {
  const { id, tracking_id } = await book(tenant, contacts)
  await tenant.send(`PUT /api/v1/shipments/${id}`, { body: { status: 'DELIVERED', sender_email: '' } })
  const feed = await waitFor(
    async () => {
      const { text } = await tenant.send('GET /api/v1/events?limit=100')
      expect(text).toContain(id)
      return text
    },
    { timeout: seconds(10), interval: 50 },
  )
  for (const text of [feed, (await caller()(`GET /api/v1/track/${tracking_id}`)).text]) {
    expect(text).not.toContain('contacts.example')
    expect(text).not.toContain('language')
  }
})
