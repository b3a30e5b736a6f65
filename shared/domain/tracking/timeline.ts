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
  const shared = new Map(inBags(packages, bags).map(({ event }) => [event.id, event]))
  return [...own, ...shared.values()].sort(byMoment).slice(-timelineLength)
}

/** The events of bags with each package that was inside. */
const inBags = (packages: readonly PackageRecord[], bags: ReadonlyMap<string, BagRecord>) =>
  packages.flatMap(({ id, stays }) =>
    stays.flatMap(({ bag_id, from, until }) =>
      (bags.get(bag_id)?.events ?? [])
        .filter(({ recorded_at: at }) => at >= from && (until === undefined || at <= until))
        .map((event) => ({ event, package_id: id })),
    ),
  )

/** Which of the packages an event concerns, in their order; none if it concerns the shipment as such. */
export function concerning(
  packages: readonly PackageRecord[],
  bags: ReadonlyMap<string, BagRecord>,
): (event: EventRecord | BagEvent) => PackageRecord[] {
  const inside = Map.groupBy(inBags(packages, bags), ({ event }) => event.id)
  return (event) => {
    const named = 'shipment_id' in event ? [event.package_id, ...(event.packages ?? [])] : []
    const ids = new Set([...named, ...(inside.get(event.id) ?? []).map(({ package_id }) => package_id)])
    return packages.filter(({ id }) => ids.has(id))
  }
}

/** Ids of the same millisecond sort in creation order. */
const byMoment = (a: EventRecord | BagEvent, b: EventRecord | BagEvent) =>
  a.timestamp === b.timestamp ? (a.id < b.id ? -1 : 1) : a.timestamp < b.timestamp ? -1 : 1

/** The ids of all bags that held packages. */
export const bagsOf = (packages: readonly PackageRecord[]) =>
  packages.flatMap(({ stays }) => stays.map(({ bag_id }) => bag_id))
