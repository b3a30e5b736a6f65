import { Banknote } from 'lucide-preact'
import { Tag } from '../../../design/tag.tsx'
import type { Shipment } from '../../../staff/api/records.ts'
import { Cancelled, Status } from '../../../staff/ui/status.tsx'
import { messages } from './messages.ts'

/** The status of a shipment; of one that was cancelled, that it was, since its status says no more than RETURNED. */
export const ShipmentStatus = ({ status, cancelled_at }: Pick<Shipment, 'status' | 'cancelled_at'>) =>
  cancelled_at === null ? <Status of="shipment" status={status} /> : <Cancelled />

/** The status of a payment; nothing is due for a shipment that has no price. */
export const PaymentStatus = ({ price, payment_status }: Pick<Shipment, 'price' | 'payment_status'>) =>
  price === 0 && payment_status === 'PENDING' ? (
    <Tag tone="waiting" icon={Banknote}>
      {messages.noPrice}
    </Tag>
  ) : (
    <Status of="payment" status={payment_status} />
  )
