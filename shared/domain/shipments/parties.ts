import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { emailOrNone, Id, name, optional, text } from '../kernel/fields.ts'
import { languages } from '../kernel/languages.ts'

export const phone = name
export const address = /* @__PURE__ */ lazySchema(() => text(500))
export const Language = /* @__PURE__ */ z.enum(languages)

/** Who sends and receives: each is named, or a contact, whose fields are copied where the booking names none. */
export const parties = () => ({
  sender_contact_id: optional(Id),
  sender_name: optional(name),
  sender_phone: optional(phone),
  sender_address: optional(address),
  sender_email: optional(emailOrNone),
  recipient_contact_id: optional(Id),
  recipient_name: optional(name),
  recipient_phone: optional(phone),
  recipient_address: optional(address),
  recipient_email: optional(emailOrNone),
  language: optional(Language),
})
type Parties = { [F in keyof ReturnType<typeof parties>]?: unknown }

/** What a booking has to name, unless it has the contact. */
export const namedUnlessContact = {
  sender_name: 'sender_contact_id',
  sender_phone: 'sender_contact_id',
  recipient_name: 'recipient_contact_id',
  recipient_phone: 'recipient_contact_id',
} as const

/** Requires name and phone of a party that is no contact, also where other fields are wrong. */
export const withParties = <S extends z.ZodObject>(schema: S): S =>
  schema.superRefine(
    (given: Parties | undefined, ctx) => {
      for (const [field, contact] of Object.entries(namedUnlessContact) as [keyof Parties, keyof Parties][])
        if (given && (given[contact] ?? given[field] ?? undefined) === undefined)
          ctx.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: [field] })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
