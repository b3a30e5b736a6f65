import * as z from 'zod'
import { Login, Registration } from '../../../shared/auth/accounts.ts'
import { Acceptance } from '../../../shared/auth/codes/invitations.ts'
import { Mailbox, PasswordReset, Verification } from '../../../shared/auth/codes/email-codes.ts'
import { name } from '../../../shared/domain/kernel/fields.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { Invitation } from '../../../shared/domain/users/invitations.ts'

/**
 * The HTML attributes of a form field; `choices` for an enumeration, `long` for a text area. There is no maxlength,
 * since browsers truncate without a message: the service rejects a text that is too long.
 */
export interface Rule {
  attributes: Record<string, string>
  choices?: string[]
  long?: boolean
}
/** In characters; a field with a higher limit is a text area. */
const longLine = 500

/** What the form needs of a shipment: it names both parties, and knows no contacts. */
const bookingShape = {
  ...NewShipment.unwrap().shape,
  ...{ sender_name: name, sender_phone: name, recipient_name: name, recipient_phone: name },
}

/** Derives the rules of a request's fields from its schema. */
function rulesOf({ shape }: z.ZodObject): Record<string, Rule> {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, rule(property, required.includes(name))]),
  )
}

function rule(property: z.core.JSONSchema._JSONSchema, required: boolean): Rule {
  if (typeof property === 'boolean') return { attributes: {} }
  // Of a nullable type, the other part: an empty field is omitted, not null.
  const { type, maxLength = 0, enum: choices } = nonNullPart(property)
  const attributes = {
    ...(required && { required: '' }),
    // Not type=number, which reads 2,5 as 25 in some locales, and changes with the mouse wheel.
    ...(type === 'number' && { inputmode: 'decimal' }),
  }
  return { attributes, ...(choices && { choices: choices.map(String) }), long: maxLength > longLine }
}
const nonNullPart = (property: z.core.JSONSchema.JSONSchema) =>
  property.anyOf?.find((one) => typeof one === 'object' && one.type !== 'null') ?? property

export default {
  login: rulesOf(Login.unwrap()),
  registration: rulesOf(Registration.unwrap()),
  acceptance: rulesOf(Acceptance.unwrap()),
  mailbox: rulesOf(Mailbox.unwrap()),
  reset: rulesOf(PasswordReset.unwrap()),
  verification: rulesOf(Verification.unwrap()),
  invitation: rulesOf(Invitation.unwrap()),
  shipment: rulesOf(z.object(bookingShape)),
  package: rulesOf(NewPackage.unwrap()),
}
