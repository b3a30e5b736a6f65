import { Banknote } from 'lucide-preact'
import { Tag } from '../../../design/tag.tsx'
import type { Shipment } from '../../../staff/api/records.ts'
import { Cancelled, Status } from '../../../staff/ui/status.tsx'
import { shipmentStatusName } from '../../../staff/messages/statuses.ts'
import { paymentNames, paymentTones } from '../../messages/payments.ts'
import { messages } from './messages.ts'

type Shown = Pick<Shipment, 'status' | 'cancelled_at' | 'received_at_warehouse_id'>
/** The status of a shipment; of one that was cancelled, that it was, since its status says no more than RETURNED. */
export const ShipmentStatus = (shipment: Shown) =>
  shipment.cancelled_at === null ? (
    <Status of="shipment" status={shipment.status} name={shipmentStatusName(shipment)} />
  ) : (
    <Cancelled />
  )

/** The status of a payment; nothing is due for a shipment that has no price. */
export const PaymentStatus = ({ price, payment_status }: Pick<Shipment, 'price' | 'payment_status'>) =>
  price === 0 && (payment_status === 'PENDING' || payment_status === 'CANCELLED') ? (
    <Tag tone="waiting" icon={Banknote}>
      {messages.noPrice}
    </Tag>
  ) : (
    <Tag tone={paymentTones[payment_status]} icon={Banknote}>
      {paymentNames[payment_status]}
    </Tag>
  )
