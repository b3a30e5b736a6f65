import type { BagRecord } from '../bags/record.ts'
import { timelineLength, type BagEvent, type EventRecord } from '../timeline/timeline-events.ts'
import type { PackageRecord } from '../packages/record.ts'

/**
 * The timeline of packages, oldest first: their own events, and those of their bags while they were inside; a
 * bag's event once, however many packages it held.
 */
export function timeline(
  own: readonly EventRecord[],
  packages: readonly PackageRecord[],
  bags: ReadonlyMap<string, BagRecord>,
): (EventRecord | BagEvent)[] {
  const shared = new Map<string, BagEvent>()
  for (const { stays } of packages)
    for (const { bag_id, from, until } of stays)
      for (const event of bags.get(bag_id)?.events ?? [])
        if (event.recorded_at >= from && (until === undefined || event.recorded_at <= until))
          shared.set(event.id, event)
  return [...own, ...shared.values()].sort(byMoment).slice(-timelineLength)
}

/** Ids of the same millisecond sort in creation order. */
const byMoment = (a: EventRecord | BagEvent, b: EventRecord | BagEvent) =>
  a.timestamp === b.timestamp ? (a.id < b.id ? -1 : 1) : a.timestamp < b.timestamp ? -1 : 1

/** The ids of all bags that held packages. */
export const bagsOf = (packages: readonly PackageRecord[]) =>
  packages.flatMap(({ stays }) => stays.map(({ bag_id }) => bag_id))
