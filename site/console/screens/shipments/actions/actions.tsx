import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { bookingRoles, handlingRoles, managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../../staff/api/client.ts'
import type { Package, Shipment } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { useAct } from '../../../../staff/ui/act.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { common } from '../../../../staff/words/common.ts'
import { words } from './words.ts'
import { EditShipment } from './edit.tsx'
import { canHandOver, HandOver } from './hand-over.tsx'
import { Notices } from './notices.tsx'
import { ReturnShipment } from './return.tsx'

interface ActionsProps {
  shipment: Shipment
  etag: string
  packages: readonly Package[]
}

/** What can be done with a shipment, by its status and the user's role. */
export function Actions({ shipment, etag, packages }: ActionsProps) {
  const { route } = useLocation()
  const act = useAct()
  const open = useSignal<'edit' | 'handOver' | 'return' | 'notices' | 'delete' | undefined>(undefined)
  const show = (one: typeof open.value) => () => (open.value = one)
  const close = () => (open.value = undefined)
  const { id, tracking_id, delivered_count, return_id } = shipment
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
    <>
      <ActionBar
        actions={[
          packages.some(canHandOver) &&
            hasRole(handlingRoles) && { name: words.handOver, act: show('handOver'), isNext: true },
          hasRole(handlingRoles) && { name: common.edit, act: show('edit') },
          return_id
            ? { name: words.itsReturn, act: `/console/shipments/${return_id}` }
            : hasRole(bookingRoles) && { name: words.bookReturn, act: show('return') },
          { name: words.notices, act: show('notices') },
          delivered_count > 0 && { name: words.proof, act: saveProof },
          hasRole(managerRoles) && { name: common.remove, act: show('delete'), isDanger: true },
        ]}
      />
      {open.value === 'edit' && <EditShipment {...{ shipment, etag }} onClose={close} />}
      {open.value === 'handOver' && <HandOver {...{ shipment, packages }} onClose={close} />}
      {open.value === 'return' && <ReturnShipment shipment={shipment} onClose={close} />}
      {open.value === 'notices' && <Notices id={id} onClose={close} />}
      {open.value === 'delete' && (
        <Confirm
          title={words.deleteQuestion}
          text={words.deleteHint}
          action={common.remove}
          isDanger
          onClose={close}
          onConfirm={() =>
            void act.run(
              () => api.DELETE('/api/v1/shipments/{id}', { params: { path, header: { 'If-Match': etag } } }),
              { done: common.deleted, onDone: () => route('/console/shipments') },
            )
          }
        />
      )}
    </>
  )
}
