import { moveTo } from '../../../../../shared/domain/kernel/state-machine.ts'
import { handlingRoles, managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { packageMachine, type PackageStatus } from '../../../../../shared/domain/packages/status.ts'
import { api } from '../../../../staff/api/client.ts'
import { useRequiredProofs } from '../../../../staff/hand-over/proofs.ts'
import { useRead } from '../../../../staff/api/read.ts'
import type { Package } from '../../../../staff/api/records.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import { useAct } from '../../../../staff/ui/act.ts'
import { RecordActions } from '../../../ui/record-actions.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Loaded } from '../../../../staff/ui/loaded.tsx'
import { office } from '../../../messages/office.ts'
import { statusNames } from '../../../../staff/messages/statuses.ts'
import { messages as actions } from '../actions/messages.ts'
import { messages } from '../messages.ts'
import { OpenCase } from './case.tsx'
import { CorrectStatus } from './correct.tsx'
import { EditPackage } from './edit.tsx'
import { CaseLink } from './hold.tsx'
import { isOnHold } from '../../../../staff/hand-over/on-hold.ts'
import { Photos } from './photos.tsx'
import { Timeline } from './timeline.tsx'

/** The usual next status that staff set. Between warehouses, a package's status follows its bag. */
const usualNext: Partial<Record<PackageStatus, PackageStatus>> = {
  CREATED: 'IN_WAREHOUSE',
  IN_TRANSIT: 'ARRIVED',
  ARRIVED: 'READY_FOR_PICKUP',
  READY_FOR_PICKUP: 'DELIVERED',
  LOST: 'ARRIVED',
}
const moveNames = (): Partial<Record<PackageStatus, string>> => ({
  IN_WAREHOUSE: messages.receive,
  ARRIVED: messages.arrive,
  READY_FOR_PICKUP: messages.ready,
  DELIVERED: messages.deliver,
})

/** The actions of a package, its photos, and its timeline. `hasCaseLink`: also a link to the case about it. */
export function PackageDetails({ id, hasCaseLink }: { id: string; hasCaseLink: boolean }) {
  const params = { params: { path: { id } } }
  const one = useRead(['package', id], () => api.GET('/api/v1/packages/{id}', params))
  const proofs = useRequiredProofs()
  const shipment_id = one.data?.body.shipment_id ?? ''
  const shipment = useRead(
    ['shipment', shipment_id],
    () => api.GET('/api/v1/shipments/{id}', { params: { path: { id: shipment_id } } }),
    one.data?.body.status === 'CREATED',
  )
  const act = useAct()
  const move = (status: PackageStatus, etag = '') =>
    void act.run(
      () =>
        api.PUT('/api/v1/packages/{id}', {
          ...params,
          body: { status },
          headers: { 'If-Match': etag },
        }),
      { done: messages.nowIs(statusNames.package[status]) },
    )
  const saveLabel = (code: string) =>
    void saveFile(
      () =>
        api.GET('/api/v1/packages/{id}/label', {
          params: { path: { id }, query: { format: 'pdf' } },
          parseAs: 'blob',
        }),
      `${code}.pdf`,
    )
  const moveAction = (record: Package, etag: string | undefined) => {
    const next = nextOf(record)
    // Until it is known whether a counter has taken it in, that is not offered.
    if (next === 'IN_WAREHOUSE' && (!shipment.data || shipment.data.body.received_at_warehouse_id)) return false
    // What needs a proof is handed over (the action of the shipment).
    const needsProof = next === 'DELIVERED' && proofs.length > 0
    return (
      next !== undefined &&
      !needsProof &&
      hasRole(handlingRoles) && {
        name: moveNames()[next] ?? next,
        isBusy: act.isBusy.value,
        act: () => move(next, etag),
      }
    )
  }
  return (
    <div class="details">
      <Loaded query={one} lines={1}>
        {({ body, etag }) => (
          <>
            {hasCaseLink && body.exception && (
              <p>
                <CaseLink one={body} />
              </p>
            )}
            <RecordActions
              actions={[
                moveAction(body, etag),
                { name: messages.label, act: () => saveLabel(body.qr_code) },
                hasRole(handlingRoles) && {
                  name: messages.editPackage,
                  dialog: (onClose) => <EditPackage one={body} etag={etag ?? ''} onClose={onClose} />,
                },
                hasRole(handlingRoles) && {
                  name: actions.openCase,
                  dialog: (onClose) => <OpenCase id={id} onClose={onClose} />,
                },
                hasRole(managerRoles) && {
                  name: messages.correctStatus,
                  dialog: (onClose) => <CorrectStatus one={body} etag={etag ?? ''} onClose={onClose} />,
                },
                hasRole(managerRoles) && {
                  name: office.remove,
                  isDanger: true,
                  confirm: {
                    title: actions.deletePackageQuestion,
                    send: () =>
                      api.DELETE('/api/v1/packages/{id}', {
                        params: { path: { id }, header: { 'If-Match': etag ?? '' } },
                      }),
                    done: office.deleted,
                  },
                },
              ]}
            />
          </>
        )}
      </Loaded>
      <Timeline id={id} />
      <Photos id={id} />
    </div>
  )
}

function nextOf(one: Package): PackageStatus | undefined {
  const { status } = one
  const to = usualNext[status]
  if (to === 'DELIVERED' && isOnHold(one)) return undefined
  return to && moveTo(packageMachine, status, to, false) ? to : undefined
}
