import { element, userText } from '../shared/element.ts'
import type { Tracking } from './api/answer.ts'
import type { Locale } from './choose-language.ts'

/** Where the parcel can be collected; nothing unless it is ready. */
export const pickup = ({ words }: Locale, { pickup = [] }: Tracking) =>
  pickup.map(({ name, address, city, hours, phone }) => {
    const where = [address, city].filter((text) => text !== '')
    const line = (term: string, text: string) =>
      text !== '' && element('p', {}, `${term}: `, element('bdi', { class: 'lines' }, text))
    const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(where.join(', '))}`
    return element(
      'section',
      { class: 'card', 'aria-label': `${words.pickup}: ${name}` },
      element('h2', {}, words.pickup),
      element('p', { class: 'lead' }, userText(name)),
      ...where.map((text) => element('p', {}, userText(text))),
      line(words.hours, hours),
      line(words.phone, phone),
      where.length > 0 &&
        element('p', {}, element('a', { href: map, target: '_blank', rel: 'noopener' }, words.map)),
    )
  })
