import { useSignal } from '@preact/signals'
import { X } from 'lucide-preact'
import { toast } from '../../../design/toast.tsx'
import { CourierError } from '../../../../shared/client/http/errors.ts'
import { api } from '../../../staff/api/client.ts'
import { SignaturePad } from '../../../staff/ui/signature.tsx'
import { useAct } from '../../../staff/ui/act.ts'
import { isOnline } from '../../app/online.ts'
import { warehouseId } from '../../app/warehouse.tsx'
import { checks } from '../../../staff/messages/checks.ts'
import { common } from '../../../staff/messages/common.ts'
import { discard } from '../../queue/queue.ts'
import { showFeedback } from '../../scan/feedback.tsx'
import type { ScannedPackage } from '../../scan/known.ts'
import type { PackageLabel } from '../../scan/label.ts'
import { record } from '../../scan/record.ts'
import { proofs as proofNames, messages } from '../../messages/tasks.ts'
import { PackageLine } from '../package-line.tsx'
import { PackageScanner } from '../package-scanner.tsx'
import { TakePhoto, usePhotos } from '../photo.tsx'
import { emptyDraft, restoreDraft, storeDraft, type HandOverDraft } from './draft.ts'
import { proofsToGive, useRequiredProofs, type Proof } from './proofs.ts'

interface TextFieldProps {
  id: string
  label: string
  value: string
  isRequired: boolean
  /** Whether it was left empty although it is required. */
  isMissing: boolean
  inputMode?: 'numeric'
  onText: (text: string) => void
}

const TextField = ({ id, label, value, isRequired, isMissing, inputMode, onText }: TextFieldProps) => (
  <p class="field">
    <label for={id}>
      {label}
      {!isRequired && <span class="hint"> · {common.optional}</span>}
    </label>
    <input
      id={id}
      autocomplete="off"
      required={isRequired}
      value={value}
      {...(inputMode && { inputMode })}
      {...(isMissing && { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` })}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
    {isMissing && (
      <span id={`${id}-error`} class="error" role="alert">
        {checks.required}
      </span>
    )}
  </p>
)

/** Hands packages over to their recipient: scan them, then what the company requires as a proof. */
export default function HandOver() {
  const draft = useSignal<HandOverDraft>(restoreDraft())
  const code = useSignal('')
  const photos = usePhotos()
  const round = useSignal(0)
  const missing = useSignal<readonly Proof[]>([])
  const isNameMissing = useSignal(false)
  /** Whether the service did not answer, though the phone has a network. */
  const isUnreachable = useSignal(false)
  const required = useRequiredProofs()
  const act = useAct()
  const isSending = useSignal(false)
  const given = code.value.trim()
  // One that is completed later was given away then, unless the recipient is here and says the code.
  const at = given === '' ? draft.value.at : undefined
  const offline = at !== undefined || !isOnline.value || isUnreachable.value
  const { packages, name, signature, replaces } = draft.value
  const [first] = packages
  const change = (changes: Partial<HandOverDraft>) => {
    draft.value = { ...draft.value, ...changes }
    storeDraft(draft.value)
  }

  function onPackage(found: ScannedPackage, { text }: PackageLabel) {
    const { packages } = draft.value
    const other = packages.find(({ record }) => record && record.shipment_id !== found.record?.shipment_id)
    if (other?.record && found.record) return { refused: messages.otherShipment(found.record.recipient_name) }
    // Most packages are collected by their recipient.
    const suggested =
      packages.length === 0 && draft.value.name === '' ? found.record?.recipient_name : undefined
    if (!packages.some(({ id }) => id === found.id))
      change({ packages: [...packages, { ...found, text }], ...(suggested && { name: suggested }) })
    return messages.packagesTaken(draft.value.packages.length)
  }
  const begin = () => {
    draft.value = emptyDraft
    storeDraft(emptyDraft)
  }
  const takeOff = (id: string) =>
    packages.length === 1 ? begin() : change({ packages: packages.filter((one) => one.id !== id) })

  const sendCode = () =>
    void act.run(
      async () => {
        try {
          const { data } = await api.GET('/api/v1/packages/{id}', { params: { path: { id: first?.id ?? '' } } })
          const path = { id: data?.shipment_id ?? '' }
          return await api.POST('/api/v1/shipments/{id}/handover-code', { params: { path } })
        } catch (error) {
          isUnreachable.value = !(error instanceof CourierError)
          throw error
        }
      },
      { onDone: ({ sent_to }) => toast({ text: messages.codeSent(sent_to) }) },
    )
  async function handOver(): Promise<void> {
    if (!first) return
    const received_by = name.trim()
    const has = {
      code: given !== '',
      signature: signature !== undefined,
      photo: photos.blobs.value.length + draft.value.photos.length > 0,
    }
    missing.value = proofsToGive(required, offline).filter((proof) => !has[proof])
    isNameMissing.value = received_by === ''
    if (missing.value.length > 0 || isNameMissing.value) return
    change({ photos: [...draft.value.photos, ...(await photos.keep(received_by, first.id))] })
    photos.clear()
    const input = {
      qr_codes: packages.map(({ text }) => text),
      received_by,
      photos: [...draft.value.photos],
      offline,
      ...(warehouseId.value && { warehouse_id: warehouseId.value }),
      ...(given && { code: given }),
      ...(signature && { signature }),
    }
    const when = at ?? new Date().toISOString()
    const feedback = await record('handOver', received_by, input, when)
    showFeedback({ ...feedback, ...(feedback.tone === 'done' && { title: messages.handedOver }) })
    if (feedback.id === undefined) return
    if (replaces !== undefined) await discard(replaces)
    if (feedback.tone === 'wrong') {
      change({ replaces: feedback.id, ...(offline && { at: when }) })
      return
    }
    begin()
    code.value = ''
    isUnreachable.value = false
    round.value++
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (isSending.value) return
    isSending.value = true
    void handOver().finally(() => (isSending.value = false))
  }
  const asked = proofsToGive(required, offline)
  const withoutField = missing.value.filter((proof) => proof !== 'code')
  const list = (some: readonly Proof[]) => some.map((one) => proofNames[one]).join(', ')
  return (
    <>
      <PackageScanner key={round.value} onPackage={onPackage} />
      {first && (
        <form key={`form ${round.value}`} class="form" method="post" noValidate onSubmit={submit}>
          <p class="note moving">
            <strong>{messages.packagesTaken(packages.length)}</strong>
            {asked.length > 0 && <span>{messages.needed(list(asked))}</span>}
            {asked !== required && <span>{messages.codeReplaced}</span>}
          </p>
          <ul class="entries">
            {packages.map((one) => (
              <li key={one.id} class="removable">
                <p class="entry">
                  <PackageLine of={one} />
                </p>
                <button
                  type="button"
                  class="icon"
                  aria-label={messages.takeOff(one.shown)}
                  onClick={() => takeOff(one.id)}
                >
                  <X size={20} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          <TextField
            id="received-by"
            label={messages.receivedBy}
            value={name}
            isRequired
            isMissing={isNameMissing.value}
            onText={(text) => {
              isNameMissing.value = false
              change({ name: text })
            }}
          />
          <TextField
            id="handover-code"
            label={messages.recipientCode}
            value={code.value}
            isRequired={asked.includes('code')}
            isMissing={missing.value.includes('code')}
            inputMode="numeric"
            onText={(text) => {
              missing.value = missing.value.filter((proof) => proof !== 'code')
              code.value = text
            }}
          />
          <p class="row">
            <button type="button" aria-disabled={!isOnline.value || act.isBusy.value} onClick={sendCode}>
              {messages.sendCode}
            </button>
            <TakePhoto photos={photos} earlier={draft.value.photos.length} />
          </p>
          <SignaturePad
            label={messages.signature}
            {...(signature && { signed: signature })}
            onSign={(one) => change({ signature: one })}
          />
          {withoutField.length > 0 && (
            <p class="error" role="alert">
              {messages.stillMissing(list(withoutField))}
            </p>
          )}
          <p class="actions">
            <button type="submit" class="primary" aria-disabled={isSending.value}>
              {messages.handOver}
            </button>
          </p>
        </form>
      )}
    </>
  )
}
