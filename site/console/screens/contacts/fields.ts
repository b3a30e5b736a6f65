import type { FieldOptions } from '../../../staff/form/field.tsx'
import { languages, type Language } from '../../../staff/messages/language.ts'
import { messages } from './messages.ts'

/** The fields of a contact, in order. */
export const contactNames = ['name', 'kind', 'phone', 'email', 'address', 'language', 'notes']
/** Their labels. */
export const contactFields = (): Record<string, FieldOptions> => ({
  name: { label: messages.name },
  kind: { label: messages.kind, choiceName: (kind) => messages[kind as 'PERSON'] },
  phone: { label: messages.phone, type: 'tel' },
  email: { label: messages.email, type: 'email' },
  address: { label: messages.address },
  language: { label: messages.language, choiceName: (code) => languages[code as Language] },
  notes: { label: messages.notes },
})
