import { element, userText } from '../../shared/element.ts'
import { dateAndTime } from '../../shared/times.ts'
import type { Event } from '../ui/records.ts'
import { formatTime, times } from '../ui/format.ts'
import { words } from '../ui/words.ts'

/** The timeline, newest first. */
export function timeline(events: readonly Event[]) {
  return element('ol', { class: 'timeline' }, ...[...events].reverse().map(entry))
}

function entry({ timestamp, description, location, status_applied }: Event) {
  const date = new Date(timestamp)
  return element(
    'li',
    {},
    element('p', { class: 'event' }, userText(description)),
    element(
      'p',
      { class: 'small' },
      element('time', { datetime: timestamp, title: dateAndTime(times, date) }, formatTime(date)),
      ...(location === '' ? [] : [' · ', userText(location)]),
      status_applied === false && ` · ${words.noEffect}`,
    ),
  )
}
