import * as z from 'zod'
import { Login, Registration } from '../../shared/auth/accounts.ts'
import { Acceptance } from '../../shared/auth/invitations.ts'
import { Mailbox, PasswordReset } from '../../shared/auth/mail-codes.ts'
import { NewPackage } from '../../shared/domain/package-record.ts'
import { Invitation } from '../../shared/domain/users.ts'
import { NewShipment } from '../../shared/domain/shipment-record.ts'

/** What a field of a form is held to, as HTML says it; `choices` where it is one of a few words. */
export interface Rule {
  attributes: Record<string, string>
  choices?: string[]
}

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
  const { type, maxLength, minimum, maximum, enum: choices } = typed(property)
  const attributes = {
    ...(required && { required: '' }),
    ...(maxLength !== undefined && { maxlength: String(maxLength) }),
    ...(type === 'number' && {
      ...{ type: 'number', step: 'any', min: String(minimum), max: String(maximum) },
    }),
  }
  return { attributes, ...(choices && { choices: choices.map(String) }) }
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
