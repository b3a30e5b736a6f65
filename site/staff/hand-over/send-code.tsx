import { useSignal } from '@preact/signals'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { toast } from '../../design/toast.tsx'
import { api } from '../api/client.ts'
import { hasRole } from '../api/session.ts'
import { useAct } from '../ui/act.ts'
import { messages } from './messages.ts'

interface SendCodeProps {
  /** The shipment whose recipient gets the code. Throws what the service cannot be asked with. */
  shipmentId: () => Promise<string>
  isOnline: boolean
  /** Whether nothing is handed over without a code. */
  isRequired: boolean
  /** Called when the service did not respond, and when it did. */
  onReached: (isReached: boolean) => void
}

/** Refusals after which no code comes before the hand-over. */
const withoutCode: readonly (string | undefined)[] = [
  'company_not_verified',
  'company_letters_used_up',
  'address_letters_used_up',
  'codes_of_day_used_up',
  'recipient_address_stopped',
  'recipient_email_missing',
]

/**
 * Sends the recipient a code. One to an address that was changed lately is sent only by a manager, who is then asked for the
 * reason.
 */
export function SendCode({ shipmentId, isOnline, isRequired, onReached }: SendCodeProps) {
  const act = useAct()
  const needsReason = useSignal(false)
  const isWithout = useSignal(false)
  const reason = useSignal('')
  const send = () =>
    void act.run(
      async () => {
        try {
          const path = { id: await shipmentId() }
          const body = reason.value.trim() === '' ? {} : { reason: reason.value.trim() }
          const result = await api.POST('/api/v1/shipments/{id}/handover-code', { params: { path }, body })
          const refused = new CourierError(result.response, result.error).reason
          needsReason.value = refused === 'recipient_email_changed' && hasRole(managerRoles)
          isWithout.value = withoutCode.includes(refused)
          onReached(true)
          return result
        } catch (error) {
          onReached(error instanceof CourierError)
          throw error
        }
      },
      { onDone: ({ sent_to }) => toast({ text: messages.codeSent(sent_to) }) },
    )
  return (
    <>
      <span class="row">
        <button type="button" aria-disabled={!isOnline || act.isBusy.value} onClick={send}>
          {messages.sendCode}
        </button>
      </span>
      {isWithout.value && (
        <span class="hint">{isRequired ? messages.managerDelivers : messages.withoutCode}</span>
      )}
      {needsReason.value && (
        <span class="field">
          <label for="code-reason">{messages.codeReason}</label>
          <input
            id="code-reason"
            dir="auto"
            value={reason.value}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        </span>
      )}
    </>
  )
}
