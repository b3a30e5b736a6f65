import { useSignal } from '@preact/signals'
import { InWarehouse } from '../app/warehouse.tsx'
import { isPackage } from '../scan/label.ts'
import { record } from '../scan/record.ts'
import { noPackage } from '../scan/refusal.ts'
import { Scanner } from '../scan/scanner.tsx'
import { events, messages } from '../messages/tasks.ts'

const offered = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE', 'CUSTOMS_HOLD', 'CUSTOMS_CLEARED'] as const

/** Bags are scanned with this event only; with the others, their packages are. */
const ofBags: readonly string[] = ['ARRIVED_AT_WAREHOUSE']

/** Scans packages and bags into the warehouse, each with the event that is chosen. */
export default function ScanIn() {
  const event = useSignal<string>(offered[0])
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
          <Scanner
            label={messages.scanPackage}
            // A code that is mistyped is not stored.
            onScan={async (label) =>
              isPackage(label) || (label.type === 'bag' && ofBags.includes(event.value))
                ? record('scan', label.shown, { qr_code: label.text, event_type: event.value, warehouse_id })
                : noPackage(label)
            }
          />
        </>
      )}
    </InWarehouse>
  )
}
