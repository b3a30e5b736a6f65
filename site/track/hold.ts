import { isFinal } from '../../shared/domain/shipments/status.ts'
import type { TrackedEvent, Tracking } from './api/answer.ts'

const holds = ['CUSTOMS_HOLD', 'LOST'] as const
export type Hold = (typeof holds)[number]

/** Events that neither hold a package nor move it: a scan of a package that has been received before changes nothing. */
const passing = ['DAMAGED', 'DELIVERY_FAILED', 'PACKAGE_SCANNED']
const finished = ['DELIVERED', 'RETURNED']

/**
 * What keeps all packages from their recipient that were not handed over: the hold of the newest event; undefined if at least
 * one of them can go on. A hold ends with the package's next event.
 */
export function holdOf({ status, events, packages_count }: Tracking): Hold | undefined {
  if (isFinal(status)) return undefined
  const own = events.filter(({ event_type }) => !passing.includes(event_type))
  const lastOf = (n: number) =>
    own.findLast(({ packages = [] }) => packages.length === 0 || packages.includes(n))
  const lasts = new Set<TrackedEvent | undefined>()
  for (let n = 1; n <= packages_count; n++) lasts.add(lastOf(n))
  const open = [...lasts].filter((last) => !finished.includes(last?.event_type ?? ''))
  const found = open.map((last) => holds.find((hold) => hold === last?.event_type))
  return found.length > 0 && found.every(Boolean) ? found.at(-1) : undefined
}
