import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api, queries } from '../../api/client.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import { statusNames } from '../../words/statuses.ts'
import { words } from './words.ts'

const events = [
  ...['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE', 'READY_FOR_PICKUP'],
  ...['CUSTOMS_HOLD', 'CUSTOMS_CLEARED', 'DAMAGED'],
] as const

/** Scans packages and bags in a warehouse, each with the event that is chosen. */
export function ScanEvents({ warehouseId }: { warehouseId: string }) {
  const event = useSignal<string>('PACKAGE_SCANNED')
  const names: Record<string, unknown> = words
  async function act(text: string, key: string): Promise<string> {
    const answer = await unwrap(
      api.POST('/api/v1/scan-event', {
        params: { header: { 'Idempotency-Key': key } },
        body: {
          // A code may have been typed in small letters; what a QR code holds is as it is.
          qr_code: text.startsWith('{') ? text : text.toUpperCase(),
          ...{ warehouse_id: warehouseId, event_type: event.value },
        },
      }),
    )
    void queries.invalidateQueries()
    const status =
      'package_id' in answer ? statusNames.package[answer.status] : statusNames.bag[answer.status as 'OPEN']
    return answer.status_applied ? status : `${status} · ${words.noEffect}`
  }
  return (
    <>
      <p class="field">
        <label for="scan-as">{words.scanAs}</label>
        <select
          id="scan-as"
          value={event.value}
          onChange={({ currentTarget }) => (event.value = currentTarget.value)}
        >
          {events.map((one) => (
            <option key={one} value={one}>
              {String(names[one])}
            </option>
          ))}
        </select>
      </p>
      <ScanLine label={words.scan} act={act} />
    </>
  )
}
