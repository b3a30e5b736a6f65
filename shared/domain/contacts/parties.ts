import { ValidationError } from '../../core/errors.ts'
import type { TenantTable } from '../../db/table.ts'
import { languages, type Language } from '../kernel/languages.ts'
import { contacts } from './record.ts'

const sides = ['sender', 'recipient'] as const
type Side = (typeof sides)[number]
const copied = ['name', 'phone', 'address', 'email'] as const
type Named<T> = { [F in `${Side}_${(typeof copied)[number]}`]: T }

/** The sender and recipient of a booking: named, or by contacts. */
export type Parties = Partial<Named<string | undefined>> & {
  sender_contact_id?: string | undefined
  recipient_contact_id?: string | undefined
  language?: Language | undefined
}

/** A booking of which both parties are known. */
type WithContacts<I> = Omit<I, keyof Parties> & Named<string> & { language: Language }

/**
 * The parties of a booking with the fields of their contacts, as they are at this moment; fields that the booking names win. The
 * language is the recipient's. Throws "Contact not found", and ValidationError if a contact has no phone and the booking none.
 */
export async function withContacts<I extends Parties>(
  table: Pick<TenantTable, 'get'>,
  { sender_contact_id, recipient_contact_id, ...given }: I,
): Promise<WithContacts<I>> {
  const read = async (id: string | undefined) => (id === undefined ? undefined : table.get(contacts, { id }))
  const [sender, recipient] = await Promise.all([read(sender_contact_id), read(recipient_contact_id)])
  const of = { sender, recipient }
  const named = Object.fromEntries(
    sides.flatMap((side) =>
      copied.map((field) => [
        `${side}_${field}`,
        (given as Parties)[`${side}_${field}`] ?? of[side]?.[field] ?? '',
      ]),
    ),
  ) as Named<string>
  const missing = (['sender_phone', 'recipient_phone'] as const).filter((field) => named[field].trim() === '')
  if (missing.length > 0)
    throw new ValidationError(
      ...missing.map((field) => ({
        loc: ['body', field],
        type: 'missing',
        msg: 'Field required: the contact has no phone number',
      })),
    )
  const language = given.language ?? recipient?.language ?? sender?.language ?? languages[0]
  return { ...given, ...named, language } as unknown as WithContacts<I>
}
