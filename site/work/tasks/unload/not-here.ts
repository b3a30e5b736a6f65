import { api } from '../../../staff/api/client.ts'
import type { Bag } from '../../../staff/api/records.ts'
import { bagStatusName, isUnloaded } from '../../../staff/bags/status.tsx'
import { formatTime } from '../../../staff/messages/format.ts'
import { joined } from '../../../staff/messages/language.ts'
import { statusNames } from '../../../staff/messages/statuses.ts'
import { messages as scans } from '../../messages/scan.ts'

/** Milliseconds that the read of a flight may take. */
const patience = 4000

/**
 * Why a bag is not expected to be here: it was unloaded, is not on its way, or its flight has not arrived. Undefined if it is, or if
 * that is not known.
 */
export async function whyNotHere(bag: Bag): Promise<string | undefined> {
  const { status, arrived_at, flight_id } = bag
  if (isUnloaded(bag)) return joined([bagStatusName(bag), bag.unloaded && formatTime(bag.unloaded.at)])
  if (arrived_at !== null || status === 'DELIVERED') return undefined
  if (status !== 'IN_TRANSIT') return joined([statusNames.bag[status], scans.notOnItsWay])
  if (flight_id === null || !navigator.onLine) return undefined
  const flight = await api
    .GET('/api/v1/flights/{id}', {
      params: { path: { id: flight_id } },
      signal: AbortSignal.timeout(patience),
    })
    .catch(() => undefined)
  const { data } = flight ?? {}
  return data && data.status !== 'ARRIVED'
    ? joined([data.flight_number, statusNames.flight[data.status]])
    : undefined
}
