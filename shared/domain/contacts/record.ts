import * as z from 'zod'
import { e164Text } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  asStored,
  defaulted,
  eachOptional,
  emailOrNone,
  shownAddress,
  name,
  text,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'
import { languages } from '../kernel/languages.ts'
import type { Searched } from '../search/items.ts'

/** Descriptions of fields that several schemas share. */
const contactTexts = {
  name: { description: 'The name of the person or company', examples: ['Giorgi Beridze'] },
  phone: { description: 'The phone number, in any form; empty without one', examples: ['+995599123456'] },
  email: { description: 'The e-mail address; empty without one', examples: ['giorgi@example.com'] },
  address: { description: 'The address; may be empty', examples: ['Rustaveli 12, Tbilisi'] },
  notes: { description: 'A note of the company about the contact; may be empty', examples: ['Rings twice'] },
  language: { description: 'The language of e-mails to the contact, or null', examples: ['ka'] },
}

export const contactKinds = ['PERSON', 'COMPANY'] as const

const fields = () => ({
  kind: z.enum(contactKinds).meta({ description: 'Whether it is a person or a company', examples: ['PERSON'] }),
  name: name.meta(contactTexts.name),
  phone: text(200).meta(contactTexts.phone),
  email: emailOrNone.meta(contactTexts.email),
  address: text(500).meta(contactTexts.address),
  notes: text(2000).meta(contactTexts.notes),
})
const Language = lazySchema(() => z.enum(languages))

/** A person or company that shipments are sent to or come from. */
export const Contact = lazySchema(() => {
  const { kind, ...texts } = fields()
  return z
    .object({
      id: idOf('contact'),
      tenant_id: TenantId,
      kind,
      ...asStored(texts),
      email: shownAddress.meta(contactTexts.email),
      phone_e164: z.string().nullable().meta(e164Text('phone')),
      language: Language.nullable().meta(contactTexts.language),
      created_at: CreatedAt,
      updated_at: UpdatedAt,
    })
    .meta({ id: 'Contact' })
})

export const NewContact = lazySchema(() => {
  const { kind, phone, email, address, notes } = fields()
  return z
    .object({
      name: name.meta(contactTexts.name),
      kind: defaulted(kind, 'PERSON').meta({
        description: 'Whether it is a person or a company; PERSON if missing',
        examples: ['PERSON'],
      }),
      phone: defaulted(phone, '').meta(contactTexts.phone),
      email: defaulted(email, '').meta(contactTexts.email),
      address: defaulted(address, '').meta(contactTexts.address),
      notes: defaulted(notes, '').meta(contactTexts.notes),
      language: Language.nullish().meta(contactTexts.language),
    })
    .meta({
      id: 'NewContact',
      examples: [
        {
          kind: 'PERSON',
          name: 'Giorgi Beridze',
          phone: '+995599123456',
          email: 'giorgi@example.com',
          address: 'Rustaveli 12, Tbilisi',
          language: 'ka',
          notes: 'Rings twice',
        },
      ],
    })
})

/** Missing fields stay; null removes a language. */
export const ContactChange = lazySchema(() =>
  eachOptional(fields())
    .extend({ language: Language.nullish().meta(contactTexts.language) })
    .meta({ id: 'ContactChange', examples: [{ phone: '+995599765432' }] }),
)

const ContactRecord = lazySchema(() =>
  Contact.unwrap().extend({
    email: z.string(),
    phone_e164: z.string().nullable().default(null),
    version: z.int(),
    /** Whether its search items have the keys of today's version (search/items.ts). */
    sounds: z.boolean().default(false),
  }),
)
export type ContactRecord = z.output<typeof ContactRecord>

export const contacts = entity({
  noun: 'Contact',
  schema: ContactRecord,
  ref: pick(ContactRecord, 'id'),
  fields: {
    personal: ['name', 'phone', 'email', 'address', 'notes', 'phone_e164'],
    internal: ['tenant_id', 'created_at', 'updated_at', 'version', 'sounds'],
    plain: ['id', 'kind', 'language'],
  },
  audited: 'contact',
  place: { index: 'gsi1', partition: 'CONTACT' },
  key: ({ id }) => ({ pk: `CONTACT#${id}`, sk: 'CONTACT' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'CONTACT', sk: `${created_at}#${id}` } }),
})

/** The search terms of a contact. */
export const searchedOf = ({ id, created_at, name, phone, sounds }: ContactRecord): Searched => ({
  kind: 'CONTACT',
  id,
  created_at,
  names: [name],
  phones: [phone],
  sounds,
})
