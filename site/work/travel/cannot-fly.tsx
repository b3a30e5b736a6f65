import { useSignal } from '@preact/signals'
import type { Flight } from '../../staff/api/records.ts'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { showFeedback } from '../scan/feedback.tsx'
import { record } from '../scan/record.ts'
import { causes, messages } from '../messages/travel.ts'

/** The courier says that they cannot take a flight, so that a manager finds another. */
export function CannotFly({ flight, courierId }: { flight: Flight; courierId: string }) {
  const isOpen = useSignal(false)
  const cause = useSignal<keyof typeof causes>('ILLNESS')
  const close = () => (isOpen.value = false)
  async function send(): Promise<void> {
    const input = { courier_id: courierId, flight_id: flight.id, cause: cause.value }
    showFeedback(await record('cannotFly', flight.flight_number, input))
    close()
  }
  return (
    <>
      <p class="actions">
        <button type="button" class="danger" onClick={() => (isOpen.value = true)}>
          {messages.cannotFly}
        </button>
      </p>
      {isOpen.value && (
        <Dialog title={messages.cannotFly} closeLabel={common.close} onClose={close}>
          <p class="hint">{messages.cannotFlyHint}</p>
          <p class="field">
            <label for="cause">{messages.cause}</label>
            <select
              id="cause"
              value={cause.value}
              onChange={({ currentTarget }) => (cause.value = currentTarget.value as keyof typeof causes)}
            >
              {Object.entries(causes).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </p>
          <p class="actions">
            <button type="button" class="primary" onClick={() => void send()}>
              {messages.sayIt}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}
