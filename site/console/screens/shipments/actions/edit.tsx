import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { toast } from '../../../../design/toast.tsx'
import { api, queries } from '../../../api/client.ts'
import type { Shipment } from '../../../api/records.ts'
import { hasRole } from '../../../api/session.ts'
import type { Draft } from '../../../form/drafts.ts'
import { Form } from '../../../form/form.tsx'
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
  const names = groups.flatMap((group) => group.names)
  const texts = Object.entries(shipment).flatMap(([name, value]) =>
    names.includes(name) && (typeof value === 'string' || typeof value === 'number')
      ? [[name, String(value)]]
      : [],
  )
  const initial = Object.fromEntries(texts) as Draft
  return (
    <Dialog panel title={common.edit} closeLabel={common.close} onClose={onClose}>
      <Form
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
        send={(body) => {
          // What was not changed is not sent, so that another's change of another field stays.
          const changed = Object.entries(body).filter(
            ([name, value]) => String(value) !== (initial[name] ?? ''),
          )
          return unwrap(
            api.PUT('/api/v1/shipments/{id}', {
              params: { path: { id: shipment.id }, header: { 'If-Match': etag } },
              body: Object.fromEntries(changed),
            }),
          )
        }}
        onDone={() => {
          toast({ text: common.saved })
          void queries.invalidateQueries()
          onClose()
        }}
      />
    </Dialog>
  )
}
