import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { unwrap } from '../../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../../design/dialog.tsx'
import { toast } from '../../../../design/toast.tsx'
import { api, queries } from '../../../../staff/api/client.ts'
import { useRead } from '../../../../staff/api/read.ts'
import { hasRole } from '../../../../staff/api/session.ts'
import type { Package, Shipment } from '../../../../staff/api/records.ts'
import { Form } from '../../../../staff/form/form.tsx'
import { useAct } from '../../../../staff/ui/act.ts'
import { common } from '../../../../staff/messages/common.ts'
import { messages } from './messages.ts'
import { choosePhoto } from './choose-photo.ts'
import { SignaturePad, type Signature } from '../../../../staff/ui/signature.tsx'
import { isOnHold } from '../package/hold.tsx'
import rules from '../rules.data.ts'

interface HandOverProps {
  shipment: Shipment
  packages: readonly Package[]
  onClose: () => void
}

/** Whether a package can be handed over: it is there, and not on hold. */
export const canHandOver = (one: Package) =>
  (one.status === 'READY_FOR_PICKUP' || one.status === 'ARRIVED') && !isOnHold(one)

/** Hands packages over, with the proofs that the company's settings require. */
export function HandOver({ shipment: { id, recipient_name }, packages, onClose }: HandOverProps) {
  const ready = packages.filter(canHandOver)
  // A package that becomes ready later is offered, but not chosen.
  const chosen = useMemo(() => ready.map((one) => one.id), [])
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  const required = settings.data?.body.handover.require ?? []
  const signature = useSignal<Signature | undefined>(undefined)
  const photos = useSignal<readonly string[]>([])
  const act = useAct()
  // The same hand-over, however often it is sent.
  const handover_id = useMemo(() => crypto.randomUUID(), [])
  const path = { id }
  // The code goes to an address that was changed lately only from a manager, who says why.
  const needsReason = useSignal(false)
  const reason = useSignal('')
  const sendCode = () =>
    void act.run(
      async () => {
        const body = reason.value === '' ? {} : { reason: reason.value }
        const result = await api.POST('/api/v1/shipments/{id}/handover-code', { params: { path }, body })
        needsReason.value = result.response.status === 409 && hasRole(managerRoles)
        return result
      },
      { onDone: ({ sent_to }) => toast({ text: messages.codeSent(sent_to) }) },
    )
  const addPhoto = async () => {
    const photo = await choosePhoto(ready[0]?.id ?? '')
    if (photo !== undefined) photos.value = [...photos.value, photo]
  }
  return (
    <Dialog title={messages.handOver} closeLabel={common.close} onClose={onClose}>
      <p class="hint">
        {messages.proofsNeeded(required.map((one) => messages[one]).join(', ') || common.none)}
      </p>
      <p class="row">
        <button type="button" onClick={sendCode}>
          {messages.sendCode}
        </button>
        <button type="button" onClick={() => void addPhoto()}>
          {messages.addPhoto}
          {photos.value.length > 0 && ` (${photos.value.length})`}
        </button>
      </p>
      {needsReason.value && (
        <p class="field">
          <label for="code-reason">{messages.codeReason}</label>
          <input
            id="code-reason"
            value={reason.value}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        </p>
      )}
      <SignaturePad label={messages.signature} onSign={(one) => (signature.value = one)} />
      <Form
        id={`hand-over-${id}`}
        rules={{
          ...rules.handover,
          code: { ...(rules.handover.code ?? { kind: 'text' }), required: required.includes('code') },
          package_ids: { kind: 'choices', required: true, choices: ready.map((one) => one.id) },
        }}
        groups={[{ names: ['package_ids', 'received_by', 'code'] }]}
        fields={{
          package_ids: {
            label: messages.packages,
            choiceName: (one) => ready.find((item) => item.id === one)?.qr_code ?? one,
          },
          received_by: { label: messages.receivedBy },
          code: { label: messages.code, autocomplete: 'one-time-code' },
        }}
        initial={{ received_by: recipient_name, package_ids: chosen }}
        submit={messages.handOver}
        send={(body, key) =>
          unwrap(
            api.POST('/api/v1/shipments/{id}/handovers', {
              params: { path, header: { 'Idempotency-Key': key } },
              body: {
                ...(body as { package_ids: string[]; received_by: string }),
                handover_id,
                ...(signature.value && { signature: signature.value }),
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
