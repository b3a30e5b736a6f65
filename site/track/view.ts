import { ageOf } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import type { Known } from './follow.ts'
import type { Locale } from './choose-language.ts'
import { parcel } from './parcel.ts'
import { search } from './search.ts'

/** A view of the page. */
export interface View {
  title: string
  contents: HTMLElement[]
  aloud: string
}

const card = (...children: HTMLElement[]) => element('section', { class: 'card' }, ...children)
const heading = (text: string) => element('h1', {}, text)

/** The view without a tracking id. */
export function asking(tongue: Locale): View {
  const { follow } = tongue.words
  return { title: follow, contents: [card(heading(follow), search(tongue))], aloud: '' }
}

/** The view of a parcel. `again` polls immediately. */
export function following(tongue: Locale, id: string, known: Known, again: () => void): View {
  const { words } = tongue
  const { tracking, trouble } = known
  if (known.missing) return missing(tongue, id)
  const another = element('a', { href: `/track${location.search}`, id: 'another' }, words.another)
  const foot = element('p', { class: 'foot' }, another)
  const note = trouble ? [troubleNote(tongue, known, words[trouble], again)] : []
  if (!tracking) {
    const waiting = trouble ? words.follow : words.looking
    const title = `${words.follow} · ${id}`
    return {
      title,
      contents: [...note, card(heading(waiting), element('bdi', { class: 'id' }, id)), foot],
      aloud: trouble ? words[trouble] : '',
    }
  }
  const [status, sentence] = words.statuses[tracking.status]
  return {
    title: `${status} · ${tracking.tracking_id}`,
    contents: [...note, ...parcel(tongue, tracking), foot],
    aloud: trouble ? words[trouble] : `${status}. ${sentence}`,
  }
}

/** The view after a 404: the service does not distinguish unknown and expired ids. */
function missing(tongue: Locale, id: string): View {
  const { missing, missingHint } = tongue.words
  const [title, sentence] = missing
  const paragraphs = [element('p', { class: 'lead' }, sentence), element('p', {}, missingHint)]
  return {
    title,
    contents: [card(heading(title), ...paragraphs, search(tongue, id))],
    aloud: `${title}. ${sentence}`,
  }
}

function troubleNote(tongue: Locale, { checked, trouble }: Known, words: string, again: () => void) {
  const button = element('button', { type: 'button', id: 'again' }, tongue.words.tryAgain)
  button.addEventListener('click', again)
  return element(
    'section',
    { class: 'note', 'aria-label': words },
    element('p', {}, words),
    checked !== undefined && element('p', { class: 'small' }, ageOf(tongue, tongue.words.checked, checked)),
    trouble !== 'busy' && button,
  )
}
