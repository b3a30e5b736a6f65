import { rulesOf } from '../../staff/form/rules.ts'

export default {
  receive: {
    ...rulesOf('POST /api/v1/warehouse/{id}/receive'),
    // The schema takes a contact's id in place of these.
    ...Object.fromEntries(
      ['sender_name', 'sender_phone', 'recipient_name', 'recipient_phone'].map((name) => [
        name,
        { kind: 'text' as const, required: true },
      ]),
    ),
  },
  checkIn: rulesOf('PUT /api/v1/bags/{id}/checkin'),
}
