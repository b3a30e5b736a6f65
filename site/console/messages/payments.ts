import { paymentNames as names } from '../../../shared/domain/messages/choice-names.ts'
import type { Tone } from '../../../shared/domain/messages/tones.ts'
import type { Payment } from '../../staff/api/records.ts'
import { texts } from '../../staff/messages/language.ts'

/** The names and tones of the statuses of payments. */
export const paymentNames: Record<Payment, string> = texts(names)
export const paymentTones: Record<Payment, Tone> = {
  PENDING: 'waiting',
  UNPAID: 'needs',
  PARTIALLY_PAID: 'needs',
  PAID: 'done',
  REFUNDED: 'waiting',
  FAILED: 'wrong',
  CANCELLED: 'wrong',
  COD: 'needs',
}
