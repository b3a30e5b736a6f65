import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api } from '../../staff/api/client.ts'
import { useRead } from '../../staff/api/read.ts'
import { SignaturePad, type Signature } from '../../staff/ui/signature.tsx'
import { useAct } from '../../staff/ui/act.ts'
import { toast } from '../../design/toast.tsx'
import { isOnline } from '../app/online.ts'
import { warehouseId } from '../app/warehouse.tsx'
import { discard } from '../queue/queue.ts'
import { showFeedback } from '../scan/feedback.tsx'
import type { PackageLabel } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { PackageScanner } from './package-scanner.tsx'
import { proofs, words } from '../words/tasks.ts'
import { TakePhoto, usePhotos } from './photo.tsx'

/** Hands packages over to their recipient: scan them, then the code or the signature, and a photo where the company asks for it. */
export default function HandOver() {
  const packages = useSignal<readonly PackageLabel[]>([])
  const name = useSignal('')
  const code = useSignal('')
  const signature = useSignal<Signature | undefined>(undefined)
  const photos = usePhotos()
  const round = useSignal(0)
  /** The attempt that was refused, which the next one replaces. */
  const refusedId = useRef<string | undefined>(undefined)
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  const required = settings.data?.body.handover.require ?? []
  const act = useAct()
  const [first] = packages.value

  const onPackage = (label: PackageLabel) => {
    if (!packages.value.some(({ id }) => id === label.id)) packages.value = [...packages.value, label]
    return words.packagesTaken(packages.value.length)
  }
  const sendCode = () =>
    void act.run(
      async () => {
        const { data } = await api.GET('/api/v1/packages/{id}', { params: { path: { id: first?.id ?? '' } } })
        return api.POST('/api/v1/shipments/{id}/handover-code', {
          params: { path: { id: data?.shipment_id ?? '' } },
        })
      },
      { onDone: ({ sent_to }) => toast({ text: words.codeSent(sent_to) }) },
    )
  async function handOver(): Promise<void> {
    if (!first) return
    const label = name.value.trim()
    const feedback = await record('handOver', label, {
      ...{
        package_ids: packages.value.map(({ id }) => id),
        received_by: label,
        photos: await photos.keep(label, first.id),
      },
      ...(warehouseId.value && { warehouse_id: warehouseId.value }),
      ...(code.value.trim() && { code: code.value.trim() }),
      ...(signature.value && { signature: signature.value }),
    })
    showFeedback({ ...feedback, ...(feedback.tone === 'done' && { title: words.handedOver }) })
    if (refusedId.current !== undefined) await discard(refusedId.current)
    refusedId.current = feedback.tone === 'wrong' ? feedback.id : undefined
    if (feedback.tone === 'wrong') return
    packages.value = []
    photos.clear()
    for (const field of [name, code]) field.value = ''
    signature.value = undefined
    round.value++
  }
  return (
    <>
      <PackageScanner key={round.value} onPackage={onPackage} />
      {first && (
        <form
          class="form"
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void handOver()
          }}
        >
          <p class="note moving">
            <strong>{words.packagesTaken(packages.value.length)}</strong>
            {required.length > 0 && <span>{words.needed(required.map((one) => proofs[one]).join(', '))}</span>}
          </p>
          <p class="field">
            <label for="received-by">{words.receivedBy}</label>
            <input
              id="received-by"
              required
              autocomplete="off"
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
          </p>
          <p class="field">
            <label for="handover-code">{words.recipientCode}</label>
            <input
              id="handover-code"
              inputMode="numeric"
              autocomplete="off"
              value={code.value}
              onInput={({ currentTarget }) => (code.value = currentTarget.value)}
            />
          </p>
          <p class="row">
            <button type="button" aria-disabled={!isOnline.value || act.isBusy.value} onClick={sendCode}>
              {words.sendCode}
            </button>
            <TakePhoto photos={photos} />
          </p>
          <SignaturePad label={words.signature} onSign={(one) => (signature.value = one)} />
          <p class="actions">
            <button type="submit" class="primary">
              {words.handOver}
            </button>
          </p>
        </form>
      )}
    </>
  )
}
