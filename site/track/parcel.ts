import { isFinal } from '../../shared/domain/states/shipment.ts'
import type { Tracking } from './api/answer.ts'
import { element, userText } from '../shared/element.ts'
import { formatPackages, type Locale } from './choose-language.ts'
import { pickup } from './pickup.ts'
import { progress } from './progress.ts'
import { timeline } from './timeline.ts'
import { ageOf } from '../shared/age.ts'
import { dayName } from '../shared/times.ts'

/** A parcel's status, progress, route and timeline. */
export function parcel(locale: Locale, tracking: Tracking): HTMLElement[] {
  const { words } = locale
  const { status, events, tracking_id } = tracking
  const [title, sentence] = words.statuses[status]
  const last = events.at(-1)
  const card = element(
    'section',
    { class: 'card', 'aria-labelledby': 'status' },
    element('p', { class: 'small' }, `${words.parcel} `, element('bdi', { class: 'id' }, tracking_id)),
    element('h1', { id: 'status' }, title),
    element('p', { class: 'lead' }, sentence),
    progress(locale, status),
    facts(locale, tracking),
    last && element('p', { class: 'small' }, ageOf(locale, words.updated, Date.parse(last.timestamp))),
  )
  return [card, ...pickup(locale, tracking), timeline(locale, tracking)]
}

const halfADay = 12 * 3600 * 1000

function facts(locale: Locale, { status, origin, destination, estimated_delivery, packages_count }: Tracking) {
  const { words } = locale
  const place = (name: string) => (name === '' ? words.notYetKnown : userText(name))
  const fact = (name: string, value: string | Node, kind?: string) =>
    element('div', { class: kind }, element('dt', {}, name), element('dd', {}, value))
  // A date without a time zone: noon local time, so that it is the same day everywhere.
  const expected = new Date(`${estimated_delivery}T12:00:00`)
  const late = Date.now() > expected.getTime() + halfADay
  return element(
    'dl',
    {},
    fact(words.from, place(origin), 'from'),
    fact(words.to, place(destination)),
    !isFinal(status) && fact(late ? words.wasExpected : words.expected, dayName(locale, expected)),
    fact(words.contents, formatPackages(locale, packages_count)),
  )
}
