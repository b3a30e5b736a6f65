import { ageOf } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import type { TrackingState } from './api/follow.ts'
import type { Locale } from './choose-language.ts'
import { parcel } from './parcel.ts'
import { search } from './search.ts'

/** A view of the page. */
export interface View {
  title: string
  contents: HTMLElement[]
  announcement: string
}

const card = (...children: HTMLElement[]) => element('section', { class: 'card' }, ...children)
const heading = (text: string) => element('h1', {}, text)

/** The view without a tracking id. */
export function idFormView(locale: Locale): View {
  const { follow } = locale.words
  return { title: follow, contents: [card(heading(follow), search(locale))], announcement: '' }
}

/** The view of a parcel. `again` polls immediately. */
export function parcelView(locale: Locale, id: string, state: TrackingState, retry: () => void): View {
  const { words } = locale
  const { tracking, failure } = state
  if (state.missing) return missing(locale, id)
  const another = element('a', { href: `/track${location.search}`, id: 'another' }, words.another)
  const foot = element('p', { class: 'foot' }, another)
  const note = failure ? [failureNote(locale, state, words[failure], retry)] : []
  if (!tracking) {
    const waiting = failure ? words.follow : words.looking
    const title = `${words.follow} · ${id}`
    return {
      title,
      contents: [...note, card(heading(waiting), element('bdi', { class: 'id' }, id)), foot],
      announcement: failure ? words[failure] : '',
    }
  }
  const [status, sentence] = words.statuses[tracking.status]
  return {
    title: `${status} · ${tracking.tracking_id}`,
    contents: [...note, ...parcel(locale, tracking), foot],
    announcement: failure ? words[failure] : `${status}. ${sentence}`,
  }
}

/** The view after a 404: the service does not distinguish unknown and expired ids. */
function missing(locale: Locale, id: string): View {
  const { missing, missingHint } = locale.words
  const [title, sentence] = missing
  const paragraphs = [element('p', { class: 'lead' }, sentence), element('p', {}, missingHint)]
  return {
    title,
    contents: [card(heading(title), ...paragraphs, search(locale, id))],
    announcement: `${title}. ${sentence}`,
  }
}

function failureNote(locale: Locale, { checked, failure }: TrackingState, words: string, retry: () => void) {
  const button = element('button', { type: 'button', id: 'again' }, locale.words.tryAgain)
  button.addEventListener('click', retry)
  return element(
    'section',
    { class: 'note', 'aria-label': words },
    element('p', {}, words),
    checked !== undefined && element('p', { class: 'small' }, ageOf(locale, locale.words.checked, checked)),
    failure !== 'busy' && button,
  )
}
