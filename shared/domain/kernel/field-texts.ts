import { exampleIds } from './example-ids.ts'

/** Descriptions of fields that several schemas share. */
export const commonTexts = {
  message: { description: 'The result, in words', examples: ['Done'] },
  formerSecretUntil: { description: 'Until when former secrets sign too, or null', examples: [null] },
  email: { description: 'An e-mail address', examples: ['anna@swift-couriers.example'] },
  status: { description: 'The current status' },
  code: { description: 'The kind of error, for programs' },
  error: { description: 'The kind of error, for programs', examples: ['not_found'] },
  description: { description: 'Its contents; may be empty', examples: ['Documents and a present'] },
  weight: { description: 'Weight in kilograms', examples: [2.5] },
  reason: {
    description:
      'Why the status changes; it stands in the timeline. A manager who gives one may deliver without the proofs that the settings require',
    examples: ['Left with the neighbour'],
  },
  timestamp: { description: 'When it happened', examples: ['2026-11-23T09:20:00.000Z'] },
  eventId: { description: 'The id of the timeline event', examples: [exampleIds.event] },
  whenOrNull: { description: 'When, or null', examples: [null] },
  note: { description: 'A remark; may be empty', examples: ['Called an hour before departure'] },
  count: { description: 'How many there are', examples: [1] },
  comment: { description: 'A remark; may be empty', examples: ['Always on time'] },
  occurredAt: {
    description: 'When it happened; the time of the request if missing',
    examples: ['2026-11-23T09:20:00.000Z'],
  },
  notes: { description: 'A remark', examples: ['Corner dented'] },
  nextActions: {
    description: 'What to do next; new actions may be added',
    examples: [['PRINT_LABEL', 'ASSIGN_TO_BAG']],
  },
  contentType: { description: 'The media type of the image', examples: ['image/jpeg'] },
  fields: { description: 'Fields that the form must contain', examples: [{ key: 'uploads/…', policy: '…' }] },
  format: { description: 'The form of the document', examples: ['pdf'] },
  results: { description: 'The answers, in the order of the scans' },
  nextCursor: { description: 'Where the next page begins; null on the last', examples: [null] },
}

/** Of a phone number in the form of E.164, as it stands next to the field with the number as it was given. */
export const e164Text = (field: string) => ({
  description: `\`${field}\` in the form of E.164, with its calling code; null if it is written without one and is no number of the country in the settings`,
  examples: ['+995599123456'],
})
