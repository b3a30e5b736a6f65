import type { Tracking, TrackedEvent } from './api/answer.ts'
import { isStatus } from './api/answer.ts'
import { element, userText } from '../shared/element.ts'
import type { Locale } from './choose-language.ts'
import { dateAndTime, relativeDay, timeOfDay } from '../shared/times.ts'

/** The timeline, newest first, grouped by day in the user's time zone. */
export function timeline(locale: Locale, tracking: Tracking) {
  const { words } = locale
  const days = new Map<string, HTMLElement[]>()
  for (const event of [...tracking.events].reverse()) {
    const day = relativeDay(locale, new Date(event.timestamp))
    const entries = days.get(day) ?? []
    entries.push(entry(locale, event, tracking))
    days.set(day, entries)
  }
  return element(
    'section',
    { class: 'card', 'aria-labelledby': 'timeline' },
    element('h2', { id: 'timeline' }, words.timeline),
    ...[...days].flatMap(([day, entries]) => [
      element('h3', {}, day),
      element('ol', { class: 'timeline' }, ...entries),
    ]),
    element('p', { class: 'small' }, days.size > 0 ? words.yourTime : words.noEvents),
  )
}

function entry(locale: Locale, event: TrackedEvent, { origin, destination }: Tracking) {
  const time = new Date(event.timestamp)
  // Replaces an airport code with the parcel's origin or destination of the same code, which includes the city.
  const place = [origin, destination].find((place) => place.endsWith(`(${event.location})`)) ?? event.location
  return element(
    'li',
    {},
    element('p', { class: 'event' }, descriptionOf(locale, event)),
    element(
      'p',
      { class: 'small' },
      element('time', { datetime: event.timestamp, title: dateAndTime(locale, time) }, timeOfDay(locale, time)),
      ...(place === '' ? [] : [' · ', userText(place)]),
    ),
  )
}

/** The translated description of an event; without a translation, the service's description. */
function descriptionOf({ words }: Locale, { event_type, description }: TrackedEvent): string | Node {
  // The description of STATUS_CHANGED is the status's English title.
  const status = event_type === 'STATUS_CHANGED' && description.toUpperCase().replaceAll(' ', '_')
  if (isStatus(status)) return words.statuses[status][0]
  const known: Record<string, string> = words.events
  return Object.hasOwn(known, event_type) ? (known[event_type] ?? '') : userText(description || event_type)
}
