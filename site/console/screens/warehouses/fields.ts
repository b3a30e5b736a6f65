import type { FieldOptions } from '../../../staff/form/field.tsx'
import { words } from './words.ts'

/** The fields of a warehouse, in order, with their labels. */
export const warehouseFields = (): Record<string, FieldOptions> => ({
  name: { label: words.name },
  code: { label: words.code },
  city: { label: words.city },
  country: { label: words.country },
  airport_code: { label: words.airport },
  phone: { label: words.phone, type: 'tel' },
  address: { label: words.address },
  hours: { label: words.hours },
})
