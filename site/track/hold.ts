import { isFinal } from '../../shared/domain/shipments/status.ts'
import type { TrackedEvent, Tracking } from './api/answer.ts'

const holds = ['CUSTOMS_HOLD', 'LOST'] as const
export type Hold = (typeof holds)[number]

/** Events that neither hold a package nor move it: a scan of a package that has been received before changes nothing. */
const passing = ['DAMAGED', 'DELIVERY_FAILED', 'PACKAGE_SCANNED']
const finished = ['DELIVERED', 'RETURNED']

/** The newest event of each package. */
function newestOf({ events, packages_count }: Tracking): (TrackedEvent | undefined)[] {
  const own = events.filter(({ event_type }) => !passing.includes(event_type))
  const lasts: (TrackedEvent | undefined)[] = []
  for (let n = 1; n <= packages_count; n++)
    lasts.push(own.findLast(({ packages = [] }) => packages.length === 0 || packages.includes(n)))
  return lasts
}
/** That of each package that was not handed over. */
const openPackages = (tracking: Tracking) =>
  newestOf(tracking).filter((last) => !finished.includes(last?.event_type ?? ''))
const holdIn = (last: TrackedEvent | undefined) => holds.find((hold) => hold === last?.event_type)

/**
 * What keeps all packages from their recipient that were not handed over: the hold of the newest event; undefined if at least
 * one of them can go on. A hold ends with the package's next event.
 */
export function holdOf(tracking: Tracking): Hold | undefined {
  if (isFinal(tracking.status)) return undefined
  const found = openPackages(tracking).map(holdIn)
  return found.length > 0 && found.every(Boolean) ? found.at(-1) : undefined
}

/** Whether all packages have the same newest event, as far as it is known. */
export function areTogether(tracking: Tracking): boolean {
  const found = new Set(newestOf(tracking).map((last) => last?.event_type))
  return found.size === 1 && !found.has(undefined)
}

/** How many packages each hold keeps. */
export function heldPackages(tracking: Tracking): (readonly [Hold, number])[] {
  const found = openPackages(tracking).map(holdIn)
  return holds.flatMap((hold) => {
    const count = found.filter((one) => one === hold).length
    return count > 0 ? [[hold, count] as const] : []
  })
}
