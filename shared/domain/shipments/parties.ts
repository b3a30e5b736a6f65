import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { emailOrNone, Id, name, optional, text } from '../kernel/fields.ts'
import { languages } from '../kernel/languages.ts'

/** Descriptions of fields that several schemas share. */
export const partyTexts = {
  senderName: { description: 'Who sends it', examples: ['Anna Petrova'] },
  senderPhone: { description: 'Their phone number, in any form', examples: ['+79161234567'] },
  senderAddress: { description: 'Their address; may be empty', examples: ['Tverskaya 1, Moscow'] },
  senderEmail: { description: 'Their e-mail address; empty without one', examples: ['anna@example.com'] },
  recipientName: { description: 'Who receives it', examples: ['Giorgi Beridze'] },
  recipientPhone: { description: 'Their phone number, in any form', examples: ['+995599123456'] },
  recipientAddress: { description: 'Their address; may be empty', examples: ['Rustaveli 12, Tbilisi'] },
  recipientEmail: { description: 'Their e-mail address; empty without one', examples: ['giorgi@example.com'] },
  language: { description: 'The language of e-mails to the recipient', examples: ['ka'] },
}

export const phone = name
export const address = lazySchema(() => text(500))
export const Language = z.enum(languages)

/** Who sends and receives: each is named, or a contact, whose fields are copied where the booking names none. */
export const parties = () => ({
  sender_contact_id: optional(Id).meta({
    description:
      'The contact who sends it: its fields are copied where the booking names none, and stay when the contact changes',
    examples: [exampleIds.contact],
  }),
  sender_name: optional(name).meta(partyTexts.senderName),
  sender_phone: optional(phone).meta(partyTexts.senderPhone),
  sender_address: optional(address).meta(partyTexts.senderAddress),
  sender_email: optional(emailOrNone).meta(partyTexts.senderEmail),
  recipient_contact_id: optional(Id).meta({
    description:
      'The contact who receives it: its fields are copied where the booking names none, and stay when the contact changes',
    examples: [exampleIds.contact],
  }),
  recipient_name: optional(name).meta(partyTexts.recipientName),
  recipient_phone: optional(phone).meta(partyTexts.recipientPhone),
  recipient_address: optional(address).meta(partyTexts.recipientAddress),
  recipient_email: optional(emailOrNone).meta(partyTexts.recipientEmail),
  language: optional(Language).meta(partyTexts.language),
})
type Parties = { [F in keyof ReturnType<typeof parties>]?: unknown }

/** The fields that a booking requires, unless it has the contact. */
export const namedUnlessContact = {
  sender_name: 'sender_contact_id',
  sender_phone: 'sender_contact_id',
  recipient_name: 'recipient_contact_id',
  recipient_phone: 'recipient_contact_id',
} as const

/** Requires name and phone of a party that is not a contact, even where other fields are wrong. */
export const withParties = <S extends z.ZodObject>(schema: S): S =>
  schema.superRefine(
    (given: Parties | undefined, ctx) => {
      for (const [field, contact] of Object.entries(namedUnlessContact) as [keyof Parties, keyof Parties][])
        if (given && (given[contact] ?? given[field] ?? undefined) === undefined)
          ctx.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: [field] })
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
