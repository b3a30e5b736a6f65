import type { Payment, Shipment } from '../api/records.ts'
import { formatPrice } from '../messages/format.ts'
import { messages } from './messages.ts'

/** Payments after which nothing is owed. */
export const settled: readonly Payment[] = ['PAID', 'REFUNDED', 'CANCELLED']

/** Whether something of the price is still to be paid. */
export const isOwed = ({ price, payment_status }: Pick<Shipment, 'price' | 'payment_status'>) =>
  price > 0 && !settled.includes(payment_status)

/** What the recipient has to pay before the packages are given away; nothing for a shipment that is paid or has no price. */
export const ToCollect = ({ price, payment_status }: Pick<Shipment, 'price' | 'payment_status'>) =>
  isOwed({ price, payment_status }) ? (
    <p class="note needs">
      <strong>
        {(payment_status === 'PARTIALLY_PAID' ? messages.restToCollect : messages.toCollect)(
          formatPrice(price),
        )}
      </strong>
    </p>
  ) : null
