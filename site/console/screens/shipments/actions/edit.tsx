import { managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Shipment } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { common } from '../../../../staff/messages/common.ts'
import { shipmentStatusName } from '../../../../staff/messages/statuses.ts'
import { messages } from './messages.ts'
import { shipmentFields, shipmentGroups } from '../booking.tsx'
import rules from '../rules.data.ts'

/** The form that changes a shipment. Managers may also correct its status, with a reason. */
export function EditShipment({
  shipment,
  etag,
  onClose,
}: {
  shipment: Shipment
  etag: string
  onClose: () => void
}) {
  const fields = shipmentFields()
  const groups = [
    ...shipmentGroups(),
    ...(hasRole(managerRoles) ? [{ title: common.status, names: ['status', 'reason'] }] : []),
  ]
  return (
    <EditDialog
      record={shipment}
      etag={etag}
      onClose={onClose}
      id={`shipment-${shipment.id}`}
      rules={rules.change}
      kept={['status', 'payment_status']}
      groups={groups}
      fields={{
        ...fields,
        payment_status: {
          ...(fields['payment_status'] ?? { label: '' }),
          ...(shipment.payment_status === 'CANCELLED' && { hint: messages.paymentHint }),
        },
        status: {
          label: common.status,
          choiceName: (status) => shipmentStatusName({ ...shipment, status: status as Shipment['status'] }),
        },
        reason: { label: messages.reason, hint: messages.reasonHint },
      }}
      change={(body, etag) =>
        api.PUT('/api/v1/shipments/{id}', {
          params: { path: { id: shipment.id }, header: { 'If-Match': etag } },
          body,
        })
      }
    />
  )
}
