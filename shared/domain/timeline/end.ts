import type { PackageRecord } from '../packages/record.ts'
import type { PackageStatus } from '../packages/status.ts'
import type { BagEvent, EventRecord } from './timeline-events.ts'

/** The events of the statuses after which nothing more happens to a package; a lost one may be found. */
const ends: Partial<Record<PackageStatus, readonly string[]>> = {
  DELIVERED: ['DELIVERED'],
  RETURNED: ['RETURNED', 'SHIPMENT_CANCELLED'],
}
/** Whether a package or shipment comes to an end with an event, if it has that status now. */
export const isEnd = (status: PackageStatus, event_type: string) => ends[status]?.includes(event_type) ?? false

type Ended = Pick<PackageRecord, 'id' | 'status'>

/** Whether a package was delivered or returned. */
export const hasEnded = ({ status }: Pick<PackageRecord, 'status'>) => ends[status] !== undefined

/**
 * The event by which a package was delivered or returned, of a timeline that is oldest first: the last one, since that may have been
 * corrected. Undefined before, and if the timeline does not reach back that far.
 */
export const endOf = <E extends EventRecord | BagEvent>(record: Ended, timeline: readonly E[]): E | undefined =>
  timeline.findLast(
    (event) =>
      isEnd(record.status, event.event_type) && event.status_applied !== false && names(event, record.id),
  )

const names = (event: EventRecord | BagEvent, id: string) =>
  'shipment_id' in event && (event.package_id === id || event.packages?.has(id))
