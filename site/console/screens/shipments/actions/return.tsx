import { useLocation } from 'preact-iso/router'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Shipment } from '../../../../staff/api/records.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { messages } from './messages.ts'
import { shipmentFields } from '../booking.tsx'
import rules from '../rules.data.ts'

/** The form that books the way back of a shipment. */
export function ReturnShipment({ shipment: { id }, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { route } = useLocation()
  return (
    <FormDialog
      title={messages.bookReturn}
      lead={messages.returnHint}
      onClose={onClose}
      id={`return-${id}`}
      rules={rules.return}
      names={['language', 'weight', 'price', 'payment_status', 'reference', 'description']}
      fields={shipmentFields()}
      submit={messages.bookReturn}
      send={(body, key) =>
        unwrap(
          api.POST('/api/v1/shipments/{id}/return', {
            params: { path: { id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      onDone={(back, isOpen) => isOpen && route(`/console/shipments/${back.id}`)}
    />
  )
}
