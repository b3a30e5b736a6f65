import { useLocation } from 'preact-iso/router'
import { bookingRoles, handlingRoles, managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Package, Shipment } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { auditAction } from '../../../ui/audit-action.ts'
import { RecordActions } from '../../../ui/record-actions.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { office } from '../../../messages/office.ts'
import { messages as handOver } from '../../../../staff/hand-over/messages.ts'
import { messages } from './messages.ts'
import { canCancel, CancelShipment } from './cancel.tsx'
import { EditShipment } from './edit.tsx'
import { canHandOver, HandOver } from './hand-over.tsx'
import { Notices } from './notices.tsx'
import { ReturnShipment } from './return.tsx'

interface ActionsProps {
  shipment: Shipment
  etag: string
  packages: readonly Package[]
}

/** The actions of a shipment, by its status and the user's role. */
export function Actions({ shipment, etag, packages }: ActionsProps) {
  const { route } = useLocation()
  const { id, tracking_id, delivered_count, return_id, cancelled_at } = shipment
  const path = { id }
  const saveProof = () =>
    void saveFile(
      () =>
        api.GET('/api/v1/shipments/{id}/proof', {
          params: { path, query: { format: 'pdf' } },
          parseAs: 'blob',
        }),
      `${tracking_id}.pdf`,
    )
  return (
    <RecordActions
      actions={[
        packages.some(canHandOver) &&
          hasRole(handlingRoles) && {
            name: handOver.handOver,
            // What is brought back is not handed over any more, unless the recipient comes after all.
            isNext: return_id === undefined,
            dialog: (onClose) => <HandOver {...{ shipment, packages, onClose }} />,
          },
        hasRole(handlingRoles) && {
          name: office.edit,
          dialog: (onClose) => <EditShipment {...{ shipment, etag, onClose }} />,
        },
        return_id
          ? { name: messages.itsReturn, isNext: true, act: `/console/shipments/${return_id}` }
          : hasRole(bookingRoles) &&
            cancelled_at === null && {
              name: messages.bookReturn,
              dialog: (onClose) => <ReturnShipment {...{ shipment, onClose }} />,
            },
        { name: messages.notices, dialog: (onClose) => <Notices {...{ shipment, onClose }} /> },
        delivered_count > 0 && { name: messages.proof, act: saveProof },
        auditAction('shipment', id),
        hasRole(bookingRoles) &&
          canCancel(shipment, packages) && {
            name: messages.cancel,
            isDanger: true,
            dialog: (onClose) => <CancelShipment {...{ shipment, onClose }} />,
          },
        hasRole(managerRoles) && {
          name: office.remove,
          isDanger: true,
          confirm: {
            title: messages.deleteQuestion,
            text: messages.deleteHint,
            send: () =>
              api.DELETE('/api/v1/shipments/{id}', { params: { path, header: { 'If-Match': etag } } }),
            done: office.deleted,
            onDone: () => route('/console/shipments'),
          },
        },
      ]}
    />
  )
}
