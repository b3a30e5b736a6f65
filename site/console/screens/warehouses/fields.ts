import type { FieldOptions } from '../../../staff/form/field.tsx'
import { messages } from './messages.ts'

/** The fields of a warehouse, in order, with their labels. */
export const warehouseFields = (): Record<string, FieldOptions> => ({
  name: { label: messages.name },
  code: { label: messages.code },
  city: { label: messages.city },
  country: { label: messages.country },
  airport_code: { label: messages.airport },
  phone: { label: messages.phone, type: 'tel' },
  address: { label: messages.address },
  hours: { label: messages.hours },
})
