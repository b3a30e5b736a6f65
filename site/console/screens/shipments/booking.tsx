import { unwrap } from '../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { toast } from '../../../design/toast.tsx'
import { api, queries } from '../../api/client.ts'
import type { Shipment } from '../../api/records.ts'
import { Form, type FieldOptions } from '../../form/form.tsx'
import { common } from '../../words/common.ts'
import { statusNames } from '../../words/statuses.ts'
import rules from './rules.built.ts'
import { words } from './words.ts'

/** The labels of a shipment's fields. */
export const shipmentFields = (): Record<string, FieldOptions> => ({
  sender_name: { label: words.name },
  sender_phone: { label: words.phone, type: 'tel' },
  sender_email: { label: words.email, type: 'email' },
  sender_address: { label: words.address },
  origin: { label: words.city },
  recipient_name: { label: words.name },
  recipient_phone: { label: words.phone, type: 'tel' },
  recipient_email: { label: words.email, type: 'email' },
  recipient_address: { label: words.address },
  destination: { label: words.city },
  weight: { label: words.kilograms },
  price: { label: words.price },
  payment_status: {
    label: words.payment,
    choiceName: (status) => statusNames.payment[status as Shipment['payment_status']],
  },
  reference: { label: words.reference },
  description: { label: words.contents },
})
export const shipmentGroups = () => [
  { title: words.from, names: ['sender_name', 'sender_phone', 'sender_email', 'sender_address', 'origin'] },
  {
    title: words.to,
    names: ['recipient_name', 'recipient_phone', 'recipient_email', 'recipient_address', 'destination'],
  },
  { title: words.parcel, names: ['weight', 'price', 'payment_status', 'reference', 'description'] },
]
/** A booking here names both parties; the API also takes contacts. */
const required = ['sender_name', 'sender_phone', 'recipient_name', 'recipient_phone']
const bookingRules = Object.fromEntries(
  Object.entries(rules.booking).map(([name, rule]) => [
    name,
    required.includes(name) ? { ...rule, required: true } : rule,
  ]),
)

/** The form that books a shipment. */
export function Booking({
  onClose,
  onBooked,
}: {
  onClose: () => void
  onBooked: (shipment: Shipment) => void
}) {
  return (
    <Dialog panel title={words.create} closeLabel={common.close} onClose={onClose}>
      <Form
        id="booking"
        rules={bookingRules}
        groups={shipmentGroups()}
        fields={shipmentFields()}
        submit={words.book}
        send={(body, key) =>
          unwrap(api.POST('/api/v1/shipments', { body: body as never, headers: { 'Idempotency-Key': key } }))
        }
        onDone={(shipment, isOpen) => {
          toast({ text: words.bookedAs(shipment.tracking_id) })
          void queries.invalidateQueries()
          if (isOpen) onBooked(shipment)
        }}
      />
    </Dialog>
  )
}
