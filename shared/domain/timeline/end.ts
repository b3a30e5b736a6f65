import type { PackageRecord } from '../packages/record.ts'
import type { BagEvent, EventRecord } from './timeline-events.ts'

/** Statuses after which nothing more happens to a package; a lost one may be found. */
const ends = ['DELIVERED', 'RETURNED']

type Ended = Pick<PackageRecord, 'id' | 'status'>

/** Whether a package was delivered or returned. */
export const hasEnded = ({ status }: Pick<PackageRecord, 'status'>) => ends.includes(status)

/**
 * The event by which a package was delivered or returned, of a timeline that is oldest first: the last one, since that may have been
 * corrected. Undefined before, and if the timeline does not reach back that far.
 */
export const endOf = <E extends EventRecord | BagEvent>(
  record: Ended,
  timeline: readonly E[],
): E | undefined =>
  hasEnded(record)
    ? timeline.findLast(
        (event) =>
          event.event_type === record.status && event.status_applied !== false && names(event, record.id),
      )
    : undefined

const names = (event: EventRecord | BagEvent, id: string) =>
  'shipment_id' in event && (event.package_id === id || event.packages?.has(id))
