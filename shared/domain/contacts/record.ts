import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, eachOptional, emailOrNone, Id, name, text, Timestamp } from '../kernel/fields.ts'
import { languages } from '../kernel/languages.ts'
import type { Searched } from '../search/items.ts'

export const contactKinds = ['PERSON', 'COMPANY'] as const

const fields = () => ({
  kind: z.enum(contactKinds),
  name,
  phone: text(200),
  email: emailOrNone,
  address: text(500),
  notes: text(2000),
})
const Language = /* @__PURE__ */ lazySchema(() => z.enum(languages))

/** A person or company that shipments are sent to or come from. */
export const Contact = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      id: Id,
      tenant_id: Id,
      ...fields(),
      email: z.string(),
      language: Language.nullable(),
      created_at: Timestamp,
      updated_at: Timestamp,
    })
    .meta({ id: 'Contact' }),
)

export const NewContact = /* @__PURE__ */ lazySchema(() => {
  const { kind, phone, email, address, notes } = fields()
  return z
    .object({
      name,
      kind: defaulted(kind, 'PERSON'),
      phone: defaulted(phone, ''),
      email: defaulted(email, ''),
      address: defaulted(address, ''),
      notes: defaulted(notes, ''),
      language: Language.nullish(),
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
export const ContactChange = /* @__PURE__ */ lazySchema(() =>
  eachOptional(fields())
    .extend({ language: Language.nullish() })
    .meta({ id: 'ContactChange', examples: [{ phone: '+995599765432' }] }),
)

const ContactRecord = lazySchema(() => Contact.unwrap().extend({ version: z.int() }))
export type ContactRecord = z.output<typeof ContactRecord>

export const contacts = entity({
  noun: 'Contact',
  schema: ContactRecord,
  ref: pick(ContactRecord, 'id'),
  key: ({ id }) => ({ pk: `CONTACT#${id}`, sk: 'CONTACT' }),
  index: ({ id, created_at }) => ({ gsi1: { pk: 'CONTACT', sk: `${created_at}#${id}` } }),
})

/** What a contact is found by. */
export const searchedOf = ({ id, created_at, name, phone }: ContactRecord): Searched => ({
  kind: 'CONTACT',
  id,
  created_at,
  names: [name],
  phones: [phone],
})
