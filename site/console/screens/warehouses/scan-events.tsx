import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { api, queries } from '../../../staff/api/client.ts'
import { codeOf } from '../../../staff/scan/code.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import type { Outcome } from '../../scan/queue.ts'
import { packageStatusName } from '../../ui/package-status.tsx'
import { joined } from '../../../staff/messages/language.ts'
import { caseNames, statusNames } from '../../../staff/messages/statuses.ts'
import { messages } from './messages.ts'

const events = [
  'PACKAGE_SCANNED',
  'ARRIVED_AT_WAREHOUSE',
  'READY_FOR_PICKUP',
  'CUSTOMS_HOLD',
  'CUSTOMS_CLEARED',
  'DAMAGED',
  'DELIVERY_FAILED',
] as const
const opensCase: readonly string[] = ['CUSTOMS_HOLD', 'DAMAGED', 'DELIVERY_FAILED']

/** Scans packages and bags in a warehouse, each with the event that is chosen. */
export function ScanEvents({ warehouseId }: { warehouseId: string }) {
  const event = useSignal<string>('PACKAGE_SCANNED')
  const names: Record<string, unknown> = messages
  // The event that was chosen when the label was scanned.
  const read = async (text: string) => ({ qr_code: codeOf(text), event_type: event.value })
  async function act(scanned: Awaited<ReturnType<typeof read>>, key: string): Promise<Outcome> {
    const answer = await unwrap(
      api.POST('/api/v1/scan-event', {
        params: { header: { 'Idempotency-Key': key } },
        body: { ...scanned, warehouse_id: warehouseId },
      }),
    )
    const status =
      'package_id' in answer
        ? await packageStatusName(answer.status, answer.package_id)
        : statusNames.bag[answer.status as 'OPEN']
    // A scan that opens a case leaves the status.
    if (opensCase.includes(scanned.event_type))
      return { text: joined([status, caseNames[scanned.event_type]]), needsCare: true }
    return answer.status_applied ? status : joined([status, messages.noEffect])
  }
  return (
    <ScanLine label={messages.scan} read={read} act={act} onIdle={() => void queries.invalidateQueries()}>
      <p class="line">
        <label for="scan-as">{messages.scanAs}</label>
        <select
          class="dense"
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
    </ScanLine>
  )
}
