import { moveTo } from '../../../../../shared/domain/kernel/state-machine.ts'
import { bookingRoles, managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { shipmentMachine, shipmentStatuses } from '../../../../../shared/domain/shipments/status.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Shipment } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { EditDialog } from '../../../ui/edit-dialog.tsx'
import { office } from '../../../messages/office.ts'
import { shipmentStatusName } from '../../../../staff/messages/statuses.ts'
import { messages } from './messages.ts'
import { shipmentFields, shipmentGroups } from '../booking.tsx'
import { messages as shipmentTexts } from '../messages.ts'
import rules from '../rules.data.ts'

/** The form that changes a shipment: warehouses its weight and status. Managers may also correct its status, with a reason. */
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
  const isManager = hasRole(managerRoles)
  const groups = [
    ...(hasRole(bookingRoles) ? shipmentGroups() : [{ title: shipmentTexts.parcel, names: ['weight'] }]),
    { title: office.status, names: isManager ? ['status', 'reason'] : ['status'] },
  ]
  const statuses = shipmentStatuses.filter(
    (to) => to === shipment.status || moveTo(shipmentMachine, shipment.status, to, isManager),
  )
  return (
    <EditDialog
      record={shipment}
      etag={etag}
      onClose={onClose}
      id={`shipment-${shipment.id}`}
      rules={{ ...rules.change, status: { kind: 'choice', required: true, choices: statuses } }}
      kept={['payment_status']}
      groups={groups}
      fields={{
        ...fields,
        payment_status: {
          ...(fields['payment_status'] ?? { label: '' }),
          ...(shipment.payment_status === 'CANCELLED' && { hint: messages.paymentHint }),
        },
        status: {
          label: office.status,
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
