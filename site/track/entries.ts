import type { StatusText } from '../../shared/domain/messages/types.ts'
import { isStatus, type TrackedEvent, type Tracking } from './api/answer.ts'
import type { Locale } from './locale.ts'
import { holdOf } from './hold.ts'

/** An entry of the timeline: an event of one or more packages, as the newest of them had it. */
export interface Entry {
  event: TrackedEvent
  /** The packages, by number. */
  packages: readonly number[]
}

/** Events that are each shown, also when repeated: each is an attempt of its own. */
const repeats = 'DELIVERY_FAILED'

/**
 * The entries, newest first, by day. Packages that have the same event at the same place on one day share an entry. One that
 * has it again gets another, if it had a different event in between: a second scan says nothing new. `dayOf` names the day.
 */
export function entriesByDay(
  events: readonly TrackedEvent[],
  dayOf: (moment: Date) => string,
): Map<string, Entry[]> {
  const entries = new Set<Entry>()
  const latest = new Map<string, Entry>()
  /** What each package had last. */
  const had = new Map<number, string>()
  for (const event of events) {
    const { event_type, location, description, timestamp, packages: all = [] } = event
    const what = JSON.stringify([event_type, location, description])
    const packages = all.filter((one) => had.get(one) !== what || event_type === repeats)
    for (const one of all) had.set(one, what)
    if (all.length === 0) had.clear()
    else if (packages.length === 0) continue
    const same = dayOf(new Date(timestamp)) + what
    const before = latest.get(same)
    const joins =
      before && packages.length > 0 && before.packages.length > 0 && !intersects(before.packages, packages)
    if (joins) entries.delete(before)
    const entry = { event, packages: joins ? [...before.packages, ...packages] : packages }
    entries.add(entry)
    latest.set(same, entry)
  }
  // Without Map.groupBy, which phones of recipients may not have.
  const days = new Map<string, Entry[]>()
  for (const entry of [...entries].reverse()) {
    const day = dayOf(new Date(entry.event.timestamp))
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

const intersects = (some: readonly number[], others: readonly number[]) =>
  some.some((one) => others.includes(one))

/** A status that the parcel has or had, or will have: a title and a sentence. */
export function statusText(
  { messages }: Locale,
  { status, cancelled_at, received_at_warehouse: at }: Tracking,
  of = status,
): StatusText {
  if (of === 'RECEIVED' && at !== undefined) return messages.counter(at && `\u2068${at}\u2069`)
  return cancelled_at !== undefined && of === status ? messages.cancelled : messages.statuses[of]
}

/** Events after which a packed parcel still waits for its flight, and those after which it does not. */
const waits = [
  'ASSIGNED_TO_BAG',
  'BAG_SEALED',
  'COURIER_ASSIGNED',
  'BAG_CHECKED_IN',
  'BAG_MISSED_FLIGHT',
  'FLIGHT_CANCELLED',
]
const moves = ['BAG_LOADED', 'FLIGHT_DEPARTED', 'FLIGHT_ARRIVED', 'ARRIVED_AT_WAREHOUSE', 'STATUS_CHANGED']

/** The event after which a packed parcel waits for its flight; undefined if it has left, as far as it is known. */
function waitsSince({ status, events }: Tracking): string | undefined {
  if (status !== 'IN_TRANSIT') return undefined
  const last = events.findLast(({ event_type }) => waits.includes(event_type) || moves.includes(event_type))
  return waits.find((one) => one === last?.event_type)
}

/** Where the parcel is, or what holds it: a title and a sentence. */
export function stateText(locale: Locale, tracking: Tracking): StatusText {
  const { messages } = locale
  const hold = holdOf(tracking)
  if (hold) return [messages.events[hold], messages.holds[hold]]
  const since = waitsSince(tracking)
  if (since === undefined) return statusText(locale, tracking)
  // Its flight left without it, or was cancelled.
  return /MISSED|CANCEL/.test(since) ? [messages.events.BAG_MISSED_FLIGHT, messages.waits] : messages.packed
}

/** The name of a step: of the present one, that the parcel has not left yet. */
export const stepName = (locale: Locale, tracking: Tracking, step: Tracking['status']): string =>
  step === tracking.status && waitsSince(tracking) !== undefined
    ? locale.messages.packed[0]
    : statusText(locale, tracking, step)[0]

/** The translated text of an event; without a translation, the service's description. */
export function eventText({ messages }: Locale, { event_type, description }: TrackedEvent): string {
  // The description of STATUS_CHANGED is the status's English title.
  const status = event_type === 'STATUS_CHANGED' && description.toUpperCase().replaceAll(' ', '_')
  if (isStatus(status)) return messages.statuses[status][0]
  const known: Record<string, string> = messages.events
  return Object.hasOwn(known, event_type) ? (known[event_type] ?? '') : description || event_type
}
