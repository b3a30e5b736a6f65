import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { open } from '../../../../../shared/domain/packages/status.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { toast } from '../../../../design/toast.tsx'
import { api, queries } from '../../../../staff/api/client.ts'
import type { Package, Shipment } from '../../../../staff/api/records.ts'
import { HandOverForm } from '../../../../staff/hand-over/form.tsx'
import { messages } from '../../../../staff/hand-over/messages.ts'
import { isOwed, ToCollect } from '../../../../staff/hand-over/to-collect.tsx'
import { PhotoButton } from '../../../../staff/hand-over/photo-button.tsx'
import { common } from '../../../../staff/messages/common.ts'
import { joined } from '../../../../staff/messages/language.ts'
import { caseNames, statusNames } from '../../../../staff/messages/statuses.ts'
import { isOnHold } from '../../../../staff/hand-over/on-hold.ts'
import { choosePhoto } from './choose-photo.ts'

interface HandOverProps {
  shipment: Shipment
  packages: readonly Package[]
  onClose: () => void
}

/** Whether a package can be handed over: it is there, and not on hold. */
export const canHandOver = (one: Package) =>
  (one.status === 'READY_FOR_PICKUP' || one.status === 'ARRIVED') && !isOnHold(one)

/** Hands packages over, with the proofs that the company's settings require. */
export function HandOver({ shipment, packages, onClose }: HandOverProps) {
  const { id, recipient_name } = shipment
  const ready = packages.filter(canHandOver)
  const photos = useSignal<readonly string[]>([])
  // The same hand-over, however often it is sent.
  const handover_id = useMemo(() => crypto.randomUUID(), [])
  const addPhoto = async () => {
    const photo = await choosePhoto(ready[0]?.id ?? '')
    if (photo !== undefined) photos.value = [...photos.value, photo]
  }
  return (
    <Dialog title={messages.handOver} closeLabel={common.close} onClose={onClose}>
      <HandOverForm
        id={`hand-over-${id}`}
        packages={ready}
        lead={
          <>
            <ToCollect {...shipment} />
            <HeldBack packages={packages} shipment={shipment} />
            <OpenCases packages={ready} />
          </>
        }
        receivedBy={recipient_name}
        photoButton={<PhotoButton count={photos.value.length} onClick={() => void addPhoto()} />}
        photoCount={photos.value.length}
        shipmentId={() => Promise.resolve(id)}
        send={({ package_ids = [], received_by, code, signature }, key) =>
          unwrap(
            api.POST('/api/v1/shipments/{id}/handovers', {
              params: { path: { id }, header: { 'Idempotency-Key': key } },
              body: {
                handover_id,
                package_ids,
                received_by,
                ...(code !== undefined && { code }),
                ...(signature && { signature }),
                ...(photos.value.length > 0 && { photo_ids: [...photos.value] }),
              },
            }),
          )
        }
        onDone={() => {
          toast({ text: messages.handedOver })
          void queries.invalidateQueries()
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Packages of the shipment that are still to be delivered and are not handed over now, and why; and that the price is of all. */
function HeldBack({ packages, shipment }: Pick<HandOverProps, 'packages' | 'shipment'>) {
  const held = packages.filter((one) => open.includes(one.status) && !canHandOver(one))
  if (held.length === 0) return null
  return (
    <div class="note needs">
      <strong>{messages.heldBack}</strong>
      {held.map(({ id, qr_code, status, exception }) => (
        <p key={id}>
          {joined([
            qr_code,
            statusNames.package[status],
            exception && (caseNames[exception.code] ?? exception.code),
          ])}
        </p>
      ))}
      {isOwed(shipment) && messages.priceOfAll}
    </div>
  )
}

/** Packages that the recipient should look at before they sign. */
const OpenCases = ({ packages }: { packages: readonly Package[] }) => (
  <>
    {packages.map(({ id, qr_code, exception }) =>
      exception ? (
        <p key={id} class="note needs">
          {joined([qr_code, caseNames[exception.code] ?? exception.code])}
        </p>
      ) : null,
    )}
  </>
)
