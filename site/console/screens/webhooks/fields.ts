import type { Tone } from '../../../design/tag.tsx'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import { messages } from './messages.ts'

/** The fields of a webhook, in order. */
export const names = ['url', 'description', 'types']

/** The labels of a webhook's fields. */
export const fields = (): Record<string, FieldOptions> => ({
  url: { label: messages.url, type: 'url' },
  description: { label: messages.description },
  types: { label: messages.types, hint: messages.typesHint },
})

/** The tone of a webhook's status, and of a delivery's. */
export const tones: Record<string, Tone> = { PENDING: 'needs', ENABLED: 'done', DISABLED: 'wrong' }
export const deliveryTones: Record<string, Tone> = { PENDING: 'waiting', DELIVERED: 'done', FAILED: 'wrong' }
