import { isFinal } from '../../../../../shared/domain/shipments/status.ts'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Package, Shipment } from '../../../../staff/api/records.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { messages } from './messages.ts'
import rules from '../rules.data.ts'

const travelled: readonly Package['status'][] = ['IN_TRANSIT', 'ARRIVED', 'READY_FOR_PICKUP', 'DELIVERED']

/** Whether cancelling is offered: nothing has left yet. Whether a bag is closed, the service says. */
export const canCancel = ({ status, return_id }: Shipment, packages: readonly Package[]) =>
  !isFinal(status) && !return_id && !packages.some((one) => travelled.includes(one.status))

/** The form that cancels a shipment. */
export const CancelShipment = ({ shipment: { id }, onClose }: { shipment: Shipment; onClose: () => void }) => (
  <FormDialog
    title={messages.cancel}
    lead={messages.cancelHint}
    onClose={onClose}
    id={`cancel-${id}`}
    rules={rules.cancel}
    names={['reason']}
    fields={{ reason: { label: messages.reason } }}
    submit={messages.cancel}
    send={(body, key) =>
      unwrap(
        api.POST('/api/v1/shipments/{id}/cancel', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body,
        }),
      )
    }
    done={() => messages.cancelled}
  />
)
