import { ids } from '../fields/field.ts'
import type { OperationTexts } from './operation.ts'

export const contacts: OperationTexts = {
  'GET /api/v1/contacts': {
    description:
      'With `q` or `phone` it finds contacts as they are at this moment, as the list of shipments does; without, the index may lag behind a change by a second.',
  },
  'POST /api/v1/contacts': {
    description: 'A booking names the contact as `sender_contact_id` or `recipient_contact_id`.',
  },
  'PUT /api/v1/contacts/{id}': {
    description:
      'Changes the fields that the body names. Shipments that were booked with the contact stay as they are.',
  },
  'DELETE /api/v1/contacts/{id}': {
    description: 'Shipments that were booked with the contact stay as they are.',
    example: { id: ids.contact, message: 'The contact is deleted' },
  },
}
