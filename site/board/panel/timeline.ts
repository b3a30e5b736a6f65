import { element, foreign } from '../../shared/element.ts'
import { inFull } from '../../shared/times.ts'
import type { Event } from '../ui/records.ts'
import { moment, times } from '../ui/format.ts'
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
    element('p', { class: 'event' }, foreign(description)),
    element(
      'p',
      { class: 'small' },
      element('time', { datetime: timestamp, title: inFull(times, date) }, moment(date)),
      ...(location === '' ? [] : [' · ', foreign(location)]),
      status_applied === false && ` · ${words.noEffect}`,
    ),
  )
}
