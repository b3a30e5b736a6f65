import { field, type Fields } from './field.ts'
import { ids } from '../example-ids.ts'

/** Contacts, and how bookings refer to them. */
export const contacts: Fields = {
  contact_id: field('The contact’s id', ids.contact),
  'Contact.id': field('The contact’s id', ids.contact),
  'Contact.kind': field('Whether it is a person or a company', 'PERSON'),
  'NewContact.kind': field('Whether it is a person or a company; PERSON if missing', 'PERSON'),
  'ContactChange.kind': field('Whether it is a person or a company', 'PERSON'),
  ...Object.fromEntries(
    ['Contact', 'NewContact', 'ContactChange'].flatMap((schema) => [
      [`${schema}.name`, field('The name of the person or company', 'Giorgi Beridze')],
      [`${schema}.phone`, field('The phone number, in any form; empty without one', '+995599123456')],
      [`${schema}.email`, field('The e-mail address; empty without one', 'giorgi@example.com')],
      [`${schema}.address`, field('The address; may be empty', 'Rustaveli 12, Tbilisi')],
      [`${schema}.language`, field('The language of e-mails to the contact, or null', 'ka')],
      [`${schema}.notes`, field('What the company notes about the contact; may be empty', 'Rings twice')],
    ]),
  ),
  sender_contact_id: field(
    'The contact who sends it: its fields are copied where the booking names none, and stay when the contact changes',
    ids.contact,
  ),
  recipient_contact_id: field(
    'The contact who receives it: its fields are copied where the booking names none, and stay when the contact changes',
    ids.contact,
  ),
}
