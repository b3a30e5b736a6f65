import type { Tracking, TrackedEvent } from './answer.ts'
import { isStatus } from './answer.ts'
import { element, foreign } from '../shared/element.ts'
import type { Locale } from './choose-language.ts'
import { inFull, ownDay, timeOfDay } from '../shared/times.ts'

/** What has happened, newest first, by the days of the reader's time zone. */
export function timeline(tongue: Locale, tracking: Tracking) {
  const { words } = tongue
  const days = new Map<string, HTMLElement[]>()
  for (const event of [...tracking.events].reverse()) {
    const day = ownDay(tongue, new Date(event.timestamp))
    const entries = days.get(day) ?? []
    entries.push(entry(tongue, event, tracking))
    days.set(day, entries)
  }
  return element(
    'section',
    { class: 'card', 'aria-labelledby': 'happened' },
    element('h2', { id: 'happened' }, words.timeline),
    ...[...days].flatMap(([day, entries]) => [
      element('h3', {}, day),
      element('ol', { class: 'timeline' }, ...entries),
    ]),
    element('p', { class: 'small' }, days.size > 0 ? words.yourTime : words.noEvents),
  )
}

function entry(tongue: Locale, event: TrackedEvent, { origin, destination }: Tracking) {
  const moment = new Date(event.timestamp)
  // An airport's code says less than the place that the parcel's own way names for it.
  const place = [origin, destination].find((place) => place.endsWith(`(${event.location})`)) ?? event.location
  return element(
    'li',
    {},
    element('p', { class: 'event' }, descriptionOf(tongue, event)),
    element(
      'p',
      { class: 'small' },
      element('time', { datetime: event.timestamp, title: inFull(tongue, moment) }, timeOfDay(tongue, moment)),
      ...(place === '' ? [] : [' · ', foreign(place)]),
    ),
  )
}

/** An event in the reader's words; one that this page has no words for says what the service says. */
function descriptionOf({ words }: Locale, { event_type, description }: TrackedEvent): string | Node {
  // The status that was set by hand stands in the description alone, by its English title.
  const status = event_type === 'STATUS_CHANGED' && description.toUpperCase().replaceAll(' ', '_')
  if (isStatus(status)) return words.statuses[status][0]
  const known: Record<string, string> = words.events
  return Object.hasOwn(known, event_type) ? (known[event_type] ?? '') : foreign(description || event_type)
}
