import { exampleIds } from '../../../shared/domain/kernel/example-ids.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { Deleted } from '../../../shared/domain/kernel/fields.ts'
import { bookingRoles, managerRoles, staffRoles } from '../../../shared/domain/kernel/roles.ts'
import { Contact, ContactChange, NewContact } from '../../../shared/domain/contacts/record.ts'
import {
  changeContact,
  ContactFilter,
  createContact,
  deleteContact,
  listContacts,
  readContact,
} from '../../../shared/domain/contacts/contacts.ts'
import { latinLibraryFile } from '../../../shared/domain/search/latin.ts'
import { phoneLibraryFile } from '../../../shared/domain/search/spellings.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { listRoute, route } from '../../../shared/http/routing/route.ts'
import type { SecretName } from '../../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'search', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'Query gsi1', 'PutItem', 'UpdateItem', 'DeleteItem'],
  quotas: ['UpdateItem'],
}
/** Assets that the bundle needs. */
export const files = [phoneLibraryFile, latinLibraryFile]

export const routes = [
  listRoute('GET /api/v1/contacts', {
    summary: 'List or find contacts, newest first',
    description:
      'With `q` or `phone` it finds contacts as they are at this moment, as the list of shipments does; without, the index may lag behind a change by a second.',
    roles: staffRoles,
    query: ContactFilter,
    reply: Contact,
    list: ({ ctx, query, page }) => listContacts(ctx, query, page),
  }),
  route('POST /api/v1/contacts', {
    summary: 'Add a contact',
    description: 'A booking names the contact as `sender_contact_id` or `recipient_contact_id`.',
    roles: bookingRoles,
    body: NewContact,
    reply: Contact,
    status: 201,
    decide: ({ ctx, body }) => createContact(ctx, body),
  }),
  route('GET /api/v1/contacts/{id}', {
    summary: 'Read a contact',
    roles: staffRoles,
    reply: Contact,
    read: ({ ctx, params }) => readContact(ctx, params.id),
  }),
  route('PUT /api/v1/contacts/{id}', {
    summary: 'Change fields of a contact',
    description:
      'Changes the fields that the body names. Shipments that were booked with the contact stay as they are.',
    roles: bookingRoles,
    body: ContactChange,
    reply: Contact,
    decide: ({ ctx, params, body }) => changeContact(ctx, params.id, body),
  }),
  route('DELETE /api/v1/contacts/{id}', {
    summary: 'Delete a contact',
    description: 'Shipments that were booked with the contact stay as they are.',
    example: { id: exampleIds.contact, message: 'The contact is deleted' },
    roles: managerRoles,
    reply: Deleted,
    decide: ({ ctx, params }) => deleteContact(ctx, params.id),
  }),
]

export const handler = lambda(routes)
