import { useSignal } from '@preact/signals'
import { isFinal } from '../../../../shared/domain/shipments/status.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { Gone, isGone } from '../../ui/gone.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Actions } from './actions/actions.tsx'
import { Facts } from './facts.tsx'
import { AddPackage } from './package/add.tsx'
import { Packages } from './package/packages.tsx'
import { messages } from './messages.ts'
import { ShipmentStatus } from './status.tsx'

/** A shipment with its packages. */
export function ShipmentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const params = { params: { path: { id } } }
  const shipment = useRead(['shipment', id], () => api.GET('/api/v1/shipments/{id}', params))
  const packages = useRead(['shipment', id, 'packages'], () =>
    api.GET('/api/v1/shipments/{id}/packages', params),
  )
  const isAdding = useSignal(false)
  if (isGone(shipment)) return <Gone onClose={onClose} />
  return (
    <Dialog
      panel
      title={<span class="code">{shipment.data?.body.tracking_id ?? common.loading}</span>}
      status={
        shipment.data && (
          <>
            <CopyButton name={messages.tracking} text={shipment.data.body.tracking_id} />
            <ShipmentStatus {...shipment.data.body} />
          </>
        )
      }
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={shipment}>
        {({ body, etag }) => (
          <>
            <Actions shipment={body} etag={etag ?? ''} packages={packages.data?.body ?? []} />
            <Facts shipment={body} />
          </>
        )}
      </Loaded>
      <section class="stack">
        <h3>
          {messages.packages}
          {packages.data && <span class="hint number"> {formatNumber(packages.data.body.length)}</span>}
        </h3>
        <Loaded query={packages}>{({ body }) => <Packages all={body.toReversed()} />}</Loaded>
        {hasRole(bookingRoles) && !isAdding.value && shipment.data && !isFinal(shipment.data.body.status) && (
          <p>
            <button type="button" onClick={() => (isAdding.value = true)}>
              {messages.addPackage}
            </button>
          </p>
        )}
        {isAdding.value && (
          <AddPackage
            id={id}
            weight={packages.data?.body.length === 0 ? shipment.data?.body.weight : undefined}
            onClose={() => (isAdding.value = false)}
          />
        )}
      </section>
    </Dialog>
  )
}
