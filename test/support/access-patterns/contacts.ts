import { NewContact } from '../../../shared/domain/contacts/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Requests } from './requests.ts'
import { as, make, service } from './setup.ts'

const toContact = (method: string, body?: object) => async () => {
  const { body: contact } = await make('contacts', NewContact)
  return () => service.call(`${method} /api/v1/contacts/${contact.id}`, as({ body }))
}
let made = 0
/** A search for a new contact by its field. */
const found = (field: string, filter: string, value: (n: number) => string) => async () => {
  const given = value(made++)
  await service.call('POST /api/v1/contacts', as({ body: { ...exampleOf(NewContact), [field]: given } }))
  const query = new URLSearchParams({ [filter]: given }).toString()
  return () => service.call(`GET /api/v1/contacts?${query}`, as())
}

export const contactsRequests: Requests = {
  'GET /api/v1/contacts': async () => () => service.call('GET /api/v1/contacts?limit=1', as()),
  'GET /api/v1/contacts, by phone': found('phone', 'phone', (n) => `+99577${String(1_000_000 + n)}`),
  'GET /api/v1/contacts, by q': found('name', 'q', (n) => `contact${'abcdefghij'.charAt(n % 10)}${String(n)}`),
  'PUT /api/v1/contacts/{id}': toContact('PUT', { notes: 'changed' }),
  'POST /api/v1/shipments, with contacts': async () => {
    const [sender, recipient] = [await make('contacts', NewContact), await make('contacts', NewContact)]
    const { origin, destination, weight } = exampleOf(NewShipment)
    const body = {
      origin,
      destination,
      weight,
      sender_contact_id: sender.body.id,
      recipient_contact_id: recipient.body.id,
    }
    return () => service.call('POST /api/v1/shipments', as({ body }))
  },
}
