import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../api/client.ts'
import type { Shipment } from '../../../api/records.ts'
import { hasRole } from '../../../api/session.ts'
import { changedIn, draftOf } from '../../../form/drafts.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { common } from '../../../words/common.ts'
import { statusNames } from '../../../words/statuses.ts'
import { words } from './words.ts'
import { shipmentFields, shipmentGroups } from '../booking.tsx'
import rules from '../rules.built.ts'

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
  const groups = [
    ...shipmentGroups(),
    ...(hasRole(managerRoles) ? [{ title: common.status, names: ['status', 'reason'] }] : []),
  ]
  const initial = draftOf(
    shipment,
    groups.flatMap(({ names }) => names),
  )
  return (
    <FormDialog
      isPanel
      title={common.edit}
      onClose={onClose}
      id={`shipment-${shipment.id}`}
      rules={rules.change}
      groups={groups}
      fields={{
        ...shipmentFields(),
        status: {
          label: common.status,
          choiceName: (status) => statusNames.shipment[status as Shipment['status']],
        },
        reason: { label: words.reason, hint: words.reasonHint },
      }}
      initial={initial}
      submit={common.save}
      send={(body) =>
        unwrap(
          api.PUT('/api/v1/shipments/{id}', {
            params: { path: { id: shipment.id }, header: { 'If-Match': etag } },
            body: changedIn(body, initial),
          }),
        )
      }
    />
  )
}
