import { rulesOf, type Rules } from '../../staff/form/rules.ts'
import { minKilograms } from '../../staff/form/values.ts'

/** The schema takes a contact's id in place of names and phones, and books without a destination. */
const required = ['sender_name', 'sender_phone', 'recipient_name', 'recipient_phone', 'destination', 'weight']

const rules: Rules = rulesOf('POST /api/v1/warehouse/{id}/receive')
const requiring = (names: readonly string[]): Rules =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      {
        ...rule,
        required: rule.required || names.includes(name),
        ...(name === 'weight' && { min: minKilograms }),
      },
    ]),
  )

export default {
  receive: requiring(required),
  /** For a company that sends the recipient a code. */
  receiveForCode: requiring([...required, 'recipient_email']),
  checkIn: rulesOf('PUT /api/v1/bags/{id}/checkin'),
}
