import { useSignal } from '@preact/signals'
import { InWarehouse } from '../app/warehouse.tsx'
import { isPackage } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { noPackage } from '../scan/refusal.ts'
import { Scanner } from '../scan/scanner.tsx'
import { messages as travel } from '../messages/travel.ts'
import { events, messages } from '../messages/tasks.ts'

const offered = [
  'PACKAGE_SCANNED',
  'ARRIVED_AT_WAREHOUSE',
  'CUSTOMS_HOLD',
  'CUSTOMS_CLEARED',
  'DELIVERY_FAILED',
] as const

/** Bags are scanned with this event only; with the others, their packages are. */
const ofBags: readonly string[] = ['ARRIVED_AT_WAREHOUSE']

/** Scans packages and bags into the warehouse, each with the event that is chosen. */
export default function ScanIn() {
  const event = useSignal<string>(offered[0])
  /** Why a delivery failed. */
  const reason = useSignal('')
  return (
    <InWarehouse>
      {(warehouse_id) => (
        <>
          <p class="field">
            <label for="event">{messages.scanAs}</label>
            <select
              id="event"
              value={event.value}
              onChange={({ currentTarget }) => (event.value = currentTarget.value)}
            >
              {offered.map((one) => (
                <option key={one} value={one}>
                  {events[one]}
                </option>
              ))}
            </select>
          </p>
          {event.value === 'DELIVERY_FAILED' && (
            <p class="field">
              <label for="reason">{travel.cause}</label>
              <input
                id="reason"
                dir="auto"
                maxLength={500}
                value={reason.value}
                onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
              />
            </p>
          )}
          <Scanner
            label={messages.scanPackage}
            // A code that is mistyped is not stored.
            onScan={async (label) =>
              isPackage(label) || (label.type === 'bag' && ofBags.includes(event.value))
                ? record('scan', label.shown, {
                    qr_code: label.text,
                    event_type: event.value,
                    warehouse_id,
                    ...(event.value === 'DELIVERY_FAILED' &&
                      reason.value.trim() !== '' && { notes: reason.value.trim() }),
                  })
                : noPackage(label)
            }
          />
        </>
      )}
    </InWarehouse>
  )
}
