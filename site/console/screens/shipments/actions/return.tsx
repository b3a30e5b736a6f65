import { useLocation } from 'preact-iso'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { api, queries } from '../../../api/client.ts'
import type { Shipment } from '../../../api/records.ts'
import { Form } from '../../../form/form.tsx'
import { common } from '../../../words/common.ts'
import { words } from './words.ts'
import { shipmentFields } from '../booking.tsx'
import rules from '../rules.built.ts'

/** The form that books the way back of a shipment. */
export function ReturnShipment({ shipment: { id }, onClose }: { shipment: Shipment; onClose: () => void }) {
  const { route } = useLocation()
  return (
    <Dialog title={words.bookReturn} closeLabel={common.close} onClose={onClose}>
      <p>{words.returnHint}</p>
      <Form
        id={`return-${id}`}
        rules={rules.return}
        groups={[{ names: ['weight', 'price', 'payment_status', 'reference', 'description'] }]}
        fields={shipmentFields()}
        submit={words.bookReturn}
        send={(body, key) =>
          unwrap(
            api.POST('/api/v1/shipments/{id}/return', {
              params: { path: { id }, header: { 'Idempotency-Key': key } },
              body,
            }),
          )
        }
        onDone={(back) => {
          void queries.invalidateQueries()
          onClose()
          route(`/console/shipments/${back.id}`)
        }}
      />
    </Dialog>
  )
}
