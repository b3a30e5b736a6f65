import * as z from 'zod'
import { Login, Registration } from '../../../shared/auth/accounts.ts'
import { Acceptance } from '../../../shared/auth/codes/invitations.ts'
import { Mailbox, PasswordReset } from '../../../shared/auth/codes/email-codes.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { Invitation } from '../../../shared/domain/users/users.ts'

/**
 * What a field of a form is held to, as HTML says it; `choices` where it is one of a few words, `long` where it may have more
 * lines than one. What is too long is for the service to say: a browser would cut it without a word.
 */
export interface Rule {
  attributes: Record<string, string>
  choices?: string[]
  long?: boolean
}
/** In letters; text that may be longer has more lines than one. */
const longLine = 500

/** The rules of a request's fields, by its own schema. */
function rulesOf({ shape }: z.ZodObject): Record<string, Rule> {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, rule(property, required.includes(name))]),
  )
}

function rule(property: z.core.JSONSchema._JSONSchema, required: boolean): Rule {
  if (typeof property === 'boolean') return { attributes: {} }
  // What may be null as well is missing then.
  const { type, maxLength = 0, enum: choices } = typed(property)
  const attributes = {
    ...(required && { required: '' }),
    // Not of type number, which takes 2,5 for 25 in many a language, and changes under a mouse's wheel.
    ...(type === 'number' && { inputmode: 'decimal' }),
  }
  return { attributes, ...(choices && { choices: choices.map(String) }), long: maxLength > longLine }
}
const typed = (property: z.core.JSONSchema.JSONSchema) =>
  property.anyOf?.find((one) => typeof one === 'object' && one.type !== 'null') ?? property

export default {
  login: rulesOf(Login.unwrap()),
  registration: rulesOf(Registration.unwrap()),
  acceptance: rulesOf(Acceptance.unwrap()),
  mailbox: rulesOf(Mailbox.unwrap()),
  reset: rulesOf(PasswordReset.unwrap()),
  invitation: rulesOf(Invitation.unwrap()),
  shipment: rulesOf(NewShipment.unwrap()),
  package: rulesOf(NewPackage.unwrap()),
}
